#pragma once
#include <stddef.h>
#include <stdint.h>

/// The UART by interrupts, with a ring of 64 bytes each way.
///
/// As with Arduino's: a byte that arrives when the ring is full is lost, and `write` waits when the ring is full.
class HardwareSerial {
public:
    void begin(uint32_t baud);
    int available();
    int read();
    int availableForWrite();
    size_t write(uint8_t byte);
    size_t write(const uint8_t *bytes, size_t count);
};

extern HardwareSerial Serial;
