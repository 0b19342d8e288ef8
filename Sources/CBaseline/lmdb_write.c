#ifdef CHRONICLE_LMDB
#include "lmdb_store.h"

#include <stdlib.h>
#include <string.h>

static MDB_val text_value(cb_text text) {
    return (MDB_val){text.length, (void *)text.bytes};
}

static int insert_one(cb_writer *writer, const cb_flight *flight) {
    uint64_t id = (uint64_t)flight->id;
    MDB_val key = {sizeof id, &id};
    MDB_val remote = text_value(flight->remote_id);
    MDB_val id_value = {sizeof id, &id};
    int status = mdb_cursor_put(writer->remotes, &remote, &id_value, MDB_NOOVERWRITE);
    if (!status) {
        MDB_val value = {cb_packed_size(flight), NULL};
        status = mdb_cursor_put(writer->rows, &key, &value, MDB_RESERVE | MDB_NOOVERWRITE);
        if (!status) cb_pack(flight, value.mv_data);
    }
    if (!status) {
        MDB_val origin = text_value(flight->origin);
        id_value = (MDB_val){sizeof id, &id};
        status = mdb_cursor_put(writer->origins, &origin, &id_value, 0);
    }
    if (status) return cb_lmdb_fail(writer->store, status);
    return cb_lmdb_add_history(writer, CB_INSERTED, CB_ENTITY_FLIGHT, flight->id, CB_COLUMN_ALL, (cb_text){0});
}

int cb_lmdb_insert(cb_store *head, const cb_flight *flights, size_t count, size_t per_transaction) {
    cb_writer writer;
    for (size_t i = 0; i < count;) {
        int status = cb_lmdb_begin((cb_lmdb *)head, &writer);
        if (status) return status;
        for (size_t n = 0; !status && n < per_transaction && i < count; n++, i++) {
            status = insert_one(&writer, &flights[i]);
        }
        status = cb_lmdb_end(&writer, status);
        if (status) return status;
    }
    return 0;
}

/// Moves the row cursor to the id and gives the packed record.
static int seek_row(cb_writer *writer, uint64_t *id, MDB_val *value, const char *what) {
    MDB_val key = {sizeof *id, id};
    int status = mdb_cursor_get(writer->rows, &key, value, MDB_SET_KEY);
    if (!status) return 0;
    return status == MDB_NOTFOUND ? cb_fail(&writer->store->head, CB_NOT_FOUND, what, "no such row")
                                  : cb_lmdb_fail(writer->store, status);
}

static int update_one(cb_writer *writer, cb_edit edit) {
    uint64_t id = (uint64_t)edit.id;
    MDB_val value;
    int status = seek_row(writer, &id, &value, "update");
    if (status) return status;
    cb_flight flight;
    cb_unpack(value.mv_data, edit.id, &flight);
    if (!cb_own_texts(&flight)) return cb_fail(&writer->store->head, CB_NO_MEMORY, "update", "out of memory");

    flight.delay_minutes = edit.delay_minutes;
    flight.has_delay = true;
    MDB_val key = {sizeof id, &id};
    value = (MDB_val){cb_packed_size(&flight), NULL};
    status = mdb_cursor_put(writer->rows, &key, &value, MDB_RESERVE | MDB_CURRENT);
    if (!status) cb_pack(&flight, value.mv_data);
    cb_free_texts(&flight);
    if (status) return cb_lmdb_fail(writer->store, status);
    return cb_lmdb_add_history(writer, CB_UPDATED, CB_ENTITY_FLIGHT, edit.id, CB_COLUMN_DELAY, (cb_text){0});
}

int cb_lmdb_update(cb_store *head, const cb_edit *edits, size_t count, size_t per_transaction) {
    cb_writer writer;
    for (size_t i = 0; i < count;) {
        int status = cb_lmdb_begin((cb_lmdb *)head, &writer);
        if (status) return status;
        for (size_t n = 0; !status && n < per_transaction && i < count; n++, i++) {
            status = update_one(&writer, edits[i]);
        }
        status = cb_lmdb_end(&writer, status);
        if (status) return status;
    }
    return 0;
}

static int remove_one(cb_writer *writer, int64_t row) {
    uint64_t id = (uint64_t)row;
    MDB_val value;
    int status = seek_row(writer, &id, &value, "delete");
    if (status) return status;
    cb_flight flight;
    cb_unpack(value.mv_data, row, &flight);
    // What is written below may move or spill the record's page, so its texts are copied first.
    if (!cb_own_texts(&flight)) return cb_fail(&writer->store->head, CB_NO_MEMORY, "delete", "out of memory");
    MDB_val origin = text_value(flight.origin);
    MDB_val remote = text_value(flight.remote_id);
    MDB_val id_value = {sizeof id, &id};
    status = mdb_cursor_del(writer->rows, 0);
    if (!status) status = mdb_cursor_get(writer->origins, &origin, &id_value, MDB_GET_BOTH);
    if (!status) status = mdb_cursor_del(writer->origins, 0);
    if (!status) status = mdb_cursor_get(writer->remotes, &remote, &value, MDB_SET);
    if (!status) status = mdb_cursor_del(writer->remotes, 0);
    status = status ? cb_lmdb_fail(writer->store, status)
                    : cb_lmdb_add_history(writer, CB_DELETED, CB_ENTITY_FLIGHT, row, 0, flight.remote_id);
    cb_free_texts(&flight);
    return status;
}

int cb_lmdb_remove(cb_store *head, const int64_t *ids, size_t count, size_t per_transaction) {
    cb_writer writer;
    for (size_t i = 0; i < count;) {
        int status = cb_lmdb_begin((cb_lmdb *)head, &writer);
        if (status) return status;
        for (size_t n = 0; !status && n < per_transaction && i < count; n++, i++) {
            status = remove_one(&writer, ids[i]);
        }
        status = cb_lmdb_end(&writer, status);
        if (status) return status;
    }
    return 0;
}

/// The ids of the flights of at most a distance, found in place.
static int find_near(cb_writer *writer, int64_t distance, int64_t **ids, size_t *count) {
    size_t capacity = 0;
    MDB_val key, value;
    int status = mdb_cursor_get(writer->rows, &key, &value, MDB_FIRST);
    for (; !status; status = mdb_cursor_get(writer->rows, &key, &value, MDB_NEXT)) {
        cb_packed head;
        memcpy(&head, value.mv_data, sizeof head);
        if (head.distance > distance) continue;
        if (*count == capacity) {
            capacity = capacity ? capacity * 2 : 256;
            int64_t *moved = realloc(*ids, capacity * sizeof *moved);
            if (!moved) return cb_fail(&writer->store->head, CB_NO_MEMORY, "delete", "out of memory");
            *ids = moved;
        }
        memcpy(&(*ids)[(*count)++], key.mv_data, sizeof(int64_t));
    }
    return status == MDB_NOTFOUND ? 0 : cb_lmdb_fail(writer->store, status);
}

int cb_lmdb_remove_near(cb_store *head, int64_t distance, size_t *deleted) {
    cb_writer writer;
    int64_t *ids = NULL;
    size_t count = 0;
    int status = cb_lmdb_begin((cb_lmdb *)head, &writer);
    if (status) return status;
    status = find_near(&writer, distance, &ids, &count);
    for (size_t i = 0; !status && i < count; i++) status = remove_one(&writer, ids[i]);
    free(ids);
    *deleted = status ? 0 : count;
    return cb_lmdb_end(&writer, status);
}
#endif
