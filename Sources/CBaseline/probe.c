#include "probe.h"

#include <stddef.h>
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

// What a store does on threads of its own comes when it comes, so only what the caller does is counted.
static _Thread_local uint64_t statements;
static _Thread_local uint64_t commits;

#ifdef CHRONICLE_SQLITE
#include <sqlite3.h>

static int count_statement(unsigned event, void *context, void *statement, void *sql) {
    (void)event, (void)context, (void)statement, (void)sql;
    statements++;
    return 0;
}

static int count_commit(void *context) {
    (void)context;
    commits++;
    return 0;
}

static int count_connection(sqlite3 *db, const char **message, const struct sqlite3_api_routines *routines) {
    (void)message, (void)routines;
    sqlite3_trace_v2(db, SQLITE_TRACE_STMT, count_statement, NULL);
    sqlite3_commit_hook(db, count_commit, NULL);
    return SQLITE_OK;
}

void cb_count_sqlite(bool counts) {
    // SQLite takes the function as one without arguments and calls it with these three.
    void (*entry)(void) = (void (*)(void))count_connection;
    if (counts) sqlite3_auto_extension(entry);
    else sqlite3_cancel_auto_extension(entry);
}
#else
void cb_count_sqlite(bool counts) {
    (void)counts;
}
#endif

uint64_t cb_sqlite_statements(void) {
    return statements;
}

uint64_t cb_sqlite_commits(void) {
    return commits;
}

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
int64_t cb_heap_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return (int64_t)(info.uordblks + info.hblkhd);
}
#else
int64_t cb_heap_in_use(void) {
    return -1;
}
#endif

void cb_trim_heap(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
