#define _GNU_SOURCE
#include "CWaldoShims.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int waldo_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

int waldo_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }

void waldo_forbid_new_privileges(void) { prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L); }

int waldo_flush_output(void) {
    if (fflush(stdout) != 0) return errno;
    return ferror(stdout) ? -1 : 0;
}
