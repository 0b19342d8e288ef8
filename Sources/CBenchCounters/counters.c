#define _GNU_SOURCE
#include "bench_counters.h"

#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(SANITIZED)
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

// The allocator itself under the names that glibc keeps for this, so that what is allocated here is freed there.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

// In the thread's static block: it needs no allocation, and nobody else writes it.
static _Thread_local __attribute__((tls_model("initial-exec"))) uint64_t allocations;
static _Atomic uint64_t syncs;

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    allocations++;
    return __libc_realloc(block, size);
}

int fsync(int file) {
    atomic_fetch_add_explicit(&syncs, 1, memory_order_relaxed);
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    atomic_fetch_add_explicit(&syncs, 1, memory_order_relaxed);
    return (int)syscall(SYS_fdatasync, file);
}

bool cbc_counts(void) {
    return true;
}

uint64_t cbc_allocations(void) {
    return allocations;
}

uint64_t cbc_syncs(void) {
    return atomic_load_explicit(&syncs, memory_order_relaxed);
}
#else
bool cbc_counts(void) {
    return false;
}

uint64_t cbc_allocations(void) {
    return 0;
}

uint64_t cbc_syncs(void) {
    return 0;
}
#endif
