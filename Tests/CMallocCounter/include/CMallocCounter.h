#pragma once
#include <stdint.h>

/// Starts counting the allocations of the calling thread, from zero.
void malloc_counter_start(void);

/// Ends the counting; how many there were.
int64_t malloc_counter_stop(void);
