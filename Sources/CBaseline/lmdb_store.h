// The LMDB side of the baseline: its environment, its trees and the packed records.

#ifndef CHRONICLE_BASELINE_LMDB_H
#define CHRONICLE_BASELINE_LMDB_H

#include "internal.h"

#include <lmdb.h>

typedef struct {
    cb_store head;
    MDB_env *env;
    MDB_dbi rows;     // id -> packed flight
    MDB_dbi origins;  // origin -> ids, as sorted duplicates of fixed size
    MDB_dbi remotes;  // remote identifier -> id
    MDB_dbi history;  // sequence number -> packed change
    MDB_dbi airlines;       // id -> code and name
    MDB_dbi airline_codes;  // code -> id
    MDB_dbi legs;           // id -> packed leg
    MDB_dbi leg_airlines;   // airline -> ids of legs, as sorted duplicates of fixed size
    /// Kept between reads, so that a read is a renew and a reset. Who uses the origin cursor renews it.
    MDB_txn *reader;
    MDB_cursor *row_reader;
    MDB_cursor *origin_reader;
    /// Last used numbers; -1 until read once.
    int64_t sequence;
    int64_t transaction;
} cb_lmdb;

/// A write transaction with a cursor on each tree of the flights.
typedef struct {
    cb_lmdb *store;
    MDB_txn *txn;
    MDB_cursor *rows;
    MDB_cursor *origins;
    MDB_cursor *remotes;
    MDB_cursor *history;
    double timestamp;
} cb_writer;

/// The fixed part of a packed flight; the texts follow in the order of their lengths.
/// What filters and sorts look at comes first, so that it shares a cache line with the key.
typedef struct {
    double departure;
    int64_t delay_minutes;
    uint32_t present;     // one bit a nullable value, as below
    uint32_t lengths[6];  // remote, carrier, tail, origin, destination, note
    int64_t number;
    int64_t distance;
} cb_packed;

enum { CB_HAS_DELAY = 1, CB_HAS_TAIL = 2, CB_HAS_NOTE = 4 };

/// The fixed part of a packed leg; the destination follows.
typedef struct {
    double departure;
    int64_t number;
    int64_t airline;
} cb_packed_leg;

/// What a filter hands on: a record in the map, valid while the read lasts.
typedef struct {
    double departure;
    int64_t id;
    const void *bytes;
    size_t size;
} cb_match;

/// The first matches by departure and id so far, as a heap with the last of them on top.
typedef struct {
    cb_match *items;
    size_t count;
    size_t limit;
} cb_top;

bool cb_top_init(cb_top *top, size_t limit);
void cb_top_add(cb_top *top, cb_match found);
void cb_top_sort(cb_top *top);

/// The fixed part of a packed change; author and tombstone follow.
typedef struct {
    int64_t transaction;
    double timestamp;
    int64_t row;
    uint32_t operation;
    uint32_t entity;
    uint32_t mask;
    uint16_t author_length;
    uint16_t tombstone_length;
} cb_packed_change;

int cb_lmdb_fail(cb_lmdb *store, int status);
int cb_lmdb_begin(cb_lmdb *store, cb_writer *writer);
/// Commits if the status is 0; else aborts and gives the status.
int cb_lmdb_end(cb_writer *writer, int status);
int cb_lmdb_add_history(cb_writer *writer, cb_operation operation, uint32_t entity, int64_t row, uint32_t mask,
                        cb_text tombstone);
int cb_lmdb_read_last_numbers(cb_writer *writer);

/// Copies a packed flight to the end of a list.
int cb_lmdb_copy_row(cb_lmdb *store, const void *bytes, int64_t id, cb_list *out);

int cb_lmdb_begin_read(cb_lmdb *store);
void cb_lmdb_end_read(cb_lmdb *store);

size_t cb_packed_size(const cb_flight *flight);
void cb_pack(const cb_flight *flight, void *to);
/// Borrows the texts from the packed bytes.
void cb_unpack(const void *bytes, int64_t id, cb_flight *out);

int cb_lmdb_insert(cb_store *, const cb_flight *, size_t, size_t);
int cb_lmdb_update(cb_store *, const cb_edit *, size_t, size_t);
int cb_lmdb_remove(cb_store *, const int64_t *, size_t, size_t);
int cb_lmdb_fetch_all(cb_store *, cb_list *);
int cb_lmdb_fetch_each(cb_store *, const int64_t *, size_t, int64_t *);
int cb_lmdb_fetch_unique(cb_store *, const cb_text *, size_t, int64_t *);
int cb_lmdb_fetch_members(cb_store *, const int64_t *, size_t, cb_list *);
int cb_lmdb_find_in_notes(cb_store *, cb_text, cb_list *);
int cb_lmdb_find_by_prefix(cb_store *, cb_text, cb_list *);
int cb_lmdb_query(cb_store *, cb_text, int64_t, size_t, cb_list *);
int cb_lmdb_count(cb_store *, cb_text, int64_t, int64_t *);
int cb_lmdb_remove_near(cb_store *, int64_t, size_t *);
int cb_lmdb_insert_legs(cb_store *, const cb_airline *, size_t, const cb_leg *, size_t, size_t);
int cb_lmdb_query_legs(cb_store *, cb_text, int64_t, size_t, cb_leg_list *);
int cb_lmdb_fetch_legs(cb_store *, cb_leg_list *);
int cb_lmdb_history_by(cb_store *, cb_text, cb_change_list *);
int cb_lmdb_last_transaction(cb_store *, int64_t *);
int cb_lmdb_purge_history(cb_store *, int64_t);
int cb_lmdb_visit_history(cb_store *, cb_history_visitor, void *);

#endif
