// The hardware of CountingArm: a stepper driver with inputs STEP and DIR, two hobby servos, and a counter that gives a
// falling edge for each count. Replace what differs in yours.
#pragma once
#include <Arduino.h>
#include <Servo.h>
#include "counter_message.h"

namespace hardware {

/// The rate of the serial line to the shield, in baud.
#ifdef BAUD
const uint32_t baud = BAUD;
#else
const uint32_t baud = 9600;
#endif

/// The time of a step at full speed, in microseconds.
const uint32_t us_per_step = 2500;
const uint8_t step_pin = 4, direction_pin = 7;

const uint8_t joint_count = 2;
const uint8_t servo_pins[joint_count] = {9, 10};
/// The time in which a joint moves by one of its 200 units, in microseconds.
const uint32_t us_per_unit = 10000;

/// The pin has to be one with an interrupt: 2 or 3 of an ATmega328P.
const uint8_t counter_pin = 2;

static Servo servos[joint_count];
static int16_t positions[joint_count];
static volatile uint16_t counts = 0;

static void count_one() { counts = static_cast<uint16_t>(counts + 1); }

/// The pulse of a servo: 1 ms at -100, 2 ms at 100.
inline int pulse_us(int16_t position) { return 1500 + 5 * position; }

inline void begin() {
    pinMode(step_pin, OUTPUT);
    pinMode(direction_pin, OUTPUT);
    for (uint8_t joint = 0; joint < joint_count; joint++) {
        positions[joint] = 0;
        servos[joint].writeMicroseconds(pulse_us(0));
        servos[joint].attach(servo_pins[joint]);
    }
    pinMode(counter_pin, INPUT_PULLUP);
    attachInterrupt(digitalPinToInterrupt(counter_pin), count_one, FALLING);
}

/// Moves the stepper by one step: 1 or -1; 0 does nothing.
inline void step(int8_t direction) {
    if (direction == 0) return;
    digitalWrite(direction_pin, direction > 0 ? HIGH : LOW);
    digitalWrite(step_pin, HIGH);
    delayMicroseconds(2);  // an A4988 wants 1 us
    digitalWrite(step_pin, LOW);
}

/// Moves a joint by so many of its units; 0 does nothing.
inline void turn(uint8_t joint, int8_t units) {
    if (units == 0) return;
    positions[joint] = static_cast<int16_t>(positions[joint] + units);
    servos[joint].writeMicroseconds(pulse_us(positions[joint]));
}

/// The counts since the last call.
inline uint16_t take_counts() {
    noInterrupts();  // a 16-bit value is read in two halves
    const uint16_t taken = counts;
    counts = 0;
    interrupts();
    return taken;
}

/// A message with the counts of the last second. The format has no counts without a position: an arm that does not
/// travel gives its own, an arm that travels asks its GPS receiver.
inline waldo::CounterMessage message(uint16_t counts_of_second) {
#if defined LATITUDE && defined LONGITUDE
    return waldo::CounterMessage(0, LATITUDE, LONGITUDE, counts_of_second);
#else
    (void)counts_of_second;
    return waldo::CounterMessage();
#endif
}

}  // namespace hardware
