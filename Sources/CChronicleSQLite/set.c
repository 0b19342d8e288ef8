#ifdef CHRONICLE_SQLITE
#include "chronicle_sqlite.h"
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// The table-valued function chronicle_set(pointer): the values of a bound set. A statement keeps its shape whatever the
// size of the set, and no limit on variables applies.

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

int chronicle_bind_set(sqlite3_stmt *statement, int index, chronicle_set *set) {
    return sqlite3_bind_pointer(statement, index, set, pointer_type, NULL);
}
#endif
