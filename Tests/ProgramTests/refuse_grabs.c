// Preloaded into a program, it refuses the grab of the devices that WALDO_GRABBED names (event1,event2), as the kernel
// does while another program has grabbed them. Once the file WALDO_LET_GO exists, it refuses none.
#include "preloaded_ioctl.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_grabbed(int file) {
    const char *grabbed = getenv("WALDO_GRABBED"), *released = getenv("WALDO_LET_GO");
    if (!grabbed || (released && access(released, F_OK) == 0)) return 0;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    const char *name = strrchr(path, '/');
    return name && strstr(grabbed, name + 1) != NULL;
}

static int preloaded_ioctl(int file, unsigned long request, void *argument) {
    if (request == EVIOCGRAB && argument && is_grabbed(file)) {
        errno = EBUSY;
        return -1;
    }
    return next_ioctl(file, request, argument);
}
