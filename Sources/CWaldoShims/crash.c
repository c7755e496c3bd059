#define _GNU_SOURCE
#include "failsafe.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// Crashes, which no program survives: send the failsafe frames, restore the terminal, then let the signal take its
// default effect. The runtime's own handler, which would report the crash, is not used: it stops every thread with
// SIGUSR1 and takes too long.

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS};
enum { CRASHES = sizeof crashes / sizeof crashes[0], STACK = 64 * 1024 };

static void (*restore)(void);
static volatile sig_atomic_t dying;

static void die(int number) {
    signal(number, SIG_DFL);
    raise(number);
    _exit(128 + number);
}

/// The last resort may need something that the crashed thread holds: after one second it is given up.
static void give_up(int number) {
    (void)number;
    die(dying);
}

void waldo_end_crash(void) {
    if (dying) die(dying);
}

static void crashed(int number) {
    static atomic_bool is_crashing;
    static pthread_t crashing;
    if (atomic_exchange(&is_crashing, true)) {
        // A thread that crashes again while it handles its crash dies at once; another thread leaves the failsafe
        // frames to the first.
        if (pthread_equal(crashing, pthread_self())) die(number);
        for (;;) pause();
    }
    crashing = pthread_self();
    dying = number;
    signal(SIGALRM, give_up);
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &alarms, NULL);
    alarm(1);
    waldo_failsafe_send_all(true);
    if (restore) restore();
    die(number);
}

void waldo_watch_crashes(void (*last_resort)(void)) {
    restore = last_resort;
    struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_NODEFER | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (int index = 0; index < CRASHES; index++) sigaction(crashes[index], &action, NULL);
}

void waldo_block_library_signals(void) {
    // Signal n is bit n - 1. The library needs these two to cancel a thread or to change its user, and nothing here
    // does either.
    uint64_t set = 3ull << (32 - 1);
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, &set, NULL, sizeof set);
}

void waldo_use_signal_stack(void) {
    stack_t now;
    if (sigaltstack(NULL, &now) == 0 && !(now.ss_flags & SS_DISABLE)) return;
    void *memory = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) return;
    stack_t stack = {.ss_sp = memory, .ss_size = STACK};
    sigaltstack(&stack, NULL);
}

void waldo_drop_signal_stack(void) {
    stack_t now, none = {.ss_flags = SS_DISABLE};
    if (sigaltstack(&none, &now) == 0 && !(now.ss_flags & SS_DISABLE)) munmap(now.ss_sp, now.ss_size);
}
