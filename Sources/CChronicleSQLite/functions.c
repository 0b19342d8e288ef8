#ifdef CHRONICLE_SQLITE
#define _GNU_SOURCE
#include "chronicle_sqlite.h"
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

int chronicle_register_set(sqlite3 *db);

typedef struct callbacks {
    chronicle_normalizer normalizer;
    chronicle_matcher matcher;
} callbacks;

int chronicle_is_ascii(const char *text, int64_t count) {
    uint64_t seen = 0;
    int64_t i = 0;
    for (; i + 8 <= count; i += 8) {
        uint64_t word;
        memcpy(&word, text + i, 8);
        seen |= word;
    }
    for (; i < count; i++) seen |= (uint64_t)(unsigned char)text[i] << 56;
    return (seen & 0x8080808080808080ULL) == 0;
}

static void nfc(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    if (sqlite3_value_type(argv[0]) != SQLITE_TEXT) {
        sqlite3_result_value(context, argv[0]);
        return;
    }
    const char *text = (const char *)sqlite3_value_text(argv[0]);
    int count = sqlite3_value_bytes(argv[0]);
    if (!text || chronicle_is_ascii(text, count)) {
        sqlite3_result_value(context, argv[0]);
        return;
    }
    char *out = NULL;
    int out_count = 0;
    ((callbacks *)sqlite3_user_data(context))->normalizer(text, count, &out, &out_count);
    if (!out) {
        sqlite3_result_error_nomem(context);
        return;
    }
    sqlite3_result_text(context, out, out_count, free);
}

// ASCII without a carriage return has one cluster a byte, so that bytes decide.
static int is_simple(const char *text, int count) {
    return chronicle_is_ascii(text, count) && memchr(text, '\r', (size_t)count) == NULL;
}

static void match(sqlite3_context *context, sqlite3_value **argv, int mode) {
    if (sqlite3_value_type(argv[0]) != SQLITE_TEXT || sqlite3_value_type(argv[1]) != SQLITE_TEXT) {
        sqlite3_result_int(context, 0);
        return;
    }
    const char *text = (const char *)sqlite3_value_text(argv[0]);
    int count = sqlite3_value_bytes(argv[0]);
    const char *other = (const char *)sqlite3_value_text(argv[1]);
    int other_count = sqlite3_value_bytes(argv[1]);
    if (!text || !other) {
        sqlite3_result_error_nomem(context);
        return;
    }
    int found;
    if (other_count == 0) {
        found = 1;
    } else if (is_simple(text, count)) {
        if (other_count > count) {
            found = 0;
        } else if (mode == 0) {
            found = memmem(text, (size_t)count, other, (size_t)other_count) != NULL;
        } else {
            found = memcmp(text, other, (size_t)other_count) == 0;
        }
    } else {
        found = ((callbacks *)sqlite3_user_data(context))->matcher(text, count, other, other_count, mode);
    }
    sqlite3_result_int(context, found);
}

static void contains(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    match(context, argv, 0);
}

static void starts(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    match(context, argv, 1);
}

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

int chronicle_register(sqlite3 *db, chronicle_normalizer normalizer, chronicle_matcher matcher) {
    static const struct {
        const char *name;
        int count;
        void (*function)(sqlite3_context *, int, sqlite3_value **);
    } functions[] = {
        {"chronicle_nfc", 1, nfc},
        {"chronicle_contains", 2, contains},
        {"chronicle_starts", 2, starts},
        {"chronicle_zero", 3, zero},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        callbacks *shared = malloc(sizeof *shared);
        if (!shared) return SQLITE_NOMEM;
        shared->normalizer = normalizer;
        shared->matcher = matcher;
        // SQLite frees the callbacks also when it fails.
        int code = sqlite3_create_function_v2(
            db, functions[i].name, functions[i].count, SQLITE_UTF8 | SQLITE_DETERMINISTIC, shared,
            functions[i].function, NULL, NULL, free);
        if (code != SQLITE_OK) return code;
    }
    return chronicle_register_set(db);
}
#endif
