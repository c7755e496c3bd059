#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

// Shared by the failsafe frames and their watchdog.

/// CLOCK_MONOTONIC in microseconds.
static inline int64_t waldo_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/// Waits for this many microseconds, or a little longer.
static inline void waldo_pause(int64_t microseconds) {
    int64_t end = waldo_now() + microseconds;
    struct timespec until = {.tv_sec = end / 1000000, .tv_nsec = end % 1000000 * 1000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0 && waldo_now() < end) {}
}

/// Whether zeros are pending on the active connection and its failsafe frames are not claimed.
bool waldo_failsafe_may_be_pending(void);

/// Sends the failsafe frames in place of a hung loop.
void waldo_failsafe_send_for_hung_loop(void);
