#define _GNU_SOURCE
#include "CWaldoShims.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

int waldo_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

int waldo_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }
