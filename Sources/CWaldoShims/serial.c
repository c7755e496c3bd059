// termios2 is the kernel's: with the C library's <termios.h> its names collide.
#include "serial.h"

#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/serial.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <unistd.h>

/// How long close(2) may wait until the driver has sent what is left, in centiseconds; drivers wait 30 s otherwise.
enum { CLOSING_WAIT = 25 };

static bool configure(int descriptor, uint32_t baud) {
    struct termios2 settings;
    if (ioctl(descriptor, TCGETS2, &settings) != 0) return false;
    settings.c_iflag = 0;
    settings.c_oflag = 0;
    settings.c_lflag = 0;
    // Without HUPCL: a board that restarts when DTR drops keeps its state.
    settings.c_cflag = CS8 | CREAD | CLOCAL | BOTHER;
    settings.c_ispeed = baud;
    settings.c_ospeed = baud;
    memset(settings.c_cc, 0, sizeof settings.c_cc);
    if (ioctl(descriptor, TCSETS2, &settings) != 0) return false;
    // A driver may take another rate than the one it was asked for. A pseudo-terminal has none.
    if (ioctl(descriptor, TCGETS2, &settings) != 0) return false;
    uint32_t rate = settings.c_ospeed, slack = baud / 25;
    if (rate < baud - slack || rate > baud + slack) {
        errno = EINVAL;
        return false;
    }
    return true;
}

static void limit_closing(int descriptor) {
    struct serial_struct port;
    if (ioctl(descriptor, TIOCGSERIAL, &port) != 0) return;
    port.closing_wait = CLOSING_WAIT;
    ioctl(descriptor, TIOCSSERIAL, &port);
}

static waldo_serial_outcome prepare(int descriptor, uint32_t baud) {
    struct termios2 settings;
    if (ioctl(descriptor, TCGETS2, &settings) != 0) return WALDO_SERIAL_NO_PORT;
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) return WALDO_SERIAL_LOCKED;
    // Others' opens fail from now on, but root's.
    if (ioctl(descriptor, TIOCEXCL) != 0 || !configure(descriptor, baud)) return WALDO_SERIAL_REFUSES;
    limit_closing(descriptor);
    // What came before is no answer to what is sent.
    ioctl(descriptor, TCFLSH, TCIFLUSH);
    return WALDO_SERIAL_OPENED;
}

int waldo_serial_open(const char *path, uint32_t baud, waldo_serial_outcome *outcome) {
    int descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) {
        *outcome = WALDO_SERIAL_CANNOT_OPEN;
        return -1;
    }
    *outcome = prepare(descriptor, baud);
    if (*outcome == WALDO_SERIAL_OPENED) return descriptor;
    int saved = errno;
    close(descriptor);
    errno = saved;
    return -1;
}

int waldo_pty_open(char *path, unsigned long size, int *slave) {
    int master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC), locked = 0;
    unsigned number;
    if (master < 0) return -1;
    if (ioctl(master, TIOCSPTLCK, &locked) == 0 && ioctl(master, TIOCGPTN, &number) == 0) {
        snprintf(path, size, "/dev/pts/%u", number);
        *slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
        if (*slave >= 0 && configure(*slave, 9600)) return master;
    }
    int saved = errno;
    if (*slave >= 0) close(*slave);
    close(master);
    errno = saved;
    return -1;
}

void waldo_serial_release(int descriptor) { ioctl(descriptor, TIOCNXCL); }

int waldo_serial_unsent(int descriptor) {
    int unsent = 0;
    return ioctl(descriptor, TIOCOUTQ, &unsent) == 0 ? unsent : 0;
}
