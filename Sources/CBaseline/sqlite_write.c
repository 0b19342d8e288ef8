#ifdef CHRONICLE_SQLITE
#include "sqlite_store.h"

int cb_sqlite_bind_text(sqlite3_stmt *statement, int index, cb_text text) {
    if (!text.bytes) return sqlite3_bind_null(statement, index);
    return sqlite3_bind_text64(statement, index, text.bytes, text.length, SQLITE_STATIC, SQLITE_UTF8);
}

int cb_sqlite_read_last_transaction(cb_sqlite *store) {
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_LAST_TRANSACTION);
    if (!statement) return CB_FAILED;
    int status = sqlite3_step(statement);
    if (status != SQLITE_ROW && status != SQLITE_DONE) {
        cb_sqlite_fail(store, status);
        sqlite3_reset(statement);
        return status;
    }
    store->transaction = status == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    return 0;
}

int cb_sqlite_begin(cb_sqlite *store) {
    sqlite3_stmt *begin = cb_sqlite_statement(store, SQL_BEGIN);
    if (!begin) return CB_FAILED;
    int status = cb_sqlite_run(store, begin);
    if (status || !store->head.options.history) return status;
    if (store->transaction < 0) {
        status = cb_sqlite_read_last_transaction(store);
        if (status) return cb_sqlite_end(store, status);
    }
    store->transaction++;
    store->timestamp = cb_now();
    return 0;
}

int cb_sqlite_end(cb_sqlite *store, int status) {
    if (!status) {
        sqlite3_stmt *commit = cb_sqlite_statement(store, SQL_COMMIT);
        status = commit ? cb_sqlite_run(store, commit) : CB_FAILED;
        if (!status) return 0;
    }
    // The first error is the one to report, so what the rollback says is left aside.
    store->transaction = -1;
    sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

int cb_sqlite_add_history(cb_sqlite *store, cb_operation operation, int entity, int64_t row, int mask,
                          cb_text tombstone) {
    if (!store->head.options.history) return 0;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_ADD_HISTORY);
    if (!statement) return CB_FAILED;
    int status = sqlite3_bind_int64(statement, 1, store->transaction);
    if (!status) status = sqlite3_bind_double(statement, 2, store->timestamp);
    if (!status) status = sqlite3_bind_int(statement, 3, (int)operation);
    if (!status) status = sqlite3_bind_int(statement, 4, entity);
    if (!status) status = sqlite3_bind_int64(statement, 5, row);
    if (!status) status = sqlite3_bind_int(statement, 6, mask);
    if (!status) {
        status = tombstone.bytes
            ? sqlite3_bind_blob64(statement, 7, tombstone.bytes, tombstone.length, SQLITE_STATIC)
            : sqlite3_bind_null(statement, 7);
    }
    if (!status) status = sqlite3_bind_text(statement, 8, store->head.author, -1, SQLITE_STATIC);
    return status ? cb_sqlite_fail(store, status) : cb_sqlite_run(store, statement);
}

static int insert_one(cb_sqlite *store, sqlite3_stmt *statement, const cb_flight *flight) {
    int status = sqlite3_bind_int64(statement, 1, flight->id);
    if (!status) status = cb_sqlite_bind_text(statement, 2, flight->remote_id);
    if (!status) status = cb_sqlite_bind_text(statement, 3, flight->carrier);
    if (!status) status = sqlite3_bind_int64(statement, 4, flight->number);
    if (!status) status = cb_sqlite_bind_text(statement, 5, flight->tail_number);
    if (!status) status = cb_sqlite_bind_text(statement, 6, flight->origin);
    if (!status) status = cb_sqlite_bind_text(statement, 7, flight->destination);
    if (!status) status = sqlite3_bind_double(statement, 8, flight->departure);
    if (!status) {
        status = flight->has_delay ? sqlite3_bind_int64(statement, 9, flight->delay_minutes)
                                   : sqlite3_bind_null(statement, 9);
    }
    if (!status) status = sqlite3_bind_int64(statement, 10, flight->distance);
    if (!status) status = cb_sqlite_bind_text(statement, 11, flight->note);
    if (status) return cb_sqlite_fail(store, status);
    status = cb_sqlite_run(store, statement);
    return status ? status : cb_sqlite_add_history(store, CB_INSERTED, CB_ENTITY_FLIGHT, flight->id, CB_COLUMN_ALL,
                                                   (cb_text){0});
}

int cb_sqlite_insert(cb_store *head, const cb_flight *flights, size_t count, size_t per_transaction) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_INSERT);
    if (!statement) return CB_FAILED;
    for (size_t i = 0; i < count;) {
        int status = cb_sqlite_begin(store);
        if (status) return status;
        for (size_t n = 0; !status && n < per_transaction && i < count; n++, i++) {
            status = insert_one(store, statement, &flights[i]);
        }
        status = cb_sqlite_end(store, status);
        if (status) return status;
    }
    return 0;
}

static int update_one(cb_sqlite *store, sqlite3_stmt *read, sqlite3_stmt *write, cb_edit edit) {
    int status = sqlite3_bind_int64(read, 1, edit.id);
    if (status) return cb_sqlite_fail(store, status);
    status = sqlite3_step(read);
    if (status != SQLITE_ROW) {
        sqlite3_reset(read);
        return status == SQLITE_DONE ? cb_fail(&store->head, CB_NOT_FOUND, "update", "no such row")
                                     : cb_sqlite_fail(store, status);
    }
    cb_flight flight;
    cb_sqlite_row(read, &flight);
    bool owned = cb_own_texts(&flight);
    sqlite3_reset(read);
    if (!owned) return cb_fail(&store->head, CB_NO_MEMORY, "update", "out of memory");

    flight.delay_minutes = edit.delay_minutes;
    status = sqlite3_bind_int64(write, 1, flight.id);
    if (!status) status = sqlite3_bind_int64(write, 2, flight.delay_minutes);
    status = status ? cb_sqlite_fail(store, status) : cb_sqlite_run(store, write);
    cb_free_texts(&flight);
    return status ? status : cb_sqlite_add_history(store, CB_UPDATED, CB_ENTITY_FLIGHT, edit.id, CB_COLUMN_DELAY,
                                                   (cb_text){0});
}

int cb_sqlite_update(cb_store *head, const cb_edit *edits, size_t count, size_t per_transaction) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *read = cb_sqlite_statement(store, SQL_ONE);
    sqlite3_stmt *write = cb_sqlite_statement(store, SQL_UPDATE);
    if (!read || !write) return CB_FAILED;
    for (size_t i = 0; i < count;) {
        int status = cb_sqlite_begin(store);
        if (status) return status;
        for (size_t n = 0; !status && n < per_transaction && i < count; n++, i++) {
            status = update_one(store, read, write, edits[i]);
        }
        status = cb_sqlite_end(store, status);
        if (status) return status;
    }
    return 0;
}

static int remove_one(cb_sqlite *store, sqlite3_stmt *read, sqlite3_stmt *write, int64_t id) {
    int status = sqlite3_bind_int64(read, 1, id);
    if (status) return cb_sqlite_fail(store, status);
    status = sqlite3_step(read);
    if (status != SQLITE_ROW) {
        sqlite3_reset(read);
        return status == SQLITE_DONE ? cb_fail(&store->head, CB_NOT_FOUND, "delete", "no such row")
                                     : cb_sqlite_fail(store, status);
    }
    // The tombstone is bound straight from the row that is still being read, and so copied once, by SQLite.
    cb_text remote = {(const char *)sqlite3_column_text(read, 0), (size_t)sqlite3_column_bytes(read, 0)};
    status = cb_sqlite_add_history(store, CB_DELETED, CB_ENTITY_FLIGHT, id, 0, remote);
    sqlite3_reset(read);
    if (status) return status;
    status = sqlite3_bind_int64(write, 1, id);
    return status ? cb_sqlite_fail(store, status) : cb_sqlite_run(store, write);
}

int cb_sqlite_remove(cb_store *head, const int64_t *ids, size_t count, size_t per_transaction) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *read = cb_sqlite_statement(store, SQL_REMOTE_ID);
    sqlite3_stmt *write = cb_sqlite_statement(store, SQL_DELETE);
    if (!read || !write) return CB_FAILED;
    for (size_t i = 0; i < count;) {
        int status = cb_sqlite_begin(store);
        if (status) return status;
        for (size_t n = 0; !status && n < per_transaction && i < count; n++, i++) {
            status = remove_one(store, read, write, ids[i]);
        }
        status = cb_sqlite_end(store, status);
        if (status) return status;
    }
    return 0;
}

static int add_tombstones(cb_sqlite *store, int64_t distance) {
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_TOMBSTONES_NEAR);
    if (!statement) return CB_FAILED;
    int status = sqlite3_bind_int64(statement, 1, store->transaction);
    if (!status) status = sqlite3_bind_double(statement, 2, store->timestamp);
    if (!status) status = sqlite3_bind_text(statement, 3, store->head.author, -1, SQLITE_STATIC);
    if (!status) status = sqlite3_bind_int64(statement, 4, distance);
    return status ? cb_sqlite_fail(store, status) : cb_sqlite_run(store, statement);
}

int cb_sqlite_remove_near(cb_store *head, int64_t distance, size_t *deleted) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_DELETE_NEAR);
    if (!statement) return CB_FAILED;
    int status = cb_sqlite_begin(store);
    if (status) return status;
    if (head->options.history) status = add_tombstones(store, distance);
    if (!status) {
        status = sqlite3_bind_int64(statement, 1, distance);
        status = status ? cb_sqlite_fail(store, status) : cb_sqlite_run(store, statement);
    }
    *deleted = status ? 0 : (size_t)sqlite3_changes64(store->db);
    return cb_sqlite_end(store, status);
}
#endif
