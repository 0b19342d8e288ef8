// A module of C has a source file; what is here is in the header.
#include "chronicle_memory.h"
