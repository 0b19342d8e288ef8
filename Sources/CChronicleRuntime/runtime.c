#include "chronicle_runtime.h"

_Thread_local void *chronicle_construction = 0;
