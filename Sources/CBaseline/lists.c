// The lists of results, which grow on the heap.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

static int compare_ids(const void *first, const void *second) {
    int64_t a = *(const int64_t *)first, b = *(const int64_t *)second;
    return (a > b) - (a < b);
}

int64_t *cb_sorted(const int64_t *ids, size_t count) {
    int64_t *sorted = malloc(count ? count * sizeof *sorted : 1);
    if (!sorted) return NULL;
    if (count) memcpy(sorted, ids, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_ids);
    return sorted;
}

/// Room for one more element of a list, whose items may move.
static bool reserve(void **items, size_t *capacity, size_t count, size_t size) {
    if (count < *capacity) return true;
    size_t wanted = *capacity ? *capacity * 2 : 128;
    void *moved = realloc(*items, wanted * size);
    if (!moved) return false;
    *items = moved;
    *capacity = wanted;
    return true;
}

cb_flight *cb_list_append(cb_list *list) {
    if (!reserve((void **)&list->items, &list->capacity, list->count, sizeof *list->items)) return NULL;
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

bool cb_leg_list_append(cb_leg_list *list, const cb_leg *leg) {
    if (!reserve((void **)&list->items, &list->capacity, list->count, sizeof *list->items)) return false;
    char *text = malloc(leg->destination.length ? leg->destination.length : 1);
    if (!text) return false;
    memcpy(text, leg->destination.bytes, leg->destination.length);
    list->items[list->count] = *leg;
    list->items[list->count++].destination.bytes = text;
    return true;
}

void cb_leg_list_free(cb_leg_list *list) {
    for (size_t i = 0; i < list->count; i++) free((void *)list->items[i].destination.bytes);
    free(list->items);
    *list = (cb_leg_list){0};
}

bool cb_change_list_append(cb_change_list *list, cb_change change) {
    if (!reserve((void **)&list->items, &list->capacity, list->count, sizeof *list->items)) return false;
    list->items[list->count++] = change;
    return true;
}

void cb_change_list_free(cb_change_list *list) {
    free(list->items);
    *list = (cb_change_list){0};
}
