// Preloaded into a program, it keeps the program's event loop from returning out of epoll_wait for as long as the file
// WALDO_HUNG_LOOP contains a value other than zero (an int64_t). All other threads run on.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/epoll.h>
#include <time.h>

#include "shared_word.h"

static const volatile int64_t *hangs;

__attribute__((constructor)) static void open_file(void) { hangs = shared_word("WALDO_HUNG_LOOP"); }

int epoll_wait(int file, struct epoll_event *events, int most, int timeout) {
    static int (*real)(int, struct epoll_event *, int, int);
    if (!real) real = (int (*)(int, struct epoll_event *, int, int))dlsym(RTLD_NEXT, "epoll_wait");
    int count = real(file, events, most, timeout);
    const struct timespec pause = {.tv_nsec = 1000000};
    while (*hangs) nanosleep(&pause, 0);
    return count;
}
