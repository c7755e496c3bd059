#include "Arduino.h"

namespace {

/// A ring with one writer and one reader, one of which is an interrupt. One place stays free: empty differs from full.
class Ring {
public:
    bool is_empty() const { return first_ == end_; }
    uint8_t count() const { return static_cast<uint8_t>(end_ - first_) % size; }
    uint8_t room() const { return static_cast<uint8_t>(size - 1 - count()); }
    void put(uint8_t byte) {
        bytes_[end_] = byte;
        end_ = static_cast<uint8_t>(end_ + 1) % size;
    }
    uint8_t take() {
        const uint8_t byte = bytes_[first_];
        first_ = static_cast<uint8_t>(first_ + 1) % size;
        return byte;
    }

private:
    static const uint8_t size = 64;
    volatile uint8_t bytes_[size], first_, end_;
};

Ring arrived, leaving;

}  // namespace

HardwareSerial Serial;

ISR(USART_RX_vect) {
    const uint8_t byte = UDR0;
    if (arrived.room() > 0) arrived.put(byte);
}

ISR(USART_UDRE_vect) {
    UDR0 = leaving.take();
    if (leaving.is_empty()) UCSR0B &= static_cast<uint8_t>(~_BV(UDRIE0));
}

void HardwareSerial::begin(uint32_t baud) {
    // Twice the speed halves the error of the rate: 2.1 % at 115200 baud instead of 3.7 %.
    UCSR0A = _BV(U2X0);
    UBRR0 = static_cast<uint16_t>((F_CPU / 4 / baud - 1) / 2);
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

int HardwareSerial::available() { return arrived.count(); }

int HardwareSerial::read() { return arrived.is_empty() ? -1 : arrived.take(); }

int HardwareSerial::availableForWrite() { return leaving.room(); }

size_t HardwareSerial::write(uint8_t byte) {
    while (leaving.room() == 0) {}
    leaving.put(byte);
    const uint8_t status = SREG;
    cli();
    UCSR0B |= _BV(UDRIE0);
    SREG = status;
    return 1;
}

size_t HardwareSerial::write(const uint8_t *bytes, size_t count) {
    for (size_t at = 0; at < count; at++) write(bytes[at]);
    return count;
}
