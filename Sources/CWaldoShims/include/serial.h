#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Why a serial port was not opened.
typedef enum {
    WALDO_SERIAL_OPENED,
    /// open(2) has failed.
    WALDO_SERIAL_CANNOT_OPEN,
    /// It is no terminal device.
    WALDO_SERIAL_NO_PORT,
    /// Another process has locked it.
    WALDO_SERIAL_LOCKED,
    /// It does not take the settings.
    WALDO_SERIAL_REFUSES,
} waldo_serial_outcome;

/// Opens a serial port for this process alone: raw, non-blocking, 8 data bits, no parity, one stop bit, no flow
/// control, modem lines ignored, and DTR kept when it is closed. `baud`: any rate that the driver can make. Returns the
/// descriptor, or -1 with `outcome` and errno.
int waldo_serial_open(const char *path, uint32_t baud, waldo_serial_outcome *outcome);

/// Opens a pseudo-terminal, whose slave stands for a serial port and is raw. Returns the master's descriptor,
/// non-blocking, or -1 with errno set. `path`: gets the slave's path, in `size` bytes. `slave`: gets a descriptor of
/// it, which keeps the master from hanging up between two users of the port.
int waldo_pty_open(char *path, unsigned long size, int *slave);

/// Lets other processes open the port again, where somebody else keeps it open.
void waldo_serial_release(int descriptor);

/// The bytes that the driver says it has not sent: a hint.
int waldo_serial_unsent(int descriptor);
