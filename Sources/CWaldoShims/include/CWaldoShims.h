#pragma once

#include "failsafe.h"
#include "serial.h"

// Headers that Swift's Glibc module leaves out.
#include <linux/input.h>
#include <linux/sockios.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/types.h>
#include <sys/un.h>

// Macros with casts or built from sizeof are invisible to the Swift importer, and are restated as constants.

// dbus-protocol.h
static const int32_t WALDO_DBUS_TYPE_INVALID = 0;
static const int32_t WALDO_DBUS_TYPE_BYTE = 'y';
static const int32_t WALDO_DBUS_TYPE_BOOLEAN = 'b';
static const int32_t WALDO_DBUS_TYPE_INT16 = 'n';
static const int32_t WALDO_DBUS_TYPE_UINT16 = 'q';
static const int32_t WALDO_DBUS_TYPE_INT32 = 'i';
static const int32_t WALDO_DBUS_TYPE_UINT32 = 'u';
static const int32_t WALDO_DBUS_TYPE_INT64 = 'x';
static const int32_t WALDO_DBUS_TYPE_UINT64 = 't';
static const int32_t WALDO_DBUS_TYPE_DOUBLE = 'd';
static const int32_t WALDO_DBUS_TYPE_STRING = 's';
static const int32_t WALDO_DBUS_TYPE_OBJECT_PATH = 'o';
static const int32_t WALDO_DBUS_TYPE_SIGNATURE = 'g';
static const int32_t WALDO_DBUS_TYPE_UNIX_FD = 'h';
static const int32_t WALDO_DBUS_TYPE_ARRAY = 'a';
static const int32_t WALDO_DBUS_TYPE_VARIANT = 'v';
static const int32_t WALDO_DBUS_TYPE_STRUCT = 'r';
static const int32_t WALDO_DBUS_TYPE_DICT_ENTRY = 'e';

// linux/input.h: ioctl numbers
static const unsigned long WALDO_EVIOCSMASK = EVIOCSMASK;
static const unsigned long WALDO_EVIOCSFF = EVIOCSFF;
static const unsigned long WALDO_EVIOCRMFF = EVIOCRMFF;

// linux/sockios.h
static const unsigned long WALDO_SIOCOUTQ = SIOCOUTQ;

// signal.h: the numbers that the C library reserves are left out
static inline int waldo_first_realtime_signal(void) { return SIGRTMIN; }
static inline int waldo_last_realtime_signal(void) { return SIGRTMAX; }

// Variadic libc functions, which Swift cannot call.
static inline int waldo_ioctl_pointer(int fd, unsigned long request, void *argument) {
    return ioctl(fd, request, argument);
}

// Functions behind _GNU_SOURCE, which Swift's importer does not define.

/// pipe2(2), close-on-exec and non-blocking. Returns 0, or -1 with errno set.
int waldo_pipe(int ends[2]);

/// Names the calling thread, 15 bytes at most. Returns 0 or an errno.
int waldo_name_thread(const char *name);

/// Renames a file to a name that is free (renameat2(2)). Returns 0, or -1 with errno set, such as EEXIST.
int waldo_give_name(const char *from, const char *to);

/// Has no program that the process starts gain rights (PR_SET_NO_NEW_PRIVS).
void waldo_forbid_new_privileges(void);

/// Writes out what stdio holds for standard output. Returns 0, an errno, or -1 if an earlier write has failed.
int waldo_flush_output(void);
