/// Counts that the engines and the C library give away by themselves.

#ifndef CHRONICLE_BASELINE_PROBE_H
#define CHRONICLE_BASELINE_PROBE_H

#include <stdbool.h>
#include <stdint.h>

/// From now on (or no longer) counts what is done on SQLite connections of this process that are opened from now on.
void cb_count_sqlite(bool counts);
/// Statements that the calling thread began to run on counted connections so far, those that only begin or end a
/// transaction included.
uint64_t cb_sqlite_statements(void);
/// Write transactions that the calling thread committed on counted connections so far.
uint64_t cb_sqlite_commits(void);

/// Bytes of the heap in use, or -1 where the C library does not tell.
int64_t cb_heap_in_use(void);
/// Gives unused memory back to the system, as far as the C library can.
void cb_trim_heap(void);

#endif
