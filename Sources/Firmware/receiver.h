// The arm's side: what the firmware behind a shield does with the bytes that Waldo sends. Made to be copied.
//
// C++11 without heap, exceptions, library containers or floating point; 16-bit ints will do. Here is TextReceiver, for
// robot.yaml; frame_receivers.h has PlainReceiver, for nordic-uart.yaml and hm10.yaml, and CombinedReceiver, for
// combined.yaml. All are used alike:
//
//     waldo::TextReceiver arm;                         // at 3 * 100 ms of silence the slider is 0
//     void loop() {
//         arm.tick(millis());                          // also when nothing comes: just then
//         while (Serial.available()) arm.receive(Serial.read(), millis());
//         slider_motor(arm.motion().slider);           // act on the newest only, a short step at a time
//         joystick_motors(arm.motion().zx, arm.motion().zy);
//     }
//
// Frames may come two in one read, one in two, spoiled, or not at all. Whatever comes, the numbers stay in their
// ranges, and the slider is 0 once three repeats have passed since the last whole frame that spoke of it.
#pragma once
#include <stdint.h>

namespace waldo {

/// What the arm shall do now.
struct Motion {
    int16_t slider;  ///< a velocity: -1, 0, 1 with TextReceiver, else -100...100
    int16_t zx;      ///< a position: -1000...1000 with CombinedReceiver, else -100...100
    int16_t zy;      ///< a position, as zx
};

/// What all receivers share: the newest numbers, and the watch over the slider.
class Receiver {
public:
    /// What to do now. At first nothing moves, and both positions are 0: where the arm stands after homing.
    const Motion &motion() const { return motion_; }

    /// Call it in every turn of the firmware's loop, with the time in milliseconds.
    ///
    /// The clock may wrap. One that ran backward would stop the slider, never keep it going.
    void tick(uint32_t now_ms) {
        // Unsigned differences hold across the wrap; a comparison of two times would not.
        if (static_cast<uint32_t>(now_ms - slider_at_) >= silence_) motion_.slider = 0;
        // Half a frame from before a loss must not join half of one after it.
        if (static_cast<uint32_t>(now_ms - byte_at_) >= silence_) is_stale_ = true;
    }

protected:
    explicit Receiver(uint16_t repeat_ms)
        : motion_(), silence_(static_cast<uint32_t>(repeat_ms) * 3), slider_at_(0), byte_at_(0), is_stale_(false) {}

    /// A byte came; whether what came of a frame so far is too old to be of the same one.
    bool arrive(uint32_t now_ms) {
        tick(now_ms);
        const bool was_stale = is_stale_;
        is_stale_ = false;
        byte_at_ = now_ms;
        return was_stale;
    }

    void set_slider(int16_t value, uint32_t now_ms) {
        motion_.slider = value;
        slider_at_ = now_ms;
    }
    void set_zx(int16_t value) { motion_.zx = value; }
    void set_zy(int16_t value) { motion_.zy = value; }

private:
    Motion motion_;
    uint32_t silence_, slider_at_, byte_at_;
    bool is_stale_;
};

/// robot.yaml: `F>` `B>` `S>`, `R10>` `L-37>`, `U5>` `D-100>`.
///
/// A letter begins a frame, `>` ends it, and neither occurs elsewhere in one: so no buffer is needed, and after a lost
/// byte the next letter is a fresh start. Text has no check: a flipped bit can turn `F` into `B`. But it cannot leave
/// the ranges, and the next frame of that channel mends it.
class TextReceiver : public Receiver {
public:
    explicit TextReceiver(uint16_t repeat_ms = 100) : Receiver(repeat_ms) { begin(0); }

    /// A byte came at this time.
    void receive(uint8_t byte, uint32_t now_ms) {
        if (arrive(now_ms)) begin(0);
        if (byte >= 'A' && byte <= 'Z') {
            begin(byte);
        } else if (byte == '>') {
            obey(now_ms);
            begin(0);
        } else if (byte == '-' && !is_negative_ && digits_ == 0) {
            is_negative_ = true;
        } else if (byte >= '0' && byte <= '9' && digits_ < 3) {
            number_ = static_cast<int16_t>(number_ * 10 + (byte - '0'));
            digits_++;
        } else {
            begin(0);  // Not of this arm: skip to the next letter.
        }
    }

private:
    uint8_t letter_;  ///< 0: between frames
    uint8_t digits_;
    bool is_negative_;
    int16_t number_;

    void begin(uint8_t letter) {
        letter_ = letter;
        digits_ = 0;
        is_negative_ = false;
        number_ = 0;
    }

    void obey(uint32_t now_ms) {
        const bool has_number = digits_ > 0 && number_ <= 100, has_none = digits_ == 0 && !is_negative_;
        const int16_t value = static_cast<int16_t>(is_negative_ ? -number_ : number_);
        switch (letter_) {
        case 'F': if (has_none) set_slider(1, now_ms); break;
        case 'B': if (has_none) set_slider(-1, now_ms); break;
        case 'S': if (has_none) set_slider(0, now_ms); break;
        case 'R': if (has_number && !is_negative_) set_zx(value); break;
        case 'L': if (has_number && is_negative_) set_zx(value); break;
        case 'U': if (has_number && !is_negative_) set_zy(value); break;
        case 'D': if (has_number && is_negative_) set_zy(value); break;
        default: break;
        }
    }
};

}  // namespace waldo
