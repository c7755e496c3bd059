// Preloaded into a program, it makes umockdev's inputs accept stamps of CLOCK_MONOTONIC, as the kernel's do; the
// writer of their records must stamp them so.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/input.h>
#include <stdarg.h>

int ioctl(int file, unsigned long request, ...) {
    static int (*real)(int, unsigned long, void *);
    if (!real) real = (int (*)(int, unsigned long, void *))dlsym(RTLD_NEXT, "ioctl");
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return request == EVIOCSCLOCKID ? 0 : real(file, request, argument);
}
