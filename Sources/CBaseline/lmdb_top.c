#ifdef CHRONICLE_LMDB
#include "lmdb_store.h"

#include <stdlib.h>

static bool comes_before(cb_match a, cb_match b) {
    return a.departure != b.departure ? a.departure < b.departure : a.id < b.id;
}

bool cb_top_init(cb_top *top, size_t limit) {
    *top = (cb_top){malloc((limit ? limit : 1) * sizeof(cb_match)), 0, limit};
    return top->items != NULL;
}

static void sift_down(cb_top *top, cb_match item) {
    size_t at = 0;
    for (size_t child = 1; child < top->count; child = 2 * at + 1) {
        if (child + 1 < top->count && comes_before(top->items[child], top->items[child + 1])) child++;
        if (!comes_before(item, top->items[child])) break;
        top->items[at] = top->items[child];
        at = child;
    }
    top->items[at] = item;
}

void cb_top_add(cb_top *top, cb_match found) {
    if (top->count == top->limit) {
        if (top->limit && comes_before(found, top->items[0])) sift_down(top, found);
        return;
    }
    size_t at = top->count++;
    while (at && comes_before(top->items[(at - 1) / 2], found)) {
        top->items[at] = top->items[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    top->items[at] = found;
}

static int compare(const void *a, const void *b) {
    return comes_before(*(const cb_match *)a, *(const cb_match *)b) ? -1 : 1;
}

void cb_top_sort(cb_top *top) {
    qsort(top->items, top->count, sizeof *top->items, compare);
}
#endif
