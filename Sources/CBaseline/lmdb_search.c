// Searches in texts.

#ifdef CHRONICLE_LMDB
#define _GNU_SOURCE
#include "lmdb_store.h"

#include <string.h>

int cb_lmdb_find_in_notes(cb_store *head, cb_text text, cb_list *out) {
    cb_lmdb *store = (cb_lmdb *)head;
    *out = (cb_list){0};
    int status = cb_lmdb_begin_read(store);
    if (status) return status;
    MDB_val key, value;
    int failed = 0;
    status = mdb_cursor_get(store->row_reader, &key, &value, MDB_FIRST);
    for (; !status && !failed; status = mdb_cursor_get(store->row_reader, &key, &value, MDB_NEXT)) {
        cb_packed packed;
        memcpy(&packed, value.mv_data, sizeof packed);
        if (!(packed.present & CB_HAS_NOTE)) continue;
        // The note is the last of the texts.
        size_t length = packed.lengths[5];
        const char *note = (const char *)value.mv_data + value.mv_size - length;
        if (!memmem(note, length, text.bytes, text.length)) continue;
        int64_t id;
        memcpy(&id, key.mv_data, sizeof id);
        failed = cb_lmdb_copy_row(store, value.mv_data, id, out);
    }
    cb_lmdb_end_read(store);
    if (!failed && status != MDB_NOTFOUND) failed = cb_lmdb_fail(store, status);
    if (failed) cb_list_free(out);
    return failed;
}

static int copy_by_prefix(cb_lmdb *store, MDB_cursor *cursor, cb_text prefix, cb_list *out) {
    MDB_val key = {prefix.length, (void *)prefix.bytes}, value;
    int status = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);
    for (; !status; status = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) {
        if (key.mv_size < prefix.length || memcmp(key.mv_data, prefix.bytes, prefix.length)) return 0;
        int64_t id;
        memcpy(&id, value.mv_data, sizeof id);
        MDB_val row_key = {sizeof id, &id}, row;
        status = mdb_cursor_get(store->row_reader, &row_key, &row, MDB_SET);
        // An index entry without its row is damage, not the end of the search.
        if (status) return cb_lmdb_fail(store, status == MDB_NOTFOUND ? MDB_CORRUPTED : status);
        status = cb_lmdb_copy_row(store, row.mv_data, id, out);
        if (status) return status;
    }
    return status == MDB_NOTFOUND ? 0 : cb_lmdb_fail(store, status);
}

int cb_lmdb_find_by_prefix(cb_store *head, cb_text prefix, cb_list *out) {
    cb_lmdb *store = (cb_lmdb *)head;
    *out = (cb_list){0};
    int status = cb_lmdb_begin_read(store);
    if (status) return status;
    MDB_cursor *cursor;
    status = mdb_cursor_open(store->reader, store->remotes, &cursor);
    if (status) {
        cb_lmdb_end_read(store);
        return cb_lmdb_fail(store, status);
    }
    status = copy_by_prefix(store, cursor, prefix, out);
    mdb_cursor_close(cursor);
    cb_lmdb_end_read(store);
    if (status) cb_list_free(out);
    return status;
}
#endif
