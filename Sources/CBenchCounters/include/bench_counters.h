/// Counts of what a process asks its C library for, by standing in front of the library's functions.
///
/// Linking this target into a program puts these counters before `malloc`, `calloc`, `realloc`, `fsync` and `fdatasync`
/// for the whole process, the shared libraries included; each call is counted and handed on. Only glibc has the names
/// to hand on to; elsewhere, and under a sanitizer, which stands at the same place, nothing is counted.

#ifndef CHRONICLE_BENCH_COUNTERS_H
#define CHRONICLE_BENCH_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts.
bool cbc_counts(void);
/// Calls of `malloc`, `calloc` and `realloc` on the calling thread so far.
uint64_t cbc_allocations(void);
/// Calls of `fsync` and `fdatasync` in the process so far.
uint64_t cbc_syncs(void);

#endif
