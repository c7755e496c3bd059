#define _GNU_SOURCE
#include "CWaldoShims.h"
#include "failsafe.h"
#include "timing.h"

#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

// The watchdog supervises deadlines, not silence: while zeros are pending after a motion, a deadline of the loop that
// is overdue by `WALDO_LATENESS` means that the loop hangs. The watchdog sleeps while nothing moves, and until the
// deadline that it knows while something does.

/// How long a loop that has just woken from a stop of the whole process has to handle it itself, in microseconds.
static const int64_t grace = 5000;

static atomic_llong expected = INT64_MAX;
static atomic_llong sleeps_until = INT64_MAX;
static atomic_uint bell;

static void ring(void) {
    atomic_fetch_add(&bell, 1);
    syscall(SYS_futex, &bell, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void waldo_watchdog_expect(int64_t deadline) {
    if (deadline == INT64_MAX || !waldo_failsafe_may_be_pending()) {
        atomic_store(&expected, deadline);
        return;
    }
    // A deadline in the past counts from now.
    int64_t now = waldo_now();
    if (deadline < now) deadline = now;
    atomic_store(&expected, deadline);
    if (deadline + WALDO_LATENESS >= atomic_load(&sleeps_until)) return;
    atomic_store(&sleeps_until, deadline + WALDO_LATENESS);
    ring();
}

void waldo_watchdog_expect_end_of_turn(void) {
    // A heartbeat is near enough: waking the watchdog for each motion costs more than the motion. But the next timer
    // may be a screen's, a minute ahead.
    int64_t now = waldo_now();
    if (atomic_load(&expected) > now + WALDO_LATENESS) waldo_watchdog_expect(now);
}

/// When to check again; INT64_MAX: when the bell rings.
static int64_t due(void) {
    if (!waldo_failsafe_may_be_pending()) return INT64_MAX;
    int64_t deadline = atomic_load(&expected);
    return deadline == INT64_MAX ? INT64_MAX : deadline + WALDO_LATENESS;
}

static void sleep_until(unsigned seen, int64_t moment) {
    struct timespec until = {.tv_sec = moment / 1000000, .tv_nsec = moment % 1000000 * 1000};
    syscall(
        SYS_futex, &bell, FUTEX_WAIT_BITSET_PRIVATE, seen, moment == INT64_MAX ? NULL : &until, NULL,
        FUTEX_BITSET_MATCH_ANY);
}

static void *watch(void *unused) {
    (void)unused;
    waldo_name_thread("waldo-watchdog");
    waldo_use_signal_stack();
    for (;;) {
        unsigned seen = atomic_load(&bell);
        // Set before the check: a change after the check rings the bell.
        atomic_store(&sleeps_until, INT64_MAX);
        int64_t moment = due();
        atomic_store(&sleeps_until, moment);
        if (due() < moment) continue;
        if (moment > waldo_now()) {
            sleep_until(seen, moment);
            continue;
        }
        waldo_pause(grace);
        if (due() <= waldo_now()) waldo_failsafe_send_for_hung_loop();
    }
    return NULL;
}

int waldo_watchdog_start(void) {
    static atomic_bool is_started;
    if (atomic_exchange(&is_started, true)) return 0;
    pthread_t thread;
    int result = pthread_create(&thread, NULL, watch, NULL);
    if (result == 0) pthread_detach(thread);
    return result;
}
