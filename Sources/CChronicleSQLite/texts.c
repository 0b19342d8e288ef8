#ifdef CHRONICLE_SQLITE
#define _GNU_SOURCE
#include "chronicle_sqlite.h"
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// Functions over texts. ASCII is answered here, everything else by Swift.

static const char pattern_type[] = "chronicle_pattern";

// The bytes of an argument; none, with an error said, when memory ran out.
typedef struct text {
    const char *bytes;
    int count;
} text;

static text text_of(sqlite3_context *context, sqlite3_value *value) {
    text text = {(const char *)sqlite3_value_text(value), 0};
    text.count = sqlite3_value_bytes(value);
    if (!text.bytes) sqlite3_result_error_nomem(context);
    return text;
}

static const chronicle_texts *swift(sqlite3_context *context) { return sqlite3_user_data(context); }

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

static char lower(char byte) { return byte >= 'A' && byte <= 'Z' ? (char)(byte | 0x20) : byte; }

// Whether a part of ASCII does not cut a line break (CR LF, one cluster) in half.
static int keeps_line_breaks(text text, int start, int end) {
    if (start > 0 && text.bytes[start] == '\n' && text.bytes[start - 1] == '\r') return 0;
    return end == text.count || text.bytes[end] != '\n' || text.bytes[end - 1] != '\r';
}

static void nfc(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    if (sqlite3_value_type(argv[0]) != SQLITE_TEXT) {
        sqlite3_result_value(context, argv[0]);
        return;
    }
    text text = text_of(context, argv[0]);
    if (!text.bytes) return;
    if (chronicle_is_ascii(text.bytes, text.count)) {
        sqlite3_result_value(context, argv[0]);
        return;
    }
    char *out = NULL;
    int count = 0;
    swift(context)->normal(text.bytes, text.count, &out, &count);
    if (out) {
        sqlite3_result_text(context, out, count, free);
    } else {
        sqlite3_result_error_nomem(context);
    }
}

static int is_at(text text, struct text other, int start) {
    return start + other.count <= text.count && memcmp(text.bytes + start, other.bytes, (size_t)other.count) == 0
        && keeps_line_breaks(text, start, start + other.count);
}

static int is_in_ascii(text text, struct text other) {
    int start = 0;
    for (;;) {
        const char *hit =
            memmem(text.bytes + start, (size_t)(text.count - start), other.bytes, (size_t)other.count);
        if (!hit) return 0;
        start = (int)(hit - text.bytes);
        if (keeps_line_breaks(text, start, start + other.count)) return 1;
        start++;
    }
}

static void match(sqlite3_context *context, sqlite3_value **argv, int mode) {
    if (sqlite3_value_type(argv[0]) != SQLITE_TEXT || sqlite3_value_type(argv[1]) != SQLITE_TEXT) {
        sqlite3_result_int(context, 0);
        return;
    }
    text text = text_of(context, argv[0]), other = text_of(context, argv[1]);
    if (!text.bytes || !other.bytes) return;
    int found;
    if (other.count == 0) {
        found = 1;
    } else if (!chronicle_is_ascii(text.bytes, text.count)) {
        found = swift(context)->match(text.bytes, text.count, other.bytes, other.count, mode);
    } else {
        found = mode == 0 ? is_in_ascii(text, other) : is_at(text, other, 0);
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

// A search that is made ready once for a constant pattern.
typedef struct prepared_search {
    void *search;
    void (*release)(void *);
    // The pattern in small letters; none unless it is ASCII.
    char *small;
    int count;
} prepared_search;

static void release_search(void *pointer) {
    prepared_search *prepared = pointer;
    prepared->release(prepared->search);
    free(prepared->small);
    free(prepared);
}

static prepared_search *prepare_search(sqlite3_context *context, text pattern) {
    prepared_search *prepared = calloc(1, sizeof *prepared);
    if (!prepared) return NULL;
    if (chronicle_is_ascii(pattern.bytes, pattern.count)) {
        prepared->small = malloc((size_t)pattern.count + 1);
        if (!prepared->small) {
            free(prepared);
            return NULL;
        }
        for (int i = 0; i < pattern.count; i++) prepared->small[i] = lower(pattern.bytes[i]);
    }
    prepared->count = pattern.count;
    prepared->release = swift(context)->releaseSearch;
    prepared->search = swift(context)->makeSearch(pattern.bytes, pattern.count);
    return prepared;
}

static int search_ascii(const prepared_search *prepared, text text) {
    for (int start = 0; start + prepared->count <= text.count; start++) {
        int at = 0;
        while (at < prepared->count && lower(text.bytes[start + at]) == prepared->small[at]) at++;
        if (at == prepared->count && keeps_line_breaks(text, start, start + at)) return 1;
    }
    return 0;
}

static void search(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    if (sqlite3_value_type(argv[0]) != SQLITE_TEXT || sqlite3_value_type(argv[1]) != SQLITE_TEXT) {
        sqlite3_result_int(context, 0);
        return;
    }
    prepared_search *known = sqlite3_get_auxdata(context, 1), *prepared = known;
    text text = text_of(context, argv[0]);
    if (!text.bytes) return;
    if (!prepared) {
        struct text pattern = text_of(context, argv[1]);
        if (!pattern.bytes) return;
        prepared = prepare_search(context, pattern);
        if (!prepared) {
            sqlite3_result_error_nomem(context);
            return;
        }
    }
    int found;
    if (prepared->count == 0) {
        found = 0;
    } else if (prepared->small && chronicle_is_ascii(text.bytes, text.count)) {
        found = search_ascii(prepared, text);
    } else {
        found = swift(context)->search(prepared->search, text.bytes, text.count);
    }
    sqlite3_result_int(context, found);
    // SQLite may release it at once.
    if (!known) sqlite3_set_auxdata(context, 1, prepared, release_search);
}

static void matches(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    const void *pattern = sqlite3_value_pointer(argv[1], pattern_type);
    if (sqlite3_value_type(argv[0]) != SQLITE_TEXT || !pattern) {
        sqlite3_result_int(context, 0);
        return;
    }
    text text = text_of(context, argv[0]);
    if (text.bytes) sqlite3_result_int(context, swift(context)->matches(pattern, text.bytes, text.count));
}

static void length(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    int type = sqlite3_value_type(argv[0]);
    if (type == SQLITE_BLOB) {
        sqlite3_result_int(context, sqlite3_value_bytes(argv[0]));
        return;
    }
    if (type != SQLITE_TEXT) return;
    text text = text_of(context, argv[0]);
    if (!text.bytes) return;
    if (!chronicle_is_ascii(text.bytes, text.count)) {
        sqlite3_result_int64(context, swift(context)->length(text.bytes, text.count));
        return;
    }
    int clusters = text.count;
    for (int i = 1; i < text.count; i++) clusters -= text.bytes[i] == '\n' && text.bytes[i - 1] == '\r';
    sqlite3_result_int(context, clusters);
}

static void key(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    if (sqlite3_value_type(argv[0]) != SQLITE_TEXT) return;
    int order = sqlite3_value_int(argv[1]);
    text text = text_of(context, argv[0]);
    if (!text.bytes) return;
    char *out = NULL;
    int count = 0;
    if (order == 0 && chronicle_is_ascii(text.bytes, text.count)) {
        out = malloc((size_t)text.count + 1);
        count = text.count;
        for (int i = 0; out && i < count; i++) out[i] = lower(text.bytes[i]);
    } else {
        swift(context)->key(text.bytes, text.count, order, &out, &count);
    }
    if (out) {
        sqlite3_result_blob(context, out, count, free);
    } else {
        sqlite3_result_error_nomem(context);
    }
}

static void order(sqlite3_context *context, int argc, sqlite3_value **argv) {
    (void)argc;
    if (sqlite3_value_type(argv[0]) == SQLITE_NULL || sqlite3_value_type(argv[1]) == SQLITE_NULL) return;
    // An empty blob has no bytes.
    const void *first = sqlite3_value_blob(argv[0]), *second = sqlite3_value_blob(argv[1]);
    int first_count = sqlite3_value_bytes(argv[0]), second_count = sqlite3_value_bytes(argv[1]);
    int count = first_count < second_count ? first_count : second_count;
    int sign = count > 0 ? memcmp(first, second, (size_t)count) : 0;
    if (sign == 0) sign = first_count - second_count;
    sqlite3_result_int(context, (sign > 0) - (sign < 0));
}

int chronicle_bind_pattern(sqlite3_stmt *statement, int index, void *pattern) {
    return sqlite3_bind_pointer(statement, index, pattern, pattern_type, NULL);
}

int chronicle_register_texts(sqlite3 *db, const chronicle_texts *texts) {
    static const struct {
        const char *name;
        int count;
        void (*function)(sqlite3_context *, int, sqlite3_value **);
    } functions[] = {
        {"chronicle_nfc", 1, nfc},       {"chronicle_contains", 2, contains}, {"chronicle_starts", 2, starts},
        {"chronicle_search", 2, search}, {"chronicle_matches", 2, matches},   {"chronicle_length", 1, length},
        {"chronicle_key", 2, key},       {"chronicle_order", 2, order},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        chronicle_texts *own = malloc(sizeof *own);
        if (!own) return SQLITE_NOMEM;
        *own = *texts;
        // SQLite frees them also when it fails.
        int code = sqlite3_create_function_v2(
            db, functions[i].name, functions[i].count, SQLITE_UTF8 | SQLITE_DETERMINISTIC, own,
            functions[i].function, NULL, NULL, free);
        if (code != SQLITE_OK) return code;
    }
    return SQLITE_OK;
}
#endif
