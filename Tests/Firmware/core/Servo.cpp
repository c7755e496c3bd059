#include "Servo.h"
#include <Arduino.h>

namespace {

const uint8_t most = 8;
const uint16_t frame = 40000;  ///< 20 ms in half microseconds

struct Output {
    uint8_t pin;
    uint16_t ticks;
};
Output outputs[most];
volatile uint8_t count = 0;
uint8_t current = most;
uint16_t used = 0;  ///< by the pulses of this frame so far

}  // namespace

/// One pulse after the other; the rest of the frame is a pause.
ISR(TIMER1_COMPA_vect) {
    if (current < count) digitalWrite(outputs[current].pin, LOW);
    current = current >= count ? 0 : static_cast<uint8_t>(current + 1);
    if (current < count) {
        digitalWrite(outputs[current].pin, HIGH);
        OCR1A += outputs[current].ticks;
        used += outputs[current].ticks;
    } else {
        OCR1A += frame - used;
        used = 0;
    }
}

void Servo::attach(int pin) {
    if (count == most) return;
    pinMode(static_cast<uint8_t>(pin), OUTPUT);
    const uint8_t status = SREG;
    cli();
    outputs[count].pin = static_cast<uint8_t>(pin);
    outputs[count].ticks = ticks_;
    place_ = count;
    if (count == 0) {
        TCCR1A = 0;
        TCCR1B = _BV(CS11);
        TCNT1 = 0;
        OCR1A = 1000;
        TIMSK1 = _BV(OCIE1A);
    }
    count = static_cast<uint8_t>(count + 1);
    SREG = status;
}

void Servo::write(int degrees) { writeMicroseconds(544 + static_cast<int>(1856L * degrees / 180)); }

void Servo::writeMicroseconds(int us) {
    ticks_ = static_cast<uint16_t>(2 * us);
    if (place_ == 255) return;
    const uint8_t status = SREG;
    cli();
    outputs[place_].ticks = ticks_;
    SREG = status;
}
