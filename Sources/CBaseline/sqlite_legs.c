// Airlines and the legs that refer to them.

#ifdef CHRONICLE_SQLITE
#include "sqlite_store.h"

static int add_airline(cb_sqlite *store, sqlite3_stmt *statement, const cb_airline *airline) {
    int status = sqlite3_bind_int64(statement, 1, airline->id);
    if (!status) status = cb_sqlite_bind_text(statement, 2, airline->code);
    if (!status) status = cb_sqlite_bind_text(statement, 3, airline->name);
    if (status) return cb_sqlite_fail(store, status);
    status = cb_sqlite_run(store, statement);
    if (status) return status;
    return cb_sqlite_add_history(store, CB_INSERTED, CB_ENTITY_AIRLINE, airline->id, CB_AIRLINE_ALL, (cb_text){0});
}

static int add_leg(cb_sqlite *store, sqlite3_stmt *statement, const cb_leg *leg) {
    int status = sqlite3_bind_int64(statement, 1, leg->id);
    if (!status) status = sqlite3_bind_int64(statement, 2, leg->number);
    if (!status) status = cb_sqlite_bind_text(statement, 3, leg->destination);
    if (!status) status = sqlite3_bind_double(statement, 4, leg->departure);
    if (!status) status = sqlite3_bind_int64(statement, 5, leg->airline);
    if (status) return cb_sqlite_fail(store, status);
    status = cb_sqlite_run(store, statement);
    if (status) return status;
    return cb_sqlite_add_history(store, CB_INSERTED, CB_ENTITY_LEG, leg->id, CB_LEG_ALL, (cb_text){0});
}

int cb_sqlite_insert_legs(cb_store *head, const cb_airline *airlines, size_t airline_count, const cb_leg *legs,
                          size_t count, size_t per_transaction) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *to_airlines = cb_sqlite_statement(store, SQL_ADD_AIRLINE);
    sqlite3_stmt *to_legs = cb_sqlite_statement(store, SQL_ADD_LEG);
    if (!to_airlines || !to_legs) return CB_FAILED;
    int status = cb_sqlite_begin(store);
    if (status) return status;
    for (size_t i = 0; !status && i < airline_count; i++) status = add_airline(store, to_airlines, &airlines[i]);
    status = cb_sqlite_end(store, status);
    for (size_t i = 0; !status && i < count;) {
        status = cb_sqlite_begin(store);
        if (status) return status;
        for (size_t n = 0; !status && n < per_transaction && i < count; n++, i++) {
            status = add_leg(store, to_legs, &legs[i]);
        }
        status = cb_sqlite_end(store, status);
    }
    return status;
}

static int collect(cb_sqlite *store, sqlite3_stmt *statement, cb_leg_list *out) {
    int status = SQLITE_DONE;
    bool kept = true;
    *out = (cb_leg_list){0};
    while (kept && (status = sqlite3_step(statement)) == SQLITE_ROW) {
        cb_leg leg = {
            .id = sqlite3_column_int64(statement, 0),
            .number = sqlite3_column_int64(statement, 1),
            .destination = cb_sqlite_column_text(statement, 2),
            .departure = sqlite3_column_double(statement, 3),
            .airline = sqlite3_column_int64(statement, 4),
        };
        kept = cb_leg_list_append(out, &leg);
    }
    if (!kept) status = cb_fail(&store->head, CB_NO_MEMORY, "legs", "out of memory");
    else if (status != SQLITE_DONE) cb_sqlite_fail(store, status);
    sqlite3_reset(statement);
    if (status == SQLITE_DONE) return 0;
    cb_leg_list_free(out);
    return status;
}

int cb_sqlite_query_legs(cb_store *head, cb_text airline_name, int64_t above_number, size_t limit, cb_leg_list *out) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_LEGS);
    if (!statement) return CB_FAILED;
    int status = cb_sqlite_bind_text(statement, 1, airline_name);
    if (!status) status = sqlite3_bind_int64(statement, 2, above_number);
    if (!status) status = sqlite3_bind_int64(statement, 3, (int64_t)limit);
    return status ? cb_sqlite_fail(store, status) : collect(store, statement, out);
}

int cb_sqlite_fetch_legs(cb_store *head, cb_leg_list *out) {
    cb_sqlite *store = (cb_sqlite *)head;
    sqlite3_stmt *statement = cb_sqlite_statement(store, SQL_ALL_LEGS);
    return statement ? collect(store, statement, out) : CB_FAILED;
}
#endif
