// Airlines and the legs that refer to them.

#ifdef CHRONICLE_LMDB
#include "lmdb_store.h"

#include <stdlib.h>
#include <string.h>

static int add_airline(cb_writer *writer, const cb_airline *airline) {
    uint64_t id = (uint64_t)airline->id;
    MDB_val key = {sizeof id, &id}, id_value = {sizeof id, &id};
    MDB_val code = {airline->code.length, (void *)airline->code.bytes};
    int status = mdb_put(writer->txn, writer->store->airline_codes, &code, &id_value, MDB_NOOVERWRITE);
    MDB_val value = {sizeof(uint32_t) + airline->code.length + airline->name.length, NULL};
    if (!status) status = mdb_put(writer->txn, writer->store->airlines, &key, &value, MDB_RESERVE | MDB_NOOVERWRITE);
    if (status) return cb_lmdb_fail(writer->store, status);
    uint32_t code_length = (uint32_t)airline->code.length;
    char *to = value.mv_data;
    memcpy(to, &code_length, sizeof code_length);
    memcpy(to + sizeof code_length, airline->code.bytes, code_length);
    memcpy(to + sizeof code_length + code_length, airline->name.bytes, airline->name.length);
    return cb_lmdb_add_history(writer, CB_INSERTED, CB_ENTITY_AIRLINE, airline->id, CB_AIRLINE_ALL, (cb_text){0});
}

static int add_leg(cb_writer *writer, MDB_cursor *legs, MDB_cursor *references, const cb_leg *leg) {
    uint64_t id = (uint64_t)leg->id, airline = (uint64_t)leg->airline;
    MDB_val key = {sizeof id, &id}, value = {sizeof(cb_packed_leg) + leg->destination.length, NULL};
    int status = mdb_cursor_put(legs, &key, &value, MDB_RESERVE | MDB_NOOVERWRITE);
    if (status) return cb_lmdb_fail(writer->store, status);
    cb_packed_leg head = {leg->departure, leg->number, leg->airline};
    memcpy(value.mv_data, &head, sizeof head);
    memcpy((char *)value.mv_data + sizeof head, leg->destination.bytes, leg->destination.length);
    key = (MDB_val){sizeof airline, &airline};
    value = (MDB_val){sizeof id, &id};
    status = mdb_cursor_put(references, &key, &value, 0);
    if (status) return cb_lmdb_fail(writer->store, status);
    return cb_lmdb_add_history(writer, CB_INSERTED, CB_ENTITY_LEG, leg->id, CB_LEG_ALL, (cb_text){0});
}

static int add_legs(cb_lmdb *store, const cb_leg *legs, size_t count) {
    cb_writer writer;
    int status = cb_lmdb_begin(store, &writer);
    if (status) return status;
    MDB_cursor *rows, *references;
    status = mdb_cursor_open(writer.txn, store->legs, &rows);
    if (!status) status = mdb_cursor_open(writer.txn, store->leg_airlines, &references);
    if (status) cb_lmdb_fail(store, status);
    for (size_t i = 0; !status && i < count; i++) status = add_leg(&writer, rows, references, &legs[i]);
    return cb_lmdb_end(&writer, status);
}

int cb_lmdb_insert_legs(cb_store *head, const cb_airline *airlines, size_t airline_count, const cb_leg *legs,
                        size_t count, size_t per_transaction) {
    cb_writer writer;
    int status = cb_lmdb_begin((cb_lmdb *)head, &writer);
    if (status) return status;
    for (size_t i = 0; !status && i < airline_count; i++) status = add_airline(&writer, &airlines[i]);
    status = cb_lmdb_end(&writer, status);
    for (size_t i = 0; !status && i < count; i += per_transaction) {
        status = add_legs((cb_lmdb *)head, &legs[i], count - i < per_transaction ? count - i : per_transaction);
    }
    return status;
}

static int copy_leg(cb_lmdb *store, cb_match found, cb_leg_list *out) {
    cb_packed_leg head;
    memcpy(&head, found.bytes, sizeof head);
    cb_text destination = {(const char *)found.bytes + sizeof head, found.size - sizeof head};
    cb_leg leg = {found.id, head.number, head.airline, head.departure, destination};
    return cb_leg_list_append(out, &leg) ? 0 : cb_fail(&store->head, CB_NO_MEMORY, "legs", "out of memory");
}

/// Adds the legs of one airline that are above a number.
static int collect(cb_lmdb *store, MDB_cursor *references, uint64_t airline, int64_t above_number, cb_top *top) {
    MDB_val key = {sizeof airline, &airline}, ids;
    int status = mdb_cursor_get(references, &key, &ids, MDB_SET);
    if (!status) status = mdb_cursor_get(references, &key, &ids, MDB_GET_MULTIPLE);
    for (; !status; status = mdb_cursor_get(references, &key, &ids, MDB_NEXT_MULTIPLE)) {
        for (size_t at = 0; at < ids.mv_size; at += sizeof(uint64_t)) {
            cb_match found;
            memcpy(&found.id, (const char *)ids.mv_data + at, sizeof found.id);
            MDB_val row_key = {sizeof found.id, &found.id}, row;
            status = mdb_get(store->reader, store->legs, &row_key, &row);
            // An index entry without its row is damage, not the end of the search.
            if (status) return status == MDB_NOTFOUND ? MDB_CORRUPTED : status;
            cb_packed_leg head;
            memcpy(&head, row.mv_data, sizeof head);
            if (head.number <= above_number) continue;
            found.departure = head.departure;
            found.bytes = row.mv_data;
            found.size = row.mv_size;
            cb_top_add(top, found);
        }
    }
    return status;
}

/// Goes through the airlines, and through the legs of those with the name.
static int search(cb_lmdb *store, cb_text name, int64_t above_number, cb_top *top) {
    MDB_cursor *airlines, *references;
    int status = mdb_cursor_open(store->reader, store->airlines, &airlines);
    if (status) return cb_lmdb_fail(store, status);
    status = mdb_cursor_open(store->reader, store->leg_airlines, &references);
    if (status) {
        mdb_cursor_close(airlines);
        return cb_lmdb_fail(store, status);
    }
    MDB_val key, value;
    while (!(status = mdb_cursor_get(airlines, &key, &value, MDB_NEXT))) {
        uint32_t code_length;
        memcpy(&code_length, value.mv_data, sizeof code_length);
        size_t before = sizeof code_length + code_length;
        if (value.mv_size - before != name.length) continue;
        if (memcmp((const char *)value.mv_data + before, name.bytes, name.length)) continue;
        uint64_t airline;
        memcpy(&airline, key.mv_data, sizeof airline);
        status = collect(store, references, airline, above_number, top);
        if (status && status != MDB_NOTFOUND) break;
    }
    mdb_cursor_close(references);
    mdb_cursor_close(airlines);
    return status == MDB_NOTFOUND ? 0 : cb_lmdb_fail(store, status);
}

int cb_lmdb_query_legs(cb_store *head, cb_text airline_name, int64_t above_number, size_t limit, cb_leg_list *out) {
    cb_lmdb *store = (cb_lmdb *)head;
    *out = (cb_leg_list){0};
    cb_top top;
    if (!cb_top_init(&top, limit)) return cb_fail(head, CB_NO_MEMORY, "legs", "out of memory");
    int status = cb_lmdb_begin_read(store);
    if (!status) {
        status = search(store, airline_name, above_number, &top);
        cb_top_sort(&top);
        for (size_t i = 0; !status && i < top.count; i++) status = copy_leg(store, top.items[i], out);
        cb_lmdb_end_read(store);
    }
    free(top.items);
    if (status) cb_leg_list_free(out);
    return status;
}

int cb_lmdb_fetch_legs(cb_store *head, cb_leg_list *out) {
    cb_lmdb *store = (cb_lmdb *)head;
    *out = (cb_leg_list){0};
    int status = cb_lmdb_begin_read(store);
    if (status) return status;
    MDB_cursor *cursor;
    status = mdb_cursor_open(store->reader, store->legs, &cursor);
    if (status) {
        cb_lmdb_end_read(store);
        return cb_lmdb_fail(store, status);
    }
    MDB_val key, value;
    int failed = 0;
    while (!failed && !(status = mdb_cursor_get(cursor, &key, &value, MDB_NEXT))) {
        cb_match found = {.bytes = value.mv_data, .size = value.mv_size};
        memcpy(&found.id, key.mv_data, sizeof found.id);
        failed = copy_leg(store, found, out);
    }
    mdb_cursor_close(cursor);
    cb_lmdb_end_read(store);
    if (!failed && status != MDB_NOTFOUND) failed = cb_lmdb_fail(store, status);
    if (failed) cb_leg_list_free(out);
    return failed;
}
#endif
