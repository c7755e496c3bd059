#include "Arduino.h"
#include <util/delay_basic.h>

/// Milliseconds since the start. Not static: a test sets it shortly before it wraps.
volatile uint32_t elapsed_ms = 0;

static void (*edge_handler)() = nullptr;

ISR(TIMER0_COMPA_vect) { elapsed_ms = elapsed_ms + 1; }

ISR(INT0_vect) {
    if (edge_handler) edge_handler();
}

uint32_t millis() {
    const uint8_t status = SREG;
    cli();
    const uint32_t now = elapsed_ms;
    SREG = status;
    return now;
}

uint32_t micros() {
    const uint8_t status = SREG;
    cli();
    uint32_t ms = elapsed_ms;
    const uint8_t ticks = TCNT0;
    // The millisecond may have ended while interrupts were off.
    if ((TIFR0 & _BV(OCF0A)) && ticks < 249) ms++;
    SREG = status;
    return ms * 1000 + ticks * 4u;
}

void delayMicroseconds(unsigned int us) { _delay_loop_2(static_cast<uint16_t>(us * 4)); }

void pinMode(uint8_t pin, uint8_t mode) {
    volatile uint8_t &direction = pin < 8 ? DDRD : DDRB;
    const uint8_t bit = static_cast<uint8_t>(1 << (pin & 7)), status = SREG;
    cli();
    direction = static_cast<uint8_t>(mode == OUTPUT ? direction | bit : direction & ~bit);
    SREG = status;
    if (mode == INPUT_PULLUP) digitalWrite(pin, HIGH);
}

void digitalWrite(uint8_t pin, uint8_t value) {
    volatile uint8_t &port = pin < 8 ? PORTD : PORTB;
    const uint8_t bit = static_cast<uint8_t>(1 << (pin & 7)), status = SREG;
    cli();
    port = static_cast<uint8_t>(value ? port | bit : port & ~bit);
    SREG = status;
}

void attachInterrupt(uint8_t interrupt, void (*handler)(), int mode) {
    if (interrupt != 0 || mode != FALLING) return;
    edge_handler = handler;
    EICRA = _BV(ISC01);
    EIMSK |= _BV(INT0);
}

int main() {
    // Timer 0 counts to 250 at 4 us: one millisecond.
    TCCR0A = _BV(WGM01);
    OCR0A = 249;
    TIMSK0 = _BV(OCIE0A);
    TCCR0B = _BV(CS01) | _BV(CS00);
    sei();
    setup();
    for (;;) loop();
}
