/// The raw engines doing the benchmark's work by hand: the floor that every store is compared with.
///
/// The flight in SQLite (typed columns) or in LMDB (a packed record), with an index on the origin,
/// a unique index on the remote identifier and, if asked for, one history row a change in the same transaction; beside
/// it airlines and the legs that refer to them, with an index on the reference.
/// Every function gives 0 on success; else `cb_message` says what happened. A store is used by one thread at a time.

#ifndef CHRONICLE_BASELINE_H
#define CHRONICLE_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A text of known length; no bytes at all is null.
typedef struct {
    const char *bytes;
    size_t length;
} cb_text;

typedef struct {
    int64_t id;
    int64_t number;
    int64_t distance;
    int64_t delay_minutes;
    double departure;
    bool has_delay;
    cb_text remote_id;
    cb_text carrier;
    cb_text tail_number;
    cb_text origin;
    cb_text destination;
    cb_text note;
} cb_flight;

/// Records on the heap. The texts of one record share one allocation, which starts at its `remote_id`.
typedef struct {
    cb_flight *items;
    size_t count;
    size_t capacity;
} cb_list;

typedef struct {
    int64_t id;
    int64_t delay_minutes;
} cb_edit;

typedef struct {
    int64_t id;
    cb_text code;
    cb_text name;
} cb_airline;

/// A record that refers to an airline by its id.
typedef struct {
    int64_t id;
    int64_t number;
    int64_t airline;
    double departure;
    cb_text destination;
} cb_leg;

/// Legs on the heap; the text of each is an allocation of its own.
typedef struct {
    cb_leg *items;
    size_t count;
    size_t capacity;
} cb_leg_list;

/// One change of the history.
typedef struct {
    int64_t transaction;
    int64_t row;
    int32_t operation;
    int32_t mask;
} cb_change;

typedef struct {
    cb_change *items;
    size_t count;
    size_t capacity;
} cb_change_list;

typedef enum { CB_SQLITE, CB_LMDB } cb_engine;

/// What a commit promises: nothing, no corruption, or that it survives a power cut.
/// SQLite: synchronous OFF, NORMAL, FULL. LMDB: NOSYNC, NOMETASYNC, its default.
typedef enum { CB_OFF, CB_NORMAL, CB_FULL } cb_durability;

typedef struct {
    cb_engine engine;
    cb_durability durability;
    bool history;
} cb_options;

/// Columns of a flight, as bits of a history row's mask.
enum { CB_COLUMN_DELAY = 1 << 7, CB_COLUMN_ALL = (1 << 10) - 1 };

/// What a history row records.
typedef enum { CB_INSERTED = 0, CB_UPDATED = 1, CB_DELETED = 2 } cb_operation;

typedef struct cb_store cb_store;

/// Receives each history row in order; a tombstone of no bytes is none.
typedef void (*cb_history_visitor)(void *context, cb_operation operation, int64_t row, cb_text tombstone);

/// Opens the store in a folder that exists, and makes it if the folder has none.
/// A store is given even on failure, for its message; close it in either case, unless memory ran out (null).
int cb_open(const char *folder, cb_options options, cb_store **out);
void cb_close(cb_store *store);
const char *cb_message(const cb_store *store);
/// Who writes from now on, as history tells it; at most 31 bytes.
void cb_set_author(cb_store *store, const char *author);
/// The version of the engine's library, or null if this build has not got the engine.
const char *cb_engine_version(cb_engine engine);

int cb_insert(cb_store *store, const cb_flight *flights, size_t count, size_t per_transaction);
int cb_fetch_all(cb_store *store, cb_list *out);
/// Reads each record in a read of its own, copies it to the heap, and sums `number + distance` as proof.
int cb_fetch_each(cb_store *store, const int64_t *ids, size_t count, int64_t *sum);
/// Like `cb_fetch_each`, by the unique remote identifier.
int cb_fetch_unique(cb_store *store, const cb_text *remotes, size_t count, int64_t *sum);
/// Flights with the ids, which are distinct, in one read and in no particular order.
int cb_fetch_members(cb_store *store, const int64_t *ids, size_t count, cb_list *out);
/// Flights whose note contains the bytes; no index helps with that.
int cb_find_in_notes(cb_store *store, cb_text text, cb_list *out);
/// Flights whose remote identifier begins with the bytes (ASCII), through the unique index.
int cb_find_by_prefix(cb_store *store, cb_text prefix, cb_list *out);
/// Flights from an origin that were delayed by more than so much, by departure and then id, at most `limit`.
int cb_query(cb_store *store, cb_text origin, int64_t delayed_more_than, size_t limit, cb_list *out);
int cb_count(cb_store *store, cb_text origin, int64_t delayed_more_than, int64_t *out);
/// Reads each record by id, changes its delay, and writes it back.
int cb_update(cb_store *store, const cb_edit *edits, size_t count, size_t per_transaction);
/// Deletes by id; the history row keeps the remote identifier as its tombstone.
int cb_delete(cb_store *store, const int64_t *ids, size_t count, size_t per_transaction);
/// Deletes all flights of at most a distance in one transaction, with a history row and tombstone each.
int cb_delete_near(cb_store *store, int64_t distance, size_t *deleted);

/// Inserts airlines in one transaction, then legs.
int cb_insert_legs(cb_store *store, const cb_airline *airlines, size_t airline_count, const cb_leg *legs, size_t count,
                   size_t per_transaction);
/// Legs above a number whose airline has the name, by departure and then id, at most `limit`.
int cb_query_legs(cb_store *store, cb_text airline_name, int64_t above_number, size_t limit, cb_leg_list *out);
/// All legs, in the order of their ids.
int cb_fetch_legs(cb_store *store, cb_leg_list *out);

/// The changes of one author, in order.
int cb_history_by(cb_store *store, cb_text author, cb_change_list *out);
/// The number of the newest recorded transaction.
int cb_last_transaction(cb_store *store, int64_t *out);
/// Deletes the history up to and with a transaction.
int cb_purge_history(cb_store *store, int64_t through);
int cb_visit_history(cb_store *store, cb_history_visitor visitor, void *context);

void cb_list_free(cb_list *list);
void cb_leg_list_free(cb_leg_list *list);
void cb_change_list_free(cb_change_list *list);

#endif
