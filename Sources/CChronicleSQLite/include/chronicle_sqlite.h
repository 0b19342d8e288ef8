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

/// A set that a statement is bound to, in ascending order and without repetitions: integers, or else values. The owner keeps
/// it alive while it is bound.
typedef struct chronicle_set {
    const chronicle_value *_Nullable values;
    const int64_t *_Nullable integers;
    int64_t count;
} chronicle_set;

/// Sorts values as SQLite does and takes repetitions out; returns how many are left.
int64_t chronicle_sort_values(chronicle_value *_Nonnull values, int64_t count);

/// The same for integers, with room for as many beside them.
int64_t chronicle_sort_integers(int64_t *_Nonnull integers, int64_t *_Nonnull room, int64_t count);

/// Swift's answers about texts, for the functions that a connection has.
typedef struct chronicle_texts {
    /// Writes the normal form of text to `*out` (allocated with `malloc`) and its length to `*out_count`.
    void (*_Nonnull normal)(
        const char *_Nonnull text, int count, char *_Nullable *_Nonnull out, int *_Nonnull out_count);
    /// In the same way the bytes that a text is ordered by when case is passed over (0), or in the standard order (1).
    void (*_Nonnull key)(
        const char *_Nonnull text, int count, int order, char *_Nullable *_Nonnull out, int *_Nonnull out_count);
    /// Whether text contains (mode 0) or starts with (mode 1) another, cluster by cluster.
    int (*_Nonnull match)(const char *_Nonnull text, int count, const char *_Nonnull other, int other_count, int mode);
    /// The number of clusters.
    int64_t (*_Nonnull length)(const char *_Nonnull text, int count);
    /// A search for a pattern, which belongs to the caller.
    void *_Nonnull (*_Nonnull makeSearch)(const char *_Nonnull pattern, int count);
    int (*_Nonnull search)(const void *_Nonnull search, const char *_Nonnull text, int count);
    void (*_Nonnull releaseSearch)(void *_Nonnull search);
    /// Whether a part of text matches a pattern that was bound.
    int (*_Nonnull matches)(const void *_Nonnull pattern, const char *_Nonnull text, int count);
} chronicle_texts;

/// Registers the functions `chronicle_nfc`, `chronicle_contains`, `chronicle_starts`, `chronicle_search`,
/// `chronicle_matches`, `chronicle_length`, `chronicle_key`, `chronicle_order`, `chronicle_zero` and the table
/// `chronicle_set` with a connection; returns SQLite's result code.
int chronicle_register(struct sqlite3 *_Nonnull db, const chronicle_texts *_Nonnull texts);

/// Registers the function `chronicle_visit(any)`, which is true and counts how often it is asked; with null, takes it away.
/// The caller keeps the counter alive for as long.
int chronicle_register_counter(struct sqlite3 *_Nonnull db, int64_t *_Nullable counter);

/// Binds a set to a parameter.
int chronicle_bind_set(struct sqlite3_stmt *_Nonnull statement, int index, chronicle_set *_Nonnull set);

/// Binds a pattern, which the caller keeps alive while it is bound.
int chronicle_bind_pattern(struct sqlite3_stmt *_Nonnull statement, int index, void *_Nonnull pattern);

/// Whether all bytes are ASCII.
int chronicle_is_ascii(const char *_Nullable text, int64_t count);

#endif
