#include <sqlite3.h>

/// Binds text or bytes that the caller keeps alive until the statement is reset.
static inline int chronicle_bind_text_static(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_STATIC);
}

/// Binds text that SQLite copies.
static inline int chronicle_bind_text_copy(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

/// Binds bytes that SQLite copies.
static inline int chronicle_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// The same for bytes that the caller keeps alive until the statement is reset.
static inline int chronicle_bind_blob_static(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_STATIC);
}
