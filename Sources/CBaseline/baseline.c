#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

cb_flight *cb_list_append(cb_list *list) {
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? list->capacity * 2 : 128;
        cb_flight *items = realloc(list->items, capacity * sizeof *items);
        if (!items) return NULL;
        list->items = items;
        list->capacity = capacity;
    }
    return &list->items[list->count++];
}

void cb_list_free(cb_list *list) {
    for (size_t i = 0; i < list->count; i++) cb_free_texts(&list->items[i]);
    free(list->items);
    *list = (cb_list){0};
}

static char *move_text(cb_text *text, char *to) {
    if (!text->bytes) return to;
    memcpy(to, text->bytes, text->length);
    text->bytes = to;
    return to + text->length;
}

bool cb_own_texts(cb_flight *flight) {
    size_t total = flight->remote_id.length + flight->carrier.length + flight->tail_number.length
        + flight->origin.length + flight->destination.length + flight->note.length;
    char *to = malloc(total ? total : 1);
    if (!to) return false;
    // The remote identifier comes first and is never null, so it doubles as the handle of the allocation.
    to = move_text(&flight->remote_id, to);
    to = move_text(&flight->carrier, to);
    to = move_text(&flight->tail_number, to);
    to = move_text(&flight->origin, to);
    to = move_text(&flight->destination, to);
    move_text(&flight->note, to);
    return true;
}

void cb_free_texts(cb_flight *flight) {
    free((void *)flight->remote_id.bytes);
}
