#ifdef CHRONICLE_SQLITE
#include "sqlite_store.h"

int cb_sqlite_visit_history(cb_store *head, cb_history_visitor visitor, void *context) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_HISTORY);
    if (!statement) return CB_FAILED;
    int status;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        cb_text tombstone = {sqlite3_column_blob(statement, 2), (size_t)sqlite3_column_bytes(statement, 2)};
        visitor(context, (cb_operation)sqlite3_column_int(statement, 0), sqlite3_column_int64(statement, 1), tombstone);
    }
    if (status != SQLITE_DONE) cb_sqlite_fail(store, status);
    sqlite3_reset(statement);
    return status == SQLITE_DONE ? 0 : status;
}

int cb_sqlite_history_by(cb_store *head, cb_text author, cb_change_list *out) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_HISTORY_BY);
    *out = (cb_change_list){0};
    if (!statement) return CB_FAILED;
    int status = cb_sqlite_bind_text(statement, 1, author);
    if (status) return cb_sqlite_fail(store, status);
    bool kept = true;
    while (kept && (status = sqlite3_step(statement)) == SQLITE_ROW) {
        cb_change change = {sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1),
                            sqlite3_column_int(statement, 2), sqlite3_column_int(statement, 3)};
        kept = cb_change_list_append(out, change);
    }
    if (!kept) status = cb_fail(head, CB_NO_MEMORY, "history", "out of memory");
    else if (status != SQLITE_DONE) cb_sqlite_fail(store, status);
    sqlite3_reset(statement);
    if (status == SQLITE_DONE) return 0;
    cb_change_list_free(out);
    return status;
}

int cb_sqlite_last_transaction(cb_store *head, int64_t *out) {
    cb_sqlite *store = (cb_sqlite *)head;
    int status = store->transaction < 0 ? cb_sqlite_read_last_transaction(store) : 0;
    *out = store->transaction;
    return status;
}

int cb_sqlite_purge_history(cb_store *head, int64_t through) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_PURGE);
    if (!statement) return CB_FAILED;
    int status = cb_sqlite_begin(store);
    if (status) return status;
    status = sqlite3_bind_int64(statement, 1, through);
    status = status ? cb_sqlite_fail(store, status) : cb_sqlite_run(store, statement);
    // No record is written, so the number is free again.
    if (head->options.history) store->transaction--;
    return cb_sqlite_end(store, status);
}
#endif
