#ifdef CHRONICLE_LMDB
#include "lmdb_store.h"

#include <stdlib.h>
#include <string.h>

/// Address space, not disk: a million flights take about a fiftieth of it.
static const size_t map_size = (size_t)16 << 30;

int cb_lmdb_fail(cb_lmdb *store, int status) {
    return cb_fail(&store->head, status, "lmdb", mdb_strerror(status));
}

static void lmdb_close(cb_store *head) {
    cb_lmdb *store = (cb_lmdb *)head;
    if (store->row_reader) mdb_cursor_close(store->row_reader);
    if (store->origin_reader) mdb_cursor_close(store->origin_reader);
    if (store->reader) mdb_txn_abort(store->reader);
    if (store->env) mdb_env_close(store->env);
    free(store);
}

static const cb_table table = {
    .insert = cb_lmdb_insert,
    .fetch_all = cb_lmdb_fetch_all,
    .fetch_each = cb_lmdb_fetch_each,
    .fetch_unique = cb_lmdb_fetch_unique,
    .fetch_members = cb_lmdb_fetch_members,
    .find_in_notes = cb_lmdb_find_in_notes,
    .find_by_prefix = cb_lmdb_find_by_prefix,
    .query = cb_lmdb_query,
    .count = cb_lmdb_count,
    .update = cb_lmdb_update,
    .remove = cb_lmdb_remove,
    .remove_near = cb_lmdb_remove_near,
    .insert_legs = cb_lmdb_insert_legs,
    .query_legs = cb_lmdb_query_legs,
    .fetch_legs = cb_lmdb_fetch_legs,
    .history_by = cb_lmdb_history_by,
    .last_transaction = cb_lmdb_last_transaction,
    .purge_history = cb_lmdb_purge_history,
    .visit_history = cb_lmdb_visit_history,
    .close = lmdb_close,
};

static unsigned int durability_flags(cb_durability durability) {
    switch (durability) {
    case CB_OFF:
        return MDB_NOSYNC;
    case CB_NORMAL:
        return MDB_NOMETASYNC;
    case CB_FULL:
        break;
    }
    return 0;
}

static int open_trees(cb_lmdb *store) {
    MDB_txn *txn;
    int status = mdb_txn_begin(store->env, NULL, 0, &txn);
    if (status) return status;
    status = mdb_dbi_open(txn, "rows", MDB_CREATE | MDB_INTEGERKEY, &store->rows);
    unsigned int ids = MDB_CREATE | MDB_DUPSORT | MDB_DUPFIXED | MDB_INTEGERDUP;
    if (!status) status = mdb_dbi_open(txn, "origins", ids, &store->origins);
    if (!status) status = mdb_dbi_open(txn, "remotes", MDB_CREATE, &store->remotes);
    if (!status) status = mdb_dbi_open(txn, "history", MDB_CREATE | MDB_INTEGERKEY, &store->history);
    if (!status) status = mdb_dbi_open(txn, "airlines", MDB_CREATE | MDB_INTEGERKEY, &store->airlines);
    if (!status) status = mdb_dbi_open(txn, "airline codes", MDB_CREATE, &store->airline_codes);
    if (!status) status = mdb_dbi_open(txn, "legs", MDB_CREATE | MDB_INTEGERKEY, &store->legs);
    if (!status) status = mdb_dbi_open(txn, "leg airlines", ids | MDB_INTEGERKEY, &store->leg_airlines);
    if (!status) return mdb_txn_commit(txn);
    mdb_txn_abort(txn);
    return status;
}

int cb_lmdb_open(const char *folder, cb_options options, cb_store **out) {
    cb_lmdb *store = calloc(1, sizeof *store);
    if (!store) return CB_NO_MEMORY;
    store->head.table = &table;
    store->head.options = options;
    store->sequence = -1;
    store->transaction = -1;
    *out = &store->head;

    int status = mdb_env_create(&store->env);
    if (!status) status = mdb_env_set_maxdbs(store->env, 8);
    if (!status) status = mdb_env_set_mapsize(store->env, map_size);
    // Without MDB_NOTLS the kept reader would be tied to the thread that made it.
    if (!status) status = mdb_env_open(store->env, folder, MDB_NOTLS | durability_flags(options.durability), 0644);
    if (!status) status = open_trees(store);
    return status ? cb_lmdb_fail(store, status) : 0;
}

/// Number of the last change and of its transaction, from the last history row.
int cb_lmdb_read_last_numbers(cb_writer *writer) {
    MDB_val key, value;
    int status = mdb_cursor_get(writer->history, &key, &value, MDB_LAST);
    if (status && status != MDB_NOTFOUND) return status;
    uint64_t sequence = 0;
    cb_packed_change change = {0};
    if (!status) {
        memcpy(&sequence, key.mv_data, sizeof sequence);
        memcpy(&change, value.mv_data, sizeof change);
    }
    writer->store->sequence = (int64_t)sequence;
    writer->store->transaction = change.transaction;
    return 0;
}

int cb_lmdb_begin(cb_lmdb *store, cb_writer *writer) {
    *writer = (cb_writer){.store = store};
    int status = mdb_txn_begin(store->env, NULL, 0, &writer->txn);
    if (status) return cb_lmdb_fail(store, status);
    status = mdb_cursor_open(writer->txn, store->rows, &writer->rows);
    if (!status) status = mdb_cursor_open(writer->txn, store->origins, &writer->origins);
    if (!status) status = mdb_cursor_open(writer->txn, store->remotes, &writer->remotes);
    if (!status) status = mdb_cursor_open(writer->txn, store->history, &writer->history);
    if (!status && store->head.options.history) {
        if (store->transaction < 0) status = cb_lmdb_read_last_numbers(writer);
        store->transaction++;
        writer->timestamp = cb_now();
    }
    if (!status) return 0;
    cb_lmdb_fail(store, status);
    return cb_lmdb_end(writer, status);
}

int cb_lmdb_end(cb_writer *writer, int status) {
    // The end of a write transaction closes its cursors.
    if (!status) {
        status = mdb_txn_commit(writer->txn);
        if (!status) return 0;
        cb_lmdb_fail(writer->store, status);
    } else {
        mdb_txn_abort(writer->txn);
    }
    writer->store->sequence = -1;
    writer->store->transaction = -1;
    return status;
}

int cb_lmdb_begin_read(cb_lmdb *store) {
    if (store->reader) {
        int status = mdb_txn_renew(store->reader);
        if (!status) status = mdb_cursor_renew(store->reader, store->row_reader);
        return status ? cb_lmdb_fail(store, status) : 0;
    }
    int status = mdb_txn_begin(store->env, NULL, MDB_RDONLY, &store->reader);
    if (!status) status = mdb_cursor_open(store->reader, store->rows, &store->row_reader);
    if (!status) status = mdb_cursor_open(store->reader, store->origins, &store->origin_reader);
    return status ? cb_lmdb_fail(store, status) : 0;
}

void cb_lmdb_end_read(cb_lmdb *store) {
    mdb_txn_reset(store->reader);
}

const char *cb_lmdb_version(void) {
    // Spelled out, since the library's own text also has a name and a date.
#define TEXT(number) #number
#define DOTTED(a, b, c) TEXT(a) "." TEXT(b) "." TEXT(c)
    return DOTTED(MDB_VERSION_MAJOR, MDB_VERSION_MINOR, MDB_VERSION_PATCH);
}

#else
#include "internal.h"

int cb_lmdb_open(const char *folder, cb_options options, cb_store **out) {
    (void)folder, (void)options, (void)out;
    return CB_NO_ENGINE;
}

const char *cb_lmdb_version(void) {
    return NULL;
}
#endif
