// The hardware of StepperArm: three drivers with inputs STEP and DIR, such as the A4988. Replace what differs in yours.
#pragma once
#include <Arduino.h>

namespace hardware {

/// The rate of the serial line to the shield, in baud.
#ifdef BAUD
const uint32_t baud = BAUD;
#else
const uint32_t baud = 9600;
#endif

/// The time of a step at full speed, in microseconds: 60 revolutions a minute at 200 steps each. Without a ramp a motor
/// has to start at this speed under its load.
const uint32_t us_per_step = 5000;

/// The pins of a driver.
struct Driver {
    uint8_t step, direction;
};
const Driver carriage = {2, 5}, x_joint = {3, 6}, y_joint = {4, 7};

/// Prepares the pins. Positions count from where the joints stand now: an arm with home switches goes there first.
inline void begin() {
    const Driver drivers[] = {carriage, x_joint, y_joint};
    for (const Driver &driver : drivers) {
        pinMode(driver.step, OUTPUT);
        pinMode(driver.direction, OUTPUT);
    }
}

/// Moves a motor by one step: 1 or -1; 0 does nothing.
inline void step(const Driver &driver, int8_t direction) {
    if (direction == 0) return;
    digitalWrite(driver.direction, direction > 0 ? HIGH : LOW);
    digitalWrite(driver.step, HIGH);
    delayMicroseconds(2);  // an A4988 wants 1 us
    digitalWrite(driver.step, LOW);
}

}  // namespace hardware
