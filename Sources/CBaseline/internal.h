// What the two engines share: the function table behind baseline.h and the handling of records on the heap.

#ifndef CHRONICLE_BASELINE_INTERNAL_H
#define CHRONICLE_BASELINE_INTERNAL_H

#include "baseline.h"

typedef struct {
    int (*insert)(cb_store *, const cb_flight *, size_t, size_t);
    int (*fetch_all)(cb_store *, cb_list *);
    int (*fetch_each)(cb_store *, const int64_t *, size_t, int64_t *);
    int (*query)(cb_store *, cb_text, int64_t, size_t, cb_list *);
    int (*count)(cb_store *, cb_text, int64_t, int64_t *);
    int (*update)(cb_store *, const cb_edit *, size_t, size_t);
    int (*remove)(cb_store *, const int64_t *, size_t, size_t);
    int (*visit_history)(cb_store *, cb_history_visitor, void *);
    void (*close)(cb_store *);
} cb_table;

/// The head of either engine's store.
struct cb_store {
    const cb_table *table;
    cb_options options;
    char message[256];
};

enum { CB_FAILED = -1, CB_NO_MEMORY = -2, CB_NOT_FOUND = -3, CB_NO_ENGINE = -4 };

/// The entity number that history rows carry; the baseline has one record type.
enum { CB_ENTITY_FLIGHT = 1 };

int cb_sqlite_open(const char *folder, cb_options options, cb_store **out);
const char *cb_sqlite_version(void);
int cb_lmdb_open(const char *folder, cb_options options, cb_store **out);
const char *cb_lmdb_version(void);

/// Keeps the message and gives the status back.
int cb_fail(cb_store *store, int status, const char *what, const char *why);
/// `folder/name` in a buffer; false if it does not fit.
bool cb_path(char *buffer, size_t size, const char *folder, const char *name);
double cb_now(void);

/// Room for one more record at the end, or null.
cb_flight *cb_list_append(cb_list *list);
/// Moves the record's borrowed texts into one allocation of its own.
bool cb_own_texts(cb_flight *flight);
/// Frees what `cb_own_texts` made.
void cb_free_texts(cb_flight *flight);

#endif
