// Preloaded into a program, it is the force feedback that umockdev's inputs lack, and writes into the file WALDO_FELT what
// reaches the pad: "upload NUMBER STRONG WEAK LENGTH DELAY", "play NUMBER TIMES", "erase NUMBER", a line each. WALDO_MOTOR
// makes it faulty: `hangs` never returns from what plays, `hangs-at-first` from what uploads; `denied` may not be written,
// `refuses` takes no effect, `two` has memory for two.
#include "preloaded_ioctl.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is(const char *fault) {
    const char *motor = getenv("WALDO_MOTOR");
    return motor && strcmp(motor, fault) == 0;
}

static ssize_t (*real_write)(int, const void *, size_t);

__attribute__((constructor)) static void find(void) {
    real_write = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
}

static void note(const char *format, ...) {
    char line[128];
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    const char *path = getenv("WALDO_FELT");
    int notes = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    // If anything could reach the pad unseen, a test that sees nothing would prove nothing.
    if (notes < 0 || real_write(notes, line, (size_t)count) != count) abort();
    close(notes);
}

static void hang(void) {
    note("hangs\n");
    for (;;) pause();
}

static int upload(struct ff_effect *effect) {
    static int16_t count;
    if (is("refuses")) {
        errno = ENOSYS;
        return -1;
    }
    if (is("two") && count == 2) {
        errno = ENOSPC;
        return -1;
    }
    if (is("hangs-at-first")) hang();
    if (effect->type != FF_RUMBLE || effect->id != -1) abort();
    effect->id = count++;
    note(
        "upload %d %d %d %d %d\n", effect->id, effect->u.rumble.strong_magnitude, effect->u.rumble.weak_magnitude,
        effect->replay.length, effect->replay.delay);
    return 0;
}

static int preloaded_ioctl(int file, unsigned long request, void *argument) {
    if (request == EVIOCSFF) return upload(argument);
    if (request == EVIOCRMFF) {
        note("erase %ld\n", (long)argument);
        return 0;
    }
    return next_ioctl(file, request, argument);
}

ssize_t write(int file, const void *bytes, size_t count) {
    struct stat status;
    const struct input_event *event = bytes;
    bool is_event = count == sizeof *event && event->type == EV_FF && fstat(file, &status) == 0 && S_ISFIFO(status.st_mode);
    if (!is_event) return real_write(file, bytes, count);
    if (event->value) note("play %d %d\n", event->code, event->value);
    if (event->value && is("hangs")) hang();
    return (ssize_t)count;
}

#define OPEN(name)                                                                      \
    int name(const char *path, int flags, ...) {                                        \
        static int (*real)(const char *, int, mode_t);                                  \
        if (!real) real = (int (*)(const char *, int, mode_t))dlsym(RTLD_NEXT, #name);  \
        va_list rest;                                                                   \
        va_start(rest, flags);                                                          \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;         \
        va_end(rest);                                                                   \
        if (is("denied") && (flags & O_ACCMODE) == O_RDWR && strncmp(path, "/proc/self/fd/", 14) == 0) { \
            errno = EACCES;                                                             \
            return -1;                                                                  \
        }                                                                               \
        return real(path, flags, mode);                                                 \
    }
OPEN(open)
OPEN(open64)
