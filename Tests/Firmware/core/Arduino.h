// The part of Arduino's API that the sketches of Sources/Firmware use, for the ATmega328P at 16 MHz. For tests only: a
// maker builds the sketches with Arduino's own core.
#pragma once
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stddef.h>
#include <stdint.h>

#define LOW 0
#define HIGH 1
#define INPUT 0
#define OUTPUT 1
#define INPUT_PULLUP 2
#define FALLING 2

#define digitalPinToInterrupt(pin) ((pin) - 2)

inline void interrupts() { sei(); }
inline void noInterrupts() { cli(); }

/// Pins 0 to 7 are port D, 8 to 13 are port B.
void pinMode(uint8_t pin, uint8_t mode);
void digitalWrite(uint8_t pin, uint8_t value);

/// Only the falling edge of pin 2, which is interrupt 0.
void attachInterrupt(uint8_t interrupt, void (*handler)(), int mode);

uint32_t millis();
uint32_t micros();
void delayMicroseconds(unsigned int us);

extern "C" {
void setup();
void loop();
}

#include "HardwareSerial.h"
