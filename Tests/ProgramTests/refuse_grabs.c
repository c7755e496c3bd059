// Preloaded into a program, it refuses the grab of the devices that WALDO_GRABBED names (event1,event2), as the kernel
// does while another program has grabbed them. Once the file WALDO_LET_GO exists, it refuses none.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <linux/input.h>
#include <stdarg.h>
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

int ioctl(int file, unsigned long request, ...) {
    static int (*real)(int, unsigned long, void *);
    if (!real) real = (int (*)(int, unsigned long, void *))dlsym(RTLD_NEXT, "ioctl");
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (request == EVIOCGRAB && argument && is_grabbed(file)) {
        errno = EBUSY;
        return -1;
    }
    return real(file, request, argument);
}
