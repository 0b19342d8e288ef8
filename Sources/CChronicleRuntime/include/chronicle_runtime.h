#ifndef CHRONICLE_RUNTIME_H
#define CHRONICLE_RUNTIME_H

/// What the model initializer that runs on this thread belongs to: null in
/// ordinary code, else the session that registers or hydrates a model.
///
/// It is looked at once a property: the initial-exec model makes that one load
/// instead of a call.
extern _Thread_local void *_Nullable chronicle_construction
#if defined(__ELF__)
    __attribute__((tls_model("initial-exec")))
#endif
    ;

static inline void *_Nullable chronicle_construction_get(void) { return chronicle_construction; }

static inline void chronicle_construction_set(void *_Nullable session) { chronicle_construction = session; }

#endif
