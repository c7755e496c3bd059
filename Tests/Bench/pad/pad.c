// A gamepad without a kernel's help: preloaded into a program, it has /dev/input stand in $WALDO_BENCH_PAD, where an event
// node is a FIFO, and answers evdev's ioctls. What is read from the node, and how the reader sleeps on it, stays the
// kernel's: read, poll and epoll are not touched. (umockdev takes each read through a second process.)
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char folder[] = "/dev/input";

// The path in the stand's folder for one below /dev/input; any other as it is.
static const char *moved(const char *path, char *buffer) {
    const char *root = getenv("WALDO_BENCH_PAD");
    size_t length = sizeof folder - 1;
    if (!root || strncmp(path, folder, length) != 0 || (path[length] && path[length] != '/')) return path;
    snprintf(buffer, 4096, "%s%s", root, path + length);
    return buffer;
}

static int opened(int directory, const char *path, int flags, mode_t mode) {
    char buffer[4096];
    return (int)syscall(SYS_openat, directory, moved(path, buffer), flags, mode);
}

#define OPEN(name)                                                              \
    int name(const char *path, int flags, ...) {                                \
        va_list rest;                                                           \
        va_start(rest, flags);                                                  \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                           \
        return opened(AT_FDCWD, path, flags, mode);                             \
    }
OPEN(open)
OPEN(open64)
#define OPENAT(name)                                                            \
    int name(int directory, const char *path, int flags, ...) {                 \
        va_list rest;                                                           \
        va_start(rest, flags);                                                  \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                           \
        return opened(directory, path, flags, mode);                            \
    }
OPENAT(openat)
OPENAT(openat64)
int __open_2(const char *path, int flags) { return opened(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return opened(AT_FDCWD, path, flags, 0); }

DIR *opendir(const char *path) {
    int number = opened(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    return number < 0 ? NULL : fdopendir(number);
}

int inotify_add_watch(int number, const char *path, uint32_t mask) {
    char buffer[4096];
    return (int)syscall(SYS_inotify_add_watch, number, moved(path, buffer), mask);
}

// An Xbox 360 pad's codes. Its right trigger has a range so wide that every report of a run can have its own value.
static const int keys[] = {
    BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_WEST, BTN_TL, BTN_TR, BTN_SELECT, BTN_START, BTN_MODE, BTN_THUMBL, BTN_THUMBR,
};
static const struct { int code, minimum, maximum; } axes[] = {
    {ABS_X, -32768, 32767}, {ABS_Y, -32768, 32767}, {ABS_Z, 0, 32767},    {ABS_RX, -32768, 32767},
    {ABS_RY, -32768, 32767}, {ABS_RZ, 0, 32767},    {ABS_HAT0X, -1, 1}, {ABS_HAT0Y, -1, 1},
};
#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

static void set(unsigned char *bits, unsigned size, int bit) {
    if ((unsigned)bit / 8 < size) bits[bit / 8] |= (unsigned char)(1 << bit % 8);
}

static int text(void *answer, unsigned size, const char *text) {
    snprintf(answer, size, "%s", text);
    return (int)strlen(text) + 1;
}

// Where the pad is plugged in: each node is another pad.
static int place(int number, void *answer, unsigned size) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", number);
    ssize_t count = readlink(link, path, sizeof path - 1);
    path[count < 0 ? 0 : count] = 0;
    const char *name = strrchr(path, '/');
    return text(answer, size, name ? name + 1 : "bench");
}

static int bits(int type, unsigned char *answer, unsigned size) {
    memset(answer, 0, size);
    if (type == 0) { set(answer, size, EV_SYN), set(answer, size, EV_KEY), set(answer, size, EV_ABS); }
    if (type == EV_KEY) for (int i = 0; i < COUNT(keys); i++) set(answer, size, keys[i]);
    if (type == EV_ABS) for (int i = 0; i < COUNT(axes); i++) set(answer, size, axes[i].code);
    return (int)size;
}

static int absolute(int code, struct input_absinfo *answer) {
    memset(answer, 0, sizeof *answer);
    for (int i = 0; i < COUNT(axes); i++) {
        if (axes[i].code != code) continue;
        answer->minimum = axes[i].minimum;
        answer->maximum = axes[i].maximum;
        return 0;
    }
    errno = EINVAL;
    return -1;
}

static int answered(int number, unsigned long request, void *answer) {
    unsigned nr = _IOC_NR(request), size = _IOC_SIZE(request);
    switch (nr) {
        case _IOC_NR(EVIOCGVERSION): *(int *)answer = EV_VERSION; return 0;
        case _IOC_NR(EVIOCGID): {
            if (_IOC_DIR(request) != _IOC_READ) break;
            struct input_id id = {BUS_USB, 0x045e, 0x028e, 0x0110};
            memcpy(answer, &id, sizeof id);
            return 0;
        }
        case _IOC_NR(EVIOCGNAME(0)): return text(answer, size, "Microsoft X-Box 360 pad");
        case _IOC_NR(EVIOCGPHYS(0)): return place(number, answer, size);
        case _IOC_NR(EVIOCGKEY(0)): case _IOC_NR(EVIOCGLED(0)): case _IOC_NR(EVIOCGSW(0)):
        case _IOC_NR(EVIOCGPROP(0)): memset(answer, 0, size); return (int)size;
        case _IOC_NR(EVIOCGEFFECTS): *(int *)answer = 0; return 0;
        case _IOC_NR(EVIOCSCLOCKID): case _IOC_NR(EVIOCSMASK): case _IOC_NR(EVIOCGRAB): return 0;
        default: break;
    }
    if (_IOC_DIR(request) == _IOC_READ && nr >= 0x20 && nr < 0x40) return bits((int)nr - 0x20, answer, size);
    if (_IOC_DIR(request) == _IOC_READ && nr >= 0x40 && nr < 0x80) return absolute((int)nr - 0x40, answer);
    errno = nr == _IOC_NR(EVIOCGUNIQ(0)) ? ENOENT : EINVAL;
    return -1;
}

int ioctl(int number, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (_IOC_TYPE(request) == 'E') return answered(number, request, argument);
    return (int)syscall(SYS_ioctl, number, request, argument);
}
