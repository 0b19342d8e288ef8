#ifndef CHRONICLE_RUNTIME_H
#define CHRONICLE_RUNTIME_H

/// The initial-exec model makes a look at a thread's variable one load instead of a call.
#if defined(__ELF__)
#define CHRONICLE_THREAD __attribute__((tls_model("initial-exec")))
#else
#define CHRONICLE_THREAD
#endif

/// What the model initializer that runs on this thread belongs to: null in
/// ordinary code, else the session that registers or hydrates a model.
///
/// It is looked at once a property.
extern _Thread_local void *_Nullable chronicle_construction CHRONICLE_THREAD;

static inline void *_Nullable chronicle_construction_get(void) { return chronicle_construction; }

static inline void chronicle_construction_set(void *_Nullable session) { chronicle_construction = session; }

/// How often the key path of the observation probe was hashed on this thread, and how often it was compared.
typedef struct {
    unsigned long hashed;
    unsigned long compared;
} chronicle_probe_counts;

extern _Thread_local chronicle_probe_counts chronicle_probe CHRONICLE_THREAD;

static inline chronicle_probe_counts chronicle_probe_get(void) { return chronicle_probe; }

static inline void chronicle_probe_hash(void) { chronicle_probe.hashed++; }

static inline void chronicle_probe_compare(void) { chronicle_probe.compared++; }

#endif
