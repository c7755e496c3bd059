// The arm's side for hobby servos: ServoReceiver for servo-arm-hm10.yaml; ServoArm shows how to use it.
//
// Every channel is a position, which holds for ever, so there is nothing that a watchdog would have to stop. The format
// has neither an end mark nor a check: a lost or flipped digit gives another angle. So limit the speed of the servos, as
// ServoArm does, and use hm10.yaml instead for an arm that can hurt somebody.
#pragma once
#include <stdint.h>

namespace waldo {

/// Decodes a letter and an angle in degrees, `D90` or `A0`, for `count` servos.
///
/// An angle has no end mark. It ends with the next letter, at the end of a line, or with a pause; only then does it
/// count, so that `D1` is never obeyed on the way to `D180`. Anything else in a frame makes it void.
template <uint8_t count>
class ServoReceiver {
public:
    /// The letter of each servo; their angle in degrees until a frame says otherwise; the pause that ends a frame, in
    /// milliseconds: longer than the gap between two bytes of a frame, shorter than the arm file's `interval`.
    explicit ServoReceiver(const char (&letters)[count + 1], uint8_t start = 90, uint8_t pause_ms = 20)
        : letters_(letters), pause_(pause_ms), byte_at_(0) {
        for (uint8_t servo = 0; servo < count; servo++) angles_[servo] = start;
        begin(none);
    }

    /// The newest angle of a servo, 0...180 degrees.
    uint8_t angle(uint8_t servo) const { return angles_[servo]; }

    /// Ends a frame after a pause. Call it in every iteration of the firmware's loop with the time in milliseconds.
    void tick(uint32_t now_ms) {
        if (servo_ == none || static_cast<uint32_t>(now_ms - byte_at_) < pause_) return;
        obey();
        begin(none);
    }

    /// Decodes one byte that arrived at `now_ms`, in milliseconds.
    void receive(uint8_t byte, uint32_t now_ms) {
        tick(now_ms);
        byte_at_ = now_ms;
        const uint8_t servo = find(byte);
        if (servo != none || byte == '\r' || byte == '\n') {
            obey();
            begin(servo);
        } else if (byte >= '0' && byte <= '9' && servo_ != none && digits_ < 3) {
            number_ = static_cast<int16_t>(number_ * 10 + (byte - '0'));
            digits_++;
        } else {
            begin(none);  // Not part of any frame of this arm: skip to the next letter.
        }
    }

private:
    static const uint8_t none = 255;

    uint8_t angles_[count];
    const char *letters_;
    uint8_t pause_;
    uint32_t byte_at_;
    uint8_t servo_;  ///< the servo whose frame has begun
    uint8_t digits_;
    int16_t number_;

    uint8_t find(uint8_t byte) const {
        for (uint8_t servo = 0; servo < count; servo++) {
            if (static_cast<uint8_t>(letters_[servo]) == byte) return servo;
        }
        return none;
    }

    void begin(uint8_t servo) {
        servo_ = servo;
        digits_ = 0;
        number_ = 0;
    }

    void obey() {
        if (servo_ != none && digits_ > 0 && number_ <= 180) angles_[servo_] = static_cast<uint8_t>(number_);
    }
};

}  // namespace waldo
