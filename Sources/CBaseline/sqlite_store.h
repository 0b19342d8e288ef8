// The SQLite side of the baseline: its store and its prepared statements.

#ifndef CHRONICLE_BASELINE_SQLITE_H
#define CHRONICLE_BASELINE_SQLITE_H

#include "internal.h"

#include <sqlite3.h>

typedef enum {
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_INSERT,
    SQL_ALL,
    SQL_ONE,
    SQL_UNIQUE,
    SQL_MEMBERS,
    SQL_IN_NOTES,
    SQL_PREFIX,
    SQL_QUERY,
    SQL_COUNT,
    SQL_UPDATE,
    SQL_REMOTE_ID,
    SQL_DELETE,
    SQL_TOMBSTONES_NEAR,
    SQL_DELETE_NEAR,
    SQL_ADD_AIRLINE,
    SQL_ADD_LEG,
    SQL_LEGS,
    SQL_ALL_LEGS,
    SQL_LAST_TRANSACTION,
    SQL_ADD_HISTORY,
    SQL_HISTORY,
    SQL_HISTORY_BY,
    SQL_PURGE,
    SQL_STATEMENTS
} cb_sql;

typedef struct {
    cb_store head;
    sqlite3 *db;
    sqlite3_stmt *statements[SQL_STATEMENTS];
    /// Number and time of the transaction that is being written; the number is -1 until it was read once.
    int64_t transaction;
    double timestamp;
} cb_sqlite;

/// The statement, prepared at its first use, or null with the reason in the store's message.
sqlite3_stmt *cb_sqlite_statement(cb_sqlite *store, cb_sql which);
/// Keeps the connection's message and gives the status back.
int cb_sqlite_fail(cb_sqlite *store, int status);
/// Runs a statement that gives no rows, and resets it.
int cb_sqlite_run(cb_sqlite *store, sqlite3_stmt *statement);

int cb_sqlite_begin(cb_sqlite *store);
/// Commits if the status is 0; else rolls back and gives the status.
int cb_sqlite_end(cb_sqlite *store, int status);
int cb_sqlite_add_history(cb_sqlite *store, cb_operation operation, int entity, int64_t row, int mask,
                          cb_text tombstone);
/// Binds a text, no bytes as null.
int cb_sqlite_bind_text(sqlite3_stmt *statement, int index, cb_text text);
/// A text of the current row, borrowed.
cb_text cb_sqlite_column_text(sqlite3_stmt *statement, int index);
/// Reads the number of the last transaction once; afterwards the one writer counts on.
int cb_sqlite_read_last_transaction(cb_sqlite *store);

/// Borrows the current row's values; they last until the statement moves on.
void cb_sqlite_row(sqlite3_stmt *statement, cb_flight *out);

int cb_sqlite_insert(cb_store *, const cb_flight *, size_t, size_t);
int cb_sqlite_update(cb_store *, const cb_edit *, size_t, size_t);
int cb_sqlite_remove(cb_store *, const int64_t *, size_t, size_t);
int cb_sqlite_fetch_all(cb_store *, cb_list *);
int cb_sqlite_fetch_each(cb_store *, const int64_t *, size_t, int64_t *);
int cb_sqlite_fetch_unique(cb_store *, const cb_text *, size_t, int64_t *);
int cb_sqlite_fetch_members(cb_store *, const int64_t *, size_t, cb_list *);
int cb_sqlite_find_in_notes(cb_store *, cb_text, cb_list *);
int cb_sqlite_find_by_prefix(cb_store *, cb_text, cb_list *);
int cb_sqlite_query(cb_store *, cb_text, int64_t, size_t, cb_list *);
int cb_sqlite_count(cb_store *, cb_text, int64_t, int64_t *);
int cb_sqlite_remove_near(cb_store *, int64_t, size_t *);
int cb_sqlite_insert_legs(cb_store *, const cb_airline *, size_t, const cb_leg *, size_t, size_t);
int cb_sqlite_query_legs(cb_store *, cb_text, int64_t, size_t, cb_leg_list *);
int cb_sqlite_fetch_legs(cb_store *, cb_leg_list *);
int cb_sqlite_history_by(cb_store *, cb_text, cb_change_list *);
int cb_sqlite_last_transaction(cb_store *, int64_t *);
int cb_sqlite_purge_history(cb_store *, int64_t);
int cb_sqlite_visit_history(cb_store *, cb_history_visitor, void *);

#endif
