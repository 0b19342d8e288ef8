#ifdef CHRONICLE_SQLITE
#include "chronicle_sqlite.h"
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

int chronicle_register_set(sqlite3 *db);

int chronicle_register_texts(sqlite3 *db, const chronicle_texts *texts);

// chronicle_zero(old, removed, added): a list of column names, each followed by a newline, without those removed and with
// those added; null when it is empty. No column of `removed` is left in the list before `added` is appended.
static void zero(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    if (sqlite3_value_type(argv[0]) == SQLITE_NULL) {
        sqlite3_result_value(context, argv[2]);
        return;
    }
    const char *old = (const char *)sqlite3_value_text(argv[0]);
    size_t old_count = (size_t)sqlite3_value_bytes(argv[0]);
    const char *removed = (const char *)sqlite3_value_text(argv[1]);
    size_t removed_count = (size_t)sqlite3_value_bytes(argv[1]);
    const char *added = (const char *)sqlite3_value_text(argv[2]);
    size_t added_count = (size_t)sqlite3_value_bytes(argv[2]);
    char *out = malloc(old_count + added_count + 1);
    if (!out || !old) {
        free(out);
        sqlite3_result_error_nomem(context);
        return;
    }
    size_t used = 0;
    const char *end = old + old_count;
    for (const char *name = old; name < end;) {
        const char *stop = memchr(name, '\n', (size_t)(end - name));
        size_t length = stop ? (size_t)(stop - name) + 1 : (size_t)(end - name);
        int gone = 0;
        for (const char *other = removed; other && other < removed + removed_count;) {
            const char *other_stop = memchr(other, '\n', (size_t)(removed + removed_count - other));
            size_t other_length =
                other_stop ? (size_t)(other_stop - other) + 1 : (size_t)(removed + removed_count - other);
            if (other_length == length && memcmp(name, other, length) == 0) gone = 1;
            other += other_length;
        }
        if (!gone) {
            memcpy(out + used, name, length);
            used += length;
        }
        name += length;
    }
    if (added_count) memcpy(out + used, added, added_count);
    used += added_count;
    if (used == 0) {
        free(out);
        sqlite3_result_null(context);
    } else {
        sqlite3_result_text(context, out, (int)used, free);
    }
}

// chronicle_visit(any): true, and counts how often it is asked.
static void visit(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc, (void)argv;
    ++*(int64_t *)sqlite3_user_data(context);
    sqlite3_result_int(context, 1);
}

int chronicle_register_counter(sqlite3 *db, int64_t *counter) {
    return sqlite3_create_function_v2(
        db, "chronicle_visit", 1, SQLITE_UTF8, counter, counter ? visit : NULL, NULL, NULL, NULL);
}

int chronicle_register(sqlite3 *db, const chronicle_texts *texts) {
    int code = sqlite3_create_function_v2(
        db, "chronicle_zero", 3, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, zero, NULL, NULL, NULL);
    if (code == SQLITE_OK) code = chronicle_register_texts(db, texts);
    return code == SQLITE_OK ? chronicle_register_set(db) : code;
}
#endif
