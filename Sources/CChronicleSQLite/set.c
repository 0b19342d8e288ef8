#ifdef CHRONICLE_SQLITE
#include "chronicle_sqlite.h"
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// The table-valued function chronicle_set(pointer): the values of a bound set in their order, which is ascending. A statement
// keeps its shape whatever the size of the set, and no limit on variables applies.

static const char pointer_type[] = "chronicle_set";

typedef struct set_cursor {
    sqlite3_vtab_cursor base;
    const chronicle_set *set;
    int64_t row;
} set_cursor;

static int set_connect(
    sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **table, char **message) {
    (void)aux, (void)argc, (void)argv, (void)message;
    int code = sqlite3_declare_vtab(db, "CREATE TABLE x(value, pointer HIDDEN)");
    if (code != SQLITE_OK) return code;
    *table = sqlite3_malloc(sizeof **table);
    if (!*table) return SQLITE_NOMEM;
    memset(*table, 0, sizeof **table);
    return SQLITE_OK;
}

static int set_disconnect(sqlite3_vtab *table) {
    sqlite3_free(table);
    return SQLITE_OK;
}

static int set_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
    (void)table;
    if (info->nOrderBy == 1 && info->aOrderBy[0].iColumn == 0 && !info->aOrderBy[0].desc) info->orderByConsumed = 1;
    for (int i = 0; i < info->nConstraint; i++) {
        if (info->aConstraint[i].iColumn != 1 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
        if (!info->aConstraint[i].usable) return SQLITE_CONSTRAINT;
        info->aConstraintUsage[i].argvIndex = 1;
        info->aConstraintUsage[i].omit = 1;
        info->estimatedCost = 100;
        info->estimatedRows = 100;
        return SQLITE_OK;
    }
    info->estimatedCost = 1e12;
    return SQLITE_OK;
}

static int set_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor) {
    (void)table;
    set_cursor *made = sqlite3_malloc(sizeof *made);
    if (!made) return SQLITE_NOMEM;
    memset(made, 0, sizeof *made);
    *cursor = &made->base;
    return SQLITE_OK;
}

static int set_close(sqlite3_vtab_cursor *cursor) {
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static int set_filter(sqlite3_vtab_cursor *base, int number, const char *name, int argc, sqlite3_value **argv) {
    (void)number, (void)name;
    set_cursor *cursor = (set_cursor *)base;
    cursor->set = argc > 0 ? sqlite3_value_pointer(argv[0], pointer_type) : NULL;
    cursor->row = 0;
    return SQLITE_OK;
}

static int set_next(sqlite3_vtab_cursor *base) {
    ((set_cursor *)base)->row++;
    return SQLITE_OK;
}

static int set_eof(sqlite3_vtab_cursor *base) {
    set_cursor *cursor = (set_cursor *)base;
    return !cursor->set || cursor->row >= cursor->set->count;
}

static int set_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
    set_cursor *cursor = (set_cursor *)base;
    if (column != 0) return SQLITE_OK;
    if (cursor->set->integers) {
        sqlite3_result_int64(context, cursor->set->integers[cursor->row]);
        return SQLITE_OK;
    }
    const chronicle_value *value = &cursor->set->values[cursor->row];
    switch (value->kind) {
    case SQLITE_INTEGER: sqlite3_result_int64(context, value->as.integer); break;
    case SQLITE_FLOAT: sqlite3_result_double(context, value->as.real); break;
    case SQLITE_TEXT: sqlite3_result_text(context, value->as.bytes, value->count, SQLITE_STATIC); break;
    case SQLITE_BLOB: sqlite3_result_blob(context, value->as.bytes, value->count, SQLITE_STATIC); break;
    default: sqlite3_result_null(context);
    }
    return SQLITE_OK;
}

static int set_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
    *rowid = ((set_cursor *)base)->row;
    return SQLITE_OK;
}

static const sqlite3_module set_module = {
    .xConnect = set_connect,
    .xDisconnect = set_disconnect,
    .xBestIndex = set_best_index,
    .xOpen = set_open,
    .xClose = set_close,
    .xFilter = set_filter,
    .xNext = set_next,
    .xEof = set_eof,
    .xColumn = set_column,
    .xRowid = set_rowid,
};

int chronicle_register_set(sqlite3 *db) { return sqlite3_create_module(db, "chronicle_set", &set_module, NULL); }

// The order of numbers, then texts, then blobs, as SQLite has it.
static int rank(const chronicle_value *value) {
    return value->kind == SQLITE_INTEGER || value->kind == SQLITE_FLOAT ? 1 : value->kind;
}

static int compare_values(const void *first, const void *second) {
    const chronicle_value *a = first, *b = second;
    if (rank(a) != rank(b)) return rank(a) < rank(b) ? -1 : 1;
    if (rank(a) != 1) {
        int order = memcmp(a->as.bytes, b->as.bytes, (size_t)(a->count < b->count ? a->count : b->count));
        return order ? order : (a->count > b->count) - (a->count < b->count);
    }
    // A set has numbers of one kind.
    if (a->kind == SQLITE_INTEGER) return (a->as.integer > b->as.integer) - (a->as.integer < b->as.integer);
    return (a->as.real > b->as.real) - (a->as.real < b->as.real);
}

int64_t chronicle_sort_values(chronicle_value *values, int64_t count) {
    if (count < 2) return count;
    qsort(values, (size_t)count, sizeof *values, compare_values);
    int64_t kept = 1;
    for (int64_t i = 1; i < count; i++) {
        if (compare_values(&values[kept - 1], &values[i]) != 0) values[kept++] = values[i];
    }
    return kept;
}

static int64_t distinct(int64_t *integers, int64_t count) {
    int64_t kept = count > 0;
    for (int64_t i = 1; i < count; i++) {
        if (integers[i] != integers[kept - 1]) integers[kept++] = integers[i];
    }
    return kept;
}

// By their bytes, the least first; a byte that all have alike is passed over.
int64_t chronicle_sort_integers(int64_t *integers, int64_t *room, int64_t count) {
    int64_t *from = integers, *to = room;
    for (int shift = 0; shift < 64; shift += 8) {
        int64_t places[256] = {0};
        for (int64_t i = 0; i < count; i++) places[((uint64_t)from[i] ^ (1ULL << 63)) >> shift & 255]++;
        if (count > 0 && places[((uint64_t)from[0] ^ (1ULL << 63)) >> shift & 255] == count) continue;
        int64_t next = 0;
        for (int byte = 0; byte < 256; byte++) {
            int64_t here = places[byte];
            places[byte] = next;
            next += here;
        }
        for (int64_t i = 0; i < count; i++) to[places[((uint64_t)from[i] ^ (1ULL << 63)) >> shift & 255]++] = from[i];
        int64_t *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != integers) memcpy(integers, from, (size_t)count * sizeof *integers);
    return distinct(integers, count);
}

int chronicle_bind_set(sqlite3_stmt *statement, int index, chronicle_set *set) {
    return sqlite3_bind_pointer(statement, index, set, pointer_type, NULL);
}
#endif
