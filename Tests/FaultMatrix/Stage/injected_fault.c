// Preloaded into a program, it makes it commit the fault that WALDO_INJECTED_FAULT names, whenever it sends a frame of the
// slider: "S>" is its zero.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

static const char *fault;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t locked;
static int is_first = 1;

__attribute__((constructor)) static void begin(void) {
    fault = getenv("WALDO_INJECTED_FAULT");
    // A test whose program commits no fault would prove nothing.
    if (!fault || pthread_barrier_init(&locked, 0, 2)) abort();
}

static void spin(void) {
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do clock_gettime(CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < 300);
}

static void *hold(void *none) {
    pthread_mutex_lock(&lock);
    pthread_barrier_wait(&locked);
    spin();
    pthread_mutex_unlock(&lock);
    return none;
}

static void wait_for_lock(void) {
    pthread_t holder;
    if (pthread_create(&holder, 0, hold, 0)) abort();
    pthread_barrier_wait(&locked);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}

ssize_t send(int file, const void *bytes, size_t count, int flags) {
    static ssize_t (*real)(int, const void *, size_t, int);
    if (!real) real = (ssize_t(*)(int, const void *, size_t, int))dlsym(RTLD_NEXT, "send");
    int is_zero = count == 2 && !memcmp(bytes, "S>", 2);
    if (is_zero && !strcmp(fault, "left out")) return (ssize_t)count;
    if (is_zero && is_first) {
        is_first = 0;
        if (!strcmp(fault, "sleeping")) nanosleep(&(struct timespec){.tv_nsec = 300000000}, 0);
        if (!strcmp(fault, "spinning")) spin();
        if (!strcmp(fault, "locked")) wait_for_lock();
    }
    if (count == 2 && !memcmp(bytes, "F>", 2) && !strcmp(fault, "twice")) real(file, bytes, count, flags);
    return real(file, bytes, count, flags);
}
