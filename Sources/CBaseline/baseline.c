#include "internal.h"

#include <stdio.h>
#include <time.h>

int cb_open(const char *folder, cb_options options, cb_store **out) {
    *out = NULL;
    switch (options.engine) {
    case CB_SQLITE:
        return cb_sqlite_open(folder, options, out);
    case CB_LMDB:
        return cb_lmdb_open(folder, options, out);
    }
    return CB_NO_ENGINE;
}

const char *cb_engine_version(cb_engine engine) {
    return engine == CB_SQLITE ? cb_sqlite_version() : cb_lmdb_version();
}

void cb_close(cb_store *store) {
    if (store) store->table->close(store);
}

const char *cb_message(const cb_store *store) {
    return store ? store->message : "out of memory, or this build has not got the engine";
}

int cb_insert(cb_store *store, const cb_flight *flights, size_t count, size_t per_transaction) {
    return store->table->insert(store, flights, count, per_transaction);
}

int cb_fetch_all(cb_store *store, cb_list *out) {
    return store->table->fetch_all(store, out);
}

int cb_fetch_each(cb_store *store, const int64_t *ids, size_t count, int64_t *sum) {
    return store->table->fetch_each(store, ids, count, sum);
}

int cb_query(cb_store *store, cb_text origin, int64_t delayed_more_than, size_t limit, cb_list *out) {
    return store->table->query(store, origin, delayed_more_than, limit, out);
}

int cb_count(cb_store *store, cb_text origin, int64_t delayed_more_than, int64_t *out) {
    return store->table->count(store, origin, delayed_more_than, out);
}

int cb_update(cb_store *store, const cb_edit *edits, size_t count, size_t per_transaction) {
    return store->table->update(store, edits, count, per_transaction);
}

int cb_delete(cb_store *store, const int64_t *ids, size_t count, size_t per_transaction) {
    return store->table->remove(store, ids, count, per_transaction);
}

int cb_fetch_unique(cb_store *store, const cb_text *remotes, size_t count, int64_t *sum) {
    return store->table->fetch_unique(store, remotes, count, sum);
}

int cb_fetch_members(cb_store *store, const int64_t *ids, size_t count, cb_list *out) {
    return store->table->fetch_members(store, ids, count, out);
}

int cb_find_in_notes(cb_store *store, cb_text text, cb_list *out) {
    return store->table->find_in_notes(store, text, out);
}

int cb_find_by_prefix(cb_store *store, cb_text prefix, cb_list *out) {
    return store->table->find_by_prefix(store, prefix, out);
}

int cb_delete_near(cb_store *store, int64_t distance, size_t *deleted) {
    return store->table->remove_near(store, distance, deleted);
}

int cb_insert_legs(cb_store *store, const cb_airline *airlines, size_t airline_count, const cb_leg *legs, size_t count,
                   size_t per_transaction) {
    return store->table->insert_legs(store, airlines, airline_count, legs, count, per_transaction);
}

int cb_query_legs(cb_store *store, cb_text airline_name, int64_t above_number, size_t limit, cb_leg_list *out) {
    return store->table->query_legs(store, airline_name, above_number, limit, out);
}

int cb_fetch_legs(cb_store *store, cb_leg_list *out) {
    return store->table->fetch_legs(store, out);
}

int cb_history_by(cb_store *store, cb_text author, cb_change_list *out) {
    return store->table->history_by(store, author, out);
}

int cb_last_transaction(cb_store *store, int64_t *out) {
    return store->table->last_transaction(store, out);
}

int cb_purge_history(cb_store *store, int64_t through) {
    return store->table->purge_history(store, through);
}

void cb_set_author(cb_store *store, const char *author) {
    snprintf(store->author, sizeof store->author, "%s", author);
}

int cb_visit_history(cb_store *store, cb_history_visitor visitor, void *context) {
    return store->table->visit_history(store, visitor, context);
}

int cb_fail(cb_store *store, int status, const char *what, const char *why) {
    snprintf(store->message, sizeof store->message, "%s: %s", what, why);
    return status;
}

bool cb_path(char *buffer, size_t size, const char *folder, const char *name) {
    int length = snprintf(buffer, size, "%s/%s", folder, name);
    return length > 0 && (size_t)length < size;
}

double cb_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}
