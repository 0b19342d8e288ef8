#include <lmdb.h>

/// Has the line of memory at an address on its way while other work is done. Any address will do.
static inline void chronicle_lmdb_prefetch(const void *address) { __builtin_prefetch(address); }
