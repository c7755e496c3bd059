#define _GNU_SOURCE
#include "CWaldoShims.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int waldo_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

int waldo_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }

void waldo_forbid_new_privileges(void) { prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L); }

int waldo_flush_output(void) {
    if (fflush(stdout) != 0) return errno;
    if (!ferror(stdout)) return 0;
    // An earlier write has failed. A pipe still says that nobody reads it.
    struct pollfd output = {.fd = STDOUT_FILENO};
    return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) ? EPIPE : -1;
}

int waldo_give_name(const char *from, const char *to) {
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
    // A file system that cannot do that may have hard links.
    if (errno != EINVAL || link(from, to) != 0) return -1;
    unlink(from);
    return 0;
}
