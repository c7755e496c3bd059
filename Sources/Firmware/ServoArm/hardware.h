// The hardware of ServoArm: five hobby servos on pins of their own. Replace what differs in yours.
#pragma once
#include <Arduino.h>
#include <Servo.h>

namespace hardware {

/// The rate of the serial line to the shield, in baud.
#ifdef BAUD
const uint32_t baud = BAUD;
#else
const uint32_t baud = 9600;
#endif

const uint8_t count = 5;
/// Base, shoulder, elbow, wrist and gripper: the letters of their frames, and their pins.
const char letters[] = "DCBGA";
const uint8_t pins[count] = {3, 5, 6, 9, 10};

/// Where all servos stand at the start, in degrees: `start` of the arm's file.
const uint8_t start = 90;
/// The time of a degree, in microseconds: 100 degrees a second.
const uint32_t us_per_degree = 10000;

static Servo servos[count];
static uint8_t angles[count];

/// Turns the servos to their start. They go there at once, at their own speed.
inline void begin() {
    for (uint8_t servo = 0; servo < count; servo++) {
        angles[servo] = start;
        servos[servo].write(start);
        servos[servo].attach(pins[servo]);
    }
}

/// Turns a servo by so many degrees; 0 does nothing.
inline void turn(uint8_t servo, int8_t degrees) {
    if (degrees == 0) return;
    angles[servo] = static_cast<uint8_t>(angles[servo] + degrees);
    servos[servo].write(angles[servo]);
}

}  // namespace hardware
