// The part of Arduino's library Servo that the sketches use. Debian's arduino-core-avr has none, so it serves there too.
#pragma once
#include <stdint.h>

/// A servo: a pulse of 544 us (0 degrees) to 2400 us (180 degrees) every 20 ms, by timer 1.
class Servo {
public:
    /// Begins the pulses.
    void attach(int pin);
    /// The angle, 0 to 180 degrees.
    void write(int degrees);
    /// The pulse itself.
    void writeMicroseconds(int us);

private:
    uint16_t ticks_ = 3000;  ///< the pulse in half microseconds
    uint8_t place_ = 255;
};
