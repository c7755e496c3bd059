// For a library that is preloaded into a program: the program calls `preloaded_ioctl` of the library as `ioctl`.
// The first header of a file: it sets what <dlfcn.h> offers.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/input.h>
#include <stdarg.h>

static int preloaded_ioctl(int file, unsigned long request, void *argument);

// What the library stands before.
static int next_ioctl(int file, unsigned long request, void *argument) {
    static int (*next)(int, unsigned long, void *);
    if (!next) next = (int (*)(int, unsigned long, void *))dlsym(RTLD_NEXT, "ioctl");
    return next(file, request, argument);
}

int ioctl(int file, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return preloaded_ioctl(file, request, argument);
}
