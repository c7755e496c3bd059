// Preloaded into a program, it makes umockdev's inputs accept stamps of CLOCK_MONOTONIC, as the kernel's do; the
// writer of their records must stamp them so.
#include "../../ProgramTests/preloaded_ioctl.h"

static int preloaded_ioctl(int file, unsigned long request, void *argument) {
    return request == EVIOCSCLOCKID ? 0 : next_ioctl(file, request, argument);
}
