#ifdef CHRONICLE_SQLITE
#include "sqlite_store.h"

#include <stdlib.h>

#define COLUMNS "id, remoteID, carrier, number, tailNumber, origin, destination, departure, delayMinutes, distance, note"

static const char *const sql[SQL_STATEMENTS] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_INSERT] = "INSERT INTO flight (" COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    [SQL_ALL] = "SELECT " COLUMNS " FROM flight",
    [SQL_ONE] = "SELECT " COLUMNS " FROM flight WHERE id = ?1",
    [SQL_UNIQUE] = "SELECT " COLUMNS " FROM flight WHERE remoteID = ?1",
    [SQL_MEMBERS] = "SELECT flight." COLUMNS " FROM json_each(?1) AS member CROSS JOIN flight ON flight.id = member.value",
    [SQL_IN_NOTES] = "SELECT " COLUMNS " FROM flight WHERE instr(note, ?1) > 0",
    [SQL_PREFIX] = "SELECT " COLUMNS " FROM flight WHERE remoteID >= ?1 AND remoteID < ?2",
    [SQL_QUERY] = ("SELECT " COLUMNS " FROM flight WHERE origin = ?1 AND delayMinutes > ?2"
                   " ORDER BY departure, id LIMIT ?3"),
    [SQL_COUNT] = "SELECT count(*) FROM flight WHERE origin = ?1 AND delayMinutes > ?2",
    [SQL_UPDATE] = "UPDATE flight SET delayMinutes = ?2 WHERE id = ?1",
    [SQL_REMOTE_ID] = "SELECT remoteID FROM flight WHERE id = ?1",
    [SQL_DELETE] = "DELETE FROM flight WHERE id = ?1",
    [SQL_TOMBSTONES_NEAR] = ("INSERT INTO history (tx, time, author, operation, entity, row, mask, tombstone)"
                             " SELECT ?1, ?2, ?3, 2, 1, id, 0, CAST(remoteID AS BLOB) FROM flight WHERE distance <= ?4"),
    [SQL_DELETE_NEAR] = "DELETE FROM flight WHERE distance <= ?1",
    [SQL_ADD_AIRLINE] = "INSERT INTO airline (id, code, name) VALUES (?1, ?2, ?3)",
    [SQL_ADD_LEG] = "INSERT INTO leg (id, number, destination, departure, airline) VALUES (?1, ?2, ?3, ?4, ?5)",
    [SQL_LEGS] = ("SELECT l.id, l.number, l.destination, l.departure, l.airline FROM leg AS l"
                  " JOIN airline AS a ON a.id = l.airline WHERE a.name = ?1 AND l.number > ?2"
                  " ORDER BY l.departure, l.id LIMIT ?3"),
    [SQL_ALL_LEGS] = "SELECT id, number, destination, departure, airline FROM leg ORDER BY id",
    [SQL_LAST_TRANSACTION] = "SELECT tx FROM history ORDER BY seq DESC LIMIT 1",
    [SQL_ADD_HISTORY] = ("INSERT INTO history (tx, time, author, operation, entity, row, mask, tombstone)"
                         " VALUES (?1, ?2, ?8, ?3, ?4, ?5, ?6, ?7)"),
    [SQL_HISTORY] = "SELECT operation, row, tombstone FROM history ORDER BY seq",
    [SQL_HISTORY_BY] = "SELECT tx, row, operation, mask FROM history WHERE author = ?1 ORDER BY seq",
    [SQL_PURGE] = "DELETE FROM history WHERE tx <= ?1",
};

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS flight (id INTEGER PRIMARY KEY, remoteID TEXT NOT NULL, carrier TEXT NOT NULL,"
    " number INTEGER NOT NULL, tailNumber TEXT, origin TEXT NOT NULL, destination TEXT NOT NULL,"
    " departure REAL NOT NULL, delayMinutes INTEGER, distance INTEGER NOT NULL, note TEXT);"
    "CREATE UNIQUE INDEX IF NOT EXISTS flight_remoteID ON flight (remoteID);"
    "CREATE INDEX IF NOT EXISTS flight_origin ON flight (origin);"
    "CREATE TABLE IF NOT EXISTS airline (id INTEGER PRIMARY KEY, code TEXT NOT NULL, name TEXT NOT NULL);"
    "CREATE UNIQUE INDEX IF NOT EXISTS airline_code ON airline (code);"
    "CREATE TABLE IF NOT EXISTS leg (id INTEGER PRIMARY KEY, number INTEGER NOT NULL, destination TEXT NOT NULL,"
    " departure REAL NOT NULL, airline INTEGER);"
    "CREATE INDEX IF NOT EXISTS leg_airline ON leg (airline);"
    "CREATE TABLE IF NOT EXISTS history (seq INTEGER PRIMARY KEY, tx INTEGER NOT NULL, time REAL NOT NULL,"
    " author TEXT, operation INTEGER NOT NULL, entity INTEGER NOT NULL, row INTEGER NOT NULL,"
    " mask INTEGER NOT NULL, tombstone BLOB);";

int cb_sqlite_fail(cb_sqlite *store, int status) {
    return cb_fail(&store->head, status, "sqlite", store->db ? sqlite3_errmsg(store->db) : sqlite3_errstr(status));
}

sqlite3_stmt *cb_sqlite_statement(cb_sqlite *store, cb_sql which) {
    sqlite3_stmt **slot = &store->statements[which];
    if (!*slot && sqlite3_prepare_v3(store->db, sql[which], -1, SQLITE_PREPARE_PERSISTENT, slot, NULL) != SQLITE_OK) {
        cb_sqlite_fail(store, sqlite3_errcode(store->db));
    }
    return *slot;
}

int cb_sqlite_run(cb_sqlite *store, sqlite3_stmt *statement) {
    int status = sqlite3_step(statement);
    if (status != SQLITE_DONE) cb_sqlite_fail(store, status);
    sqlite3_reset(statement);
    return status == SQLITE_DONE ? 0 : status;
}

static void sqlite_close(cb_store *head) {
    cb_sqlite *store = (cb_sqlite *)head;
    for (int i = 0; i < SQL_STATEMENTS; i++) sqlite3_finalize(store->statements[i]);
    sqlite3_close(store->db);
    free(store);
}

static const cb_table table = {
    .insert = cb_sqlite_insert,
    .fetch_all = cb_sqlite_fetch_all,
    .fetch_each = cb_sqlite_fetch_each,
    .fetch_unique = cb_sqlite_fetch_unique,
    .fetch_members = cb_sqlite_fetch_members,
    .find_in_notes = cb_sqlite_find_in_notes,
    .find_by_prefix = cb_sqlite_find_by_prefix,
    .query = cb_sqlite_query,
    .count = cb_sqlite_count,
    .update = cb_sqlite_update,
    .remove = cb_sqlite_remove,
    .remove_near = cb_sqlite_remove_near,
    .insert_legs = cb_sqlite_insert_legs,
    .query_legs = cb_sqlite_query_legs,
    .fetch_legs = cb_sqlite_fetch_legs,
    .history_by = cb_sqlite_history_by,
    .last_transaction = cb_sqlite_last_transaction,
    .purge_history = cb_sqlite_purge_history,
    .visit_history = cb_sqlite_visit_history,
    .close = sqlite_close,
};

static const char *durability_pragma(cb_durability durability) {
    switch (durability) {
    case CB_OFF:
        return "PRAGMA synchronous = OFF";
    case CB_NORMAL:
        return "PRAGMA synchronous = NORMAL";
    case CB_FULL:
        break;
    }
    return "PRAGMA synchronous = FULL";
}

int cb_sqlite_open(const char *folder, cb_options options, cb_store **out) {
    cb_sqlite *store = calloc(1, sizeof *store);
    if (!store) return CB_NO_MEMORY;
    store->head.table = &table;
    store->head.options = options;
    store->transaction = -1;
    *out = &store->head;

    char path[4096];
    if (!cb_path(path, sizeof path, folder, "baseline.sqlite")) {
        return cb_fail(&store->head, CB_FAILED, folder, "the path is too long");
    }
    // One thread uses the store, so the connection needs no mutex.
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    int status = sqlite3_open_v2(path, &store->db, flags, NULL);
    if (status == SQLITE_OK) status = sqlite3_exec(store->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    if (status == SQLITE_OK) {
        status = sqlite3_exec(store->db, durability_pragma(options.durability), NULL, NULL, NULL);
    }
    // As large as that of Chronicle's writer, so that a ratio compares the work and not the cache.
    if (status == SQLITE_OK) status = sqlite3_exec(store->db, "PRAGMA cache_size = -16384", NULL, NULL, NULL);
    if (status == SQLITE_OK) status = sqlite3_exec(store->db, schema, NULL, NULL, NULL);
    return status == SQLITE_OK ? 0 : cb_sqlite_fail(store, status);
}

const char *cb_sqlite_version(void) {
    return sqlite3_libversion();
}

#else
#include "internal.h"

int cb_sqlite_open(const char *folder, cb_options options, cb_store **out) {
    (void)folder, (void)options, (void)out;
    return CB_NO_ENGINE;
}

const char *cb_sqlite_version(void) {
    return NULL;
}
#endif
