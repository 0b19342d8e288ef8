#ifdef CHRONICLE_LMDB
#include "lmdb_store.h"

#include <string.h>

int cb_lmdb_add_history(cb_writer *writer, cb_operation operation, uint32_t entity, int64_t row, uint32_t mask,
                        cb_text tombstone) {
    cb_lmdb *store = writer->store;
    if (!store->head.options.history) return 0;
    uint64_t sequence = (uint64_t)++store->sequence;
    size_t author_length = strlen(store->head.author);
    cb_packed_change change = {
        .transaction = store->transaction,
        .timestamp = writer->timestamp,
        .row = row,
        .operation = (uint32_t)operation,
        .entity = entity,
        .mask = mask,
        .author_length = (uint16_t)author_length,
        .tombstone_length = (uint16_t)tombstone.length,
    };
    MDB_val key = {sizeof sequence, &sequence};
    MDB_val value = {sizeof change + author_length + tombstone.length, NULL};
    // Sequence numbers only grow, so the row goes to the end without a search.
    int status = mdb_cursor_put(writer->history, &key, &value, MDB_RESERVE | MDB_APPEND);
    if (status) return cb_lmdb_fail(store, status);
    char *to = value.mv_data;
    memcpy(to, &change, sizeof change);
    memcpy(to + sizeof change, store->head.author, author_length);
    if (tombstone.length) memcpy(to + sizeof change + author_length, tombstone.bytes, tombstone.length);
    return 0;
}

/// Begins a read with a cursor on the history; the caller ends both.
static int begin_reading(cb_lmdb *store, MDB_cursor **cursor) {
    int status = cb_lmdb_begin_read(store);
    if (status) return status;
    status = mdb_cursor_open(store->reader, store->history, cursor);
    if (!status) return 0;
    cb_lmdb_end_read(store);
    return cb_lmdb_fail(store, status);
}

int cb_lmdb_visit_history(cb_store *head, cb_history_visitor visitor, void *context) {
    cb_lmdb *store = (cb_lmdb *)head;
    MDB_cursor *cursor;
    int status = begin_reading(store, &cursor);
    if (status) return status;
    MDB_val key, value;
    while (!(status = mdb_cursor_get(cursor, &key, &value, MDB_NEXT))) {
        cb_packed_change change;
        memcpy(&change, value.mv_data, sizeof change);
        const char *tombstone = (const char *)value.mv_data + sizeof change + change.author_length;
        cb_text text = {change.tombstone_length ? tombstone : NULL, change.tombstone_length};
        visitor(context, (cb_operation)change.operation, change.row, text);
    }
    mdb_cursor_close(cursor);
    cb_lmdb_end_read(store);
    return status == MDB_NOTFOUND ? 0 : cb_lmdb_fail(store, status);
}

int cb_lmdb_history_by(cb_store *head, cb_text author, cb_change_list *out) {
    cb_lmdb *store = (cb_lmdb *)head;
    *out = (cb_change_list){0};
    MDB_cursor *cursor;
    int status = begin_reading(store, &cursor);
    if (status) return status;
    MDB_val key, value;
    bool kept = true;
    while (kept && !(status = mdb_cursor_get(cursor, &key, &value, MDB_NEXT))) {
        cb_packed_change change;
        memcpy(&change, value.mv_data, sizeof change);
        const char *by = (const char *)value.mv_data + sizeof change;
        if (change.author_length != author.length || memcmp(by, author.bytes, author.length)) continue;
        kept = cb_change_list_append(out, (cb_change){change.transaction, change.row, (int32_t)change.operation,
                                                      (int32_t)change.mask});
    }
    mdb_cursor_close(cursor);
    cb_lmdb_end_read(store);
    if (kept && status == MDB_NOTFOUND) return 0;
    cb_change_list_free(out);
    return kept ? cb_lmdb_fail(store, status) : cb_fail(head, CB_NO_MEMORY, "history", "out of memory");
}

int cb_lmdb_last_transaction(cb_store *head, int64_t *out) {
    cb_lmdb *store = (cb_lmdb *)head;
    *out = 0;
    MDB_cursor *cursor;
    int status = begin_reading(store, &cursor);
    if (status) return status;
    MDB_val key, value;
    status = mdb_cursor_get(cursor, &key, &value, MDB_LAST);
    if (!status) {
        cb_packed_change change;
        memcpy(&change, value.mv_data, sizeof change);
        *out = change.transaction;
    }
    mdb_cursor_close(cursor);
    cb_lmdb_end_read(store);
    return status && status != MDB_NOTFOUND ? cb_lmdb_fail(store, status) : 0;
}

int cb_lmdb_purge_history(cb_store *head, int64_t through) {
    cb_writer writer;
    int status = cb_lmdb_begin((cb_lmdb *)head, &writer);
    if (status) return status;
    // No record is written, so the number is free again.
    if (head->options.history) writer.store->transaction--;
    MDB_val key, value;
    while (!(status = mdb_cursor_get(writer.history, &key, &value, MDB_FIRST))) {
        cb_packed_change change;
        memcpy(&change, value.mv_data, sizeof change);
        if (change.transaction > through) break;
        status = mdb_cursor_del(writer.history, 0);
        if (status) break;
    }
    if (status == MDB_NOTFOUND) status = 0;
    return cb_lmdb_end(&writer, status ? cb_lmdb_fail(writer.store, status) : 0);
}
#endif
