#ifndef CHRONICLE_MEMORY_H
#define CHRONICLE_MEMORY_H

/// Has the line of memory at an address on its way while other work is done. Any address will do.
static inline void chronicle_prefetch(const void *_Nullable address) { __builtin_prefetch(address); }

#endif
