#ifdef CHRONICLE_LMDB
#include "lmdb_store.h"

#include <stdlib.h>
#include <string.h>

static int copy_row(cb_lmdb *store, const void *bytes, int64_t id, cb_list *out) {
    cb_flight *flight = cb_list_append(out);
    if (!flight) return cb_fail(&store->head, CB_NO_MEMORY, "fetch", "out of memory");
    cb_unpack(bytes, id, flight);
    if (cb_own_texts(flight)) return 0;
    out->count--;
    return cb_fail(&store->head, CB_NO_MEMORY, "fetch", "out of memory");
}

int cb_lmdb_fetch_all(cb_store *head, cb_list *out) {
    cb_lmdb *store = (cb_lmdb *)head;
    *out = (cb_list){0};
    int status = cb_lmdb_begin_read(store);
    if (status) return status;
    MDB_val key, value;
    int failed = 0;
    status = mdb_cursor_get(store->row_reader, &key, &value, MDB_FIRST);
    while (!status && !failed) {
        int64_t id;
        memcpy(&id, key.mv_data, sizeof id);
        failed = copy_row(store, value.mv_data, id, out);
        status = mdb_cursor_get(store->row_reader, &key, &value, MDB_NEXT);
    }
    cb_lmdb_end_read(store);
    if (!failed && status != MDB_NOTFOUND) failed = cb_lmdb_fail(store, status);
    if (failed) cb_list_free(out);
    return failed;
}

int cb_lmdb_fetch_each(cb_store *head, const int64_t *ids, size_t count, int64_t *sum) {
    cb_lmdb *store = (cb_lmdb *)head;
    int64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        int status = cb_lmdb_begin_read(store);
        if (status) return status;
        uint64_t id = (uint64_t)ids[i];
        MDB_val key = {sizeof id, &id}, value;
        status = mdb_cursor_get(store->row_reader, &key, &value, MDB_SET_KEY);
        cb_flight flight;
        bool owned = false;
        if (!status) {
            cb_unpack(value.mv_data, ids[i], &flight);
            owned = cb_own_texts(&flight);
        }
        cb_lmdb_end_read(store);
        if (status == MDB_NOTFOUND) return cb_fail(head, CB_NOT_FOUND, "fetch", "no such row");
        if (status) return cb_lmdb_fail(store, status);
        if (!owned) return cb_fail(head, CB_NO_MEMORY, "fetch", "out of memory");
        total += flight.number + flight.distance;
        cb_free_texts(&flight);
    }
    *sum = total;
    return 0;
}

/// What the filter hands on: a record in the map, valid while the read lasts.
typedef struct {
    double departure;
    int64_t id;
    const void *bytes;
} match;

/// Receives one match; a status other than 0 stops the scan.
typedef int (*match_sink)(void *context, match found);

/// Moves the row cursor from the id it is at to a later one, and gives the packed record.
static int seek_forward(MDB_cursor *cursor, int64_t *at, int64_t id, MDB_val *row) {
    MDB_val key;
    // The next rows are in memory already or about to be, so a few steps cost less than a search. It nearly halves
    // a scan that takes one row in three.
    if (*at < id && id - *at <= 8) {
        while (*at < id) {
            int status = mdb_cursor_get(cursor, &key, row, MDB_NEXT);
            if (status) return status;
            memcpy(at, key.mv_data, sizeof *at);
        }
        if (*at == id) return 0;
    }
    *at = id;
    key = (MDB_val){sizeof id, &id};
    return mdb_cursor_get(cursor, &key, row, MDB_SET);
}

/// Walks the ids of one origin, a page of them at a time, and looks at each record in place.
static int scan(cb_lmdb *store, cb_text origin, int64_t delayed_more_than, match_sink sink, void *context) {
    MDB_val key = {origin.length, (void *)origin.bytes}, ids;
    int64_t at_row = INT64_MAX;
    int status = mdb_cursor_renew(store->reader, store->origin_reader);
    if (!status) status = mdb_cursor_get(store->origin_reader, &key, &ids, MDB_SET);
    if (!status) status = mdb_cursor_get(store->origin_reader, &key, &ids, MDB_GET_MULTIPLE);
    while (!status) {
        for (size_t at = 0; at < ids.mv_size; at += sizeof(uint64_t)) {
            match found;
            memcpy(&found.id, (const char *)ids.mv_data + at, sizeof found.id);
            MDB_val row;
            status = seek_forward(store->row_reader, &at_row, found.id, &row);
            // An index entry without its row is damage, not the end of the scan.
            if (status) return cb_lmdb_fail(store, status == MDB_NOTFOUND ? MDB_CORRUPTED : status);
            cb_packed head;
            memcpy(&head, row.mv_data, sizeof head);
            if (!(head.present & CB_HAS_DELAY) || head.delay_minutes <= delayed_more_than) continue;
            found.departure = head.departure;
            found.bytes = row.mv_data;
            status = sink(context, found);
            if (status) return status;
        }
        status = mdb_cursor_get(store->origin_reader, &key, &ids, MDB_NEXT_MULTIPLE);
    }
    return status == MDB_NOTFOUND ? 0 : cb_lmdb_fail(store, status);
}

static int count_match(void *context, match found) {
    (void)found;
    ++*(int64_t *)context;
    return 0;
}

int cb_lmdb_count(cb_store *head, cb_text origin, int64_t delayed_more_than, int64_t *out) {
    cb_lmdb *store = (cb_lmdb *)head;
    *out = 0;
    int status = cb_lmdb_begin_read(store);
    if (status) return status;
    status = scan(store, origin, delayed_more_than, count_match, out);
    cb_lmdb_end_read(store);
    return status;
}

/// The first matches in order so far, as a heap with the last of them on top.
typedef struct {
    match *items;
    size_t count;
    size_t limit;
} top;

static bool comes_before(match a, match b) {
    return a.departure != b.departure ? a.departure < b.departure : a.id < b.id;
}

static void sift_down(top *heap, match item) {
    size_t at = 0;
    for (size_t child = 1; child < heap->count; child = 2 * at + 1) {
        if (child + 1 < heap->count && comes_before(heap->items[child], heap->items[child + 1])) child++;
        if (!comes_before(item, heap->items[child])) break;
        heap->items[at] = heap->items[child];
        at = child;
    }
    heap->items[at] = item;
}

static int keep_match(void *context, match found) {
    top *heap = context;
    if (heap->count == heap->limit) {
        if (heap->limit && comes_before(found, heap->items[0])) sift_down(heap, found);
        return 0;
    }
    size_t at = heap->count++;
    while (at && comes_before(heap->items[(at - 1) / 2], found)) {
        heap->items[at] = heap->items[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap->items[at] = found;
    return 0;
}

static int compare_matches(const void *a, const void *b) {
    return comes_before(*(const match *)a, *(const match *)b) ? -1 : 1;
}

int cb_lmdb_query(cb_store *head, cb_text origin, int64_t delayed_more_than, size_t limit, cb_list *out) {
    cb_lmdb *store = (cb_lmdb *)head;
    *out = (cb_list){0};
    top heap = {malloc((limit ? limit : 1) * sizeof(match)), 0, limit};
    if (!heap.items) return cb_fail(head, CB_NO_MEMORY, "query", "out of memory");
    int status = cb_lmdb_begin_read(store);
    if (!status) {
        status = scan(store, origin, delayed_more_than, keep_match, &heap);
        qsort(heap.items, heap.count, sizeof *heap.items, compare_matches);
        for (size_t i = 0; !status && i < heap.count; i++) {
            status = copy_row(store, heap.items[i].bytes, heap.items[i].id, out);
        }
        cb_lmdb_end_read(store);
    }
    free(heap.items);
    if (status) cb_list_free(out);
    return status;
}

int cb_lmdb_visit_history(cb_store *head, cb_history_visitor visitor, void *context) {
    cb_lmdb *store = (cb_lmdb *)head;
    int status = cb_lmdb_begin_read(store);
    if (status) return status;
    MDB_cursor *cursor;
    status = mdb_cursor_open(store->reader, store->history, &cursor);
    if (status) {
        cb_lmdb_end_read(store);
        return cb_lmdb_fail(store, status);
    }
    MDB_val key, value;
    while (!(status = mdb_cursor_get(cursor, &key, &value, MDB_NEXT))) {
        cb_packed_change change;
        memcpy(&change, value.mv_data, sizeof change);
        const char *tombstone = (const char *)value.mv_data + sizeof change + change.author_length;
        cb_text text = {change.tombstone_length ? tombstone : NULL, change.tombstone_length};
        visitor(context, (cb_operation)change.operation, change.row, text);
    }
    mdb_cursor_close(cursor);
    cb_lmdb_end_read(store);
    return status == MDB_NOTFOUND ? 0 : cb_lmdb_fail(store, status);
}
#endif
