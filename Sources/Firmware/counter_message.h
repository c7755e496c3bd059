// What a counter of radiation sends: the 11 bytes of Mappings/sensors/iac-gamma.yaml.
#pragma once
#include <stdint.h>
#include <string.h>

namespace waldo {

/// A message of 11 bytes: bit 0 whether the position is known, 7 bits the number of satellites; latitude and longitude
/// in degrees (f32, high byte first); the counts of the last second (u16, high byte first).
///
/// Without a position all bytes after the first are 0, and so the counts are not transmitted either.
class CounterMessage {
public:
    static const uint8_t length = 11;

    /// A message without a position.
    CounterMessage() { memset(bytes_, 0, length); }

    CounterMessage(uint8_t satellites, float latitude, float longitude, uint16_t counts) {
        bytes_[0] = static_cast<uint8_t>(satellites << 1 | 1);
        put(latitude, bytes_ + 1);
        put(longitude, bytes_ + 5);
        bytes_[9] = static_cast<uint8_t>(counts >> 8);
        bytes_[10] = static_cast<uint8_t>(counts & 0xFF);
    }

    const uint8_t *bytes() const { return bytes_; }

private:
    uint8_t bytes_[length];

    static_assert(sizeof(float) == 4, "the message needs floats of 32 bits");
    static void put(float value, uint8_t *to) {
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        for (uint8_t at = 0; at < 4; at++) to[at] = static_cast<uint8_t>(bits >> (24 - 8 * at) & 0xFF);
    }
};

}  // namespace waldo
