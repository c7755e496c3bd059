// Preloaded into a program, it has every input agree to stamp with CLOCK_MONOTONIC. The kernel's do, umockdev's do not.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/input.h>
#include <stdarg.h>
#include <time.h>

int ioctl(int file, unsigned long request, ...) {
    static int (*real)(int, unsigned long, void *);
    if (!real) real = (int (*)(int, unsigned long, void *))dlsym(RTLD_NEXT, "ioctl");
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (request == EVIOCSCLOCKID && *(int *)argument == CLOCK_MONOTONIC) return 0;
    return real(file, request, argument);
}
