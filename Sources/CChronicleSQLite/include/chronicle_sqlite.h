#ifndef CHRONICLE_SQLITE_H
#define CHRONICLE_SQLITE_H

#include <stdint.h>

struct sqlite3;
struct sqlite3_stmt;

/// One value of a set that a statement is bound to; `kind` is SQLite's type code (1 integer, 2 float, 3 text, 4 blob).
typedef struct chronicle_value {
    int32_t kind;
    int32_t count;
    union {
        int64_t integer;
        double real;
        const void *_Nullable bytes;
    } as;
} chronicle_value;

/// A set that a statement is bound to. The owner keeps it alive while it is bound.
typedef struct chronicle_set {
    const chronicle_value *_Nullable values;
    int64_t count;
} chronicle_set;

/// Writes the normal form of text to `*out` (allocated with `malloc`) and its length to `*out_count`.
typedef void (*chronicle_normalizer)(
    const char *_Nonnull text, int count, char *_Nullable *_Nonnull out, int *_Nonnull out_count);

/// Whether text contains (mode 0) or starts with (mode 1) another, cluster by cluster.
typedef int (*chronicle_matcher)(
    const char *_Nonnull text, int count, const char *_Nonnull other, int other_count, int mode);

/// Registers the functions `chronicle_nfc`, `chronicle_contains`, `chronicle_starts`, `chronicle_zero` and the table
/// `chronicle_set` with a connection; returns SQLite's result code.
int chronicle_register(
    struct sqlite3 *_Nonnull db, chronicle_normalizer _Nonnull normalizer, chronicle_matcher _Nonnull matcher);

/// Registers the function `chronicle_visit(any)`, which is true and counts how often it is asked; with null, takes it away.
/// The caller keeps the counter alive for as long.
int chronicle_register_counter(struct sqlite3 *_Nonnull db, int64_t *_Nullable counter);

/// Binds a set to a parameter.
int chronicle_bind_set(struct sqlite3_stmt *_Nonnull statement, int index, chronicle_set *_Nonnull set);

/// Whether all bytes are ASCII.
int chronicle_is_ascii(const char *_Nullable text, int64_t count);

#endif
