// What the two engines share: the function table behind baseline.h and the handling of records on the heap.

#ifndef CHRONICLE_BASELINE_INTERNAL_H
#define CHRONICLE_BASELINE_INTERNAL_H

#include "baseline.h"

typedef struct {
    int (*insert)(cb_store *, const cb_flight *, size_t, size_t);
    int (*fetch_all)(cb_store *, cb_list *);
    int (*fetch_each)(cb_store *, const int64_t *, size_t, int64_t *);
    int (*fetch_unique)(cb_store *, const cb_text *, size_t, int64_t *);
    int (*fetch_members)(cb_store *, const int64_t *, size_t, cb_list *);
    int (*find_in_notes)(cb_store *, cb_text, cb_list *);
    int (*find_by_prefix)(cb_store *, cb_text, cb_list *);
    int (*query)(cb_store *, cb_text, int64_t, size_t, cb_list *);
    int (*count)(cb_store *, cb_text, int64_t, int64_t *);
    int (*update)(cb_store *, const cb_edit *, size_t, size_t);
    int (*remove)(cb_store *, const int64_t *, size_t, size_t);
    int (*remove_near)(cb_store *, int64_t, size_t *);
    int (*insert_legs)(cb_store *, const cb_airline *, size_t, const cb_leg *, size_t, size_t);
    int (*query_legs)(cb_store *, cb_text, int64_t, size_t, cb_leg_list *);
    int (*fetch_legs)(cb_store *, cb_leg_list *);
    int (*history_by)(cb_store *, cb_text, cb_change_list *);
    int (*last_transaction)(cb_store *, int64_t *);
    int (*purge_history)(cb_store *, int64_t);
    int (*visit_history)(cb_store *, cb_history_visitor, void *);
    void (*close)(cb_store *);
} cb_table;

/// The head of either engine's store.
struct cb_store {
    const cb_table *table;
    cb_options options;
    char author[32];
    char message[256];
};

/// The ids in ascending order, on the heap; null when memory ran out.
int64_t *cb_sorted(const int64_t *ids, size_t count);

enum { CB_FAILED = -1, CB_NO_MEMORY = -2, CB_NOT_FOUND = -3, CB_NO_ENGINE = -4 };

/// The entity numbers that history rows carry.
enum { CB_ENTITY_FLIGHT = 1, CB_ENTITY_AIRLINE = 2, CB_ENTITY_LEG = 3 };

/// All columns of an airline or of a leg, as a history row's mask.
enum { CB_AIRLINE_ALL = (1 << 2) - 1, CB_LEG_ALL = (1 << 4) - 1 };

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
/// Copies a leg to the end, with a text of its own; false when memory ran out.
bool cb_leg_list_append(cb_leg_list *list, const cb_leg *leg);
bool cb_change_list_append(cb_change_list *list, cb_change change);
/// Moves the record's borrowed texts into one allocation of its own.
bool cb_own_texts(cb_flight *flight);
/// Frees what `cb_own_texts` made.
void cb_free_texts(cb_flight *flight);

#endif
