#include "chronicle_runtime.h"

_Thread_local void *chronicle_construction = 0;
_Thread_local chronicle_probe_counts chronicle_probe = {0, 0};
