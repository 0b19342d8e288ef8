#ifdef CHRONICLE_SQLITE
#include "sqlite_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cb_text cb_sqlite_column_text(sqlite3_stmt *statement, int index) {
    const char *bytes = (const char *)sqlite3_column_text(statement, index);
    return (cb_text){bytes, bytes ? (size_t)sqlite3_column_bytes(statement, index) : 0};
}

void cb_sqlite_row(sqlite3_stmt *statement, cb_flight *out) {
    out->id = sqlite3_column_int64(statement, 0);
    out->remote_id = cb_sqlite_column_text(statement, 1);
    out->carrier = cb_sqlite_column_text(statement, 2);
    out->number = sqlite3_column_int64(statement, 3);
    out->tail_number = cb_sqlite_column_text(statement, 4);
    out->origin = cb_sqlite_column_text(statement, 5);
    out->destination = cb_sqlite_column_text(statement, 6);
    out->departure = sqlite3_column_double(statement, 7);
    out->has_delay = sqlite3_column_type(statement, 8) != SQLITE_NULL;
    out->delay_minutes = sqlite3_column_int64(statement, 8);
    out->distance = sqlite3_column_int64(statement, 9);
    out->note = cb_sqlite_column_text(statement, 10);
}

/// Steps to the end and copies each row to the heap; a list that failed is left empty.
static int collect(cb_sqlite *store, sqlite3_stmt *statement, cb_list *out) {
    int status;
    *out = (cb_list){0};
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        cb_flight *flight = cb_list_append(out);
        if (!flight) break;
        cb_sqlite_row(statement, flight);
        if (!cb_own_texts(flight)) {
            out->count--;
            break;
        }
    }
    if (status == SQLITE_ROW) {
        cb_fail(&store->head, CB_NO_MEMORY, "fetch", "out of memory");
        status = CB_NO_MEMORY;
    } else if (status != SQLITE_DONE) {
        cb_sqlite_fail(store, status);
    }
    sqlite3_reset(statement);
    if (status == SQLITE_DONE) return 0;
    cb_list_free(out);
    return status;
}

int cb_sqlite_fetch_all(cb_store *head, cb_list *out) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_ALL);
    return statement ? collect(store, statement, out) : CB_FAILED;
}

/// Runs a statement whose key is bound, copies its one row to the heap, and adds to the sum.
static int fetch_one(cb_sqlite *store, sqlite3_stmt *statement, int64_t *sum) {
    int status = sqlite3_step(statement);
    if (status != SQLITE_ROW) {
        sqlite3_reset(statement);
        return status == SQLITE_DONE ? cb_fail(&store->head, CB_NOT_FOUND, "fetch", "no such row")
                                     : cb_sqlite_fail(store, status);
    }
    cb_flight flight;
    cb_sqlite_row(statement, &flight);
    bool owned = cb_own_texts(&flight);
    sqlite3_reset(statement);
    if (!owned) return cb_fail(&store->head, CB_NO_MEMORY, "fetch", "out of memory");
    *sum += flight.number + flight.distance;
    cb_free_texts(&flight);
    return 0;
}

int cb_sqlite_fetch_each(cb_store *head, const int64_t *ids, size_t count, int64_t *sum) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_ONE);
    if (!statement) return CB_FAILED;
    *sum = 0;
    for (size_t i = 0; i < count; i++) {
        int status = sqlite3_bind_int64(statement, 1, ids[i]);
        status = status ? cb_sqlite_fail(store, status) : fetch_one(store, statement, sum);
        if (status) return status;
    }
    return 0;
}

int cb_sqlite_fetch_unique(cb_store *head, const cb_text *remotes, size_t count, int64_t *sum) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_UNIQUE);
    if (!statement) return CB_FAILED;
    *sum = 0;
    for (size_t i = 0; i < count; i++) {
        int status = cb_sqlite_bind_text(statement, 1, remotes[i]);
        status = status ? cb_sqlite_fail(store, status) : fetch_one(store, statement, sum);
        if (status) return status;
    }
    return 0;
}

/// The numbers as a JSON array, on the heap; null when memory ran out.
static char *json(const int64_t *numbers, size_t count, size_t *length) {
    char *text = malloc(count * 21 + 3), *to = text;
    if (!text) return NULL;
    *to++ = '[';
    for (size_t i = 0; i < count; i++) to += sprintf(to, i ? ",%lld" : "%lld", (long long)numbers[i]);
    *to++ = ']';
    *length = (size_t)(to - text);
    return text;
}

int cb_sqlite_fetch_members(cb_store *head, const int64_t *ids, size_t count, cb_list *out) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_MEMBERS);
    if (!statement) return CB_FAILED;
    size_t length = 0;
    // What costs least of what SQLite brings along: sorted, without a table of its own for the members.
    int64_t *sorted = cb_sorted(ids, count);
    char *members = sorted ? json(sorted, count, &length) : NULL;
    free(sorted);
    if (!members) return cb_fail(head, CB_NO_MEMORY, "fetch", "out of memory");
    int status = sqlite3_bind_text64(statement, 1, members, length, free, SQLITE_UTF8);
    return status ? cb_sqlite_fail(store, status) : collect(store, statement, out);
}

int cb_sqlite_find_in_notes(cb_store *head, cb_text text, cb_list *out) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_IN_NOTES);
    if (!statement) return CB_FAILED;
    int status = cb_sqlite_bind_text(statement, 1, text);
    return status ? cb_sqlite_fail(store, status) : collect(store, statement, out);
}

int cb_sqlite_find_by_prefix(cb_store *head, cb_text prefix, cb_list *out) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_PREFIX);
    char after[64];
    if (!statement) return CB_FAILED;
    if (!prefix.length || prefix.length > sizeof after) return cb_fail(head, CB_FAILED, "fetch", "no such prefix");
    // The first text that comes after all texts with the prefix.
    memcpy(after, prefix.bytes, prefix.length);
    after[prefix.length - 1]++;
    int status = cb_sqlite_bind_text(statement, 1, prefix);
    if (!status) status = cb_sqlite_bind_text(statement, 2, (cb_text){after, prefix.length});
    return status ? cb_sqlite_fail(store, status) : collect(store, statement, out);
}

static int bind_filter(sqlite3_stmt *statement, cb_text origin, int64_t delayed_more_than) {
    int status = sqlite3_bind_text64(statement, 1, origin.bytes, origin.length, SQLITE_STATIC, SQLITE_UTF8);
    return status ? status : sqlite3_bind_int64(statement, 2, delayed_more_than);
}

int cb_sqlite_query(cb_store *head, cb_text origin, int64_t delayed_more_than, size_t limit, cb_list *out) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_QUERY);
    if (!statement) return CB_FAILED;
    int status = bind_filter(statement, origin, delayed_more_than);
    if (!status) status = sqlite3_bind_int64(statement, 3, (int64_t)limit);
    return status ? cb_sqlite_fail(store, status) : collect(store, statement, out);
}

int cb_sqlite_count(cb_store *head, cb_text origin, int64_t delayed_more_than, int64_t *out) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_COUNT);
    if (!statement) return CB_FAILED;
    int status = bind_filter(statement, origin, delayed_more_than);
    if (status) return cb_sqlite_fail(store, status);
    status = sqlite3_step(statement);
    if (status == SQLITE_ROW) *out = sqlite3_column_int64(statement, 0);
    if (status != SQLITE_ROW) cb_sqlite_fail(store, status);
    sqlite3_reset(statement);
    return status == SQLITE_ROW ? 0 : status;
}
#endif
