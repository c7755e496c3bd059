// The arm's side: decodes the bytes that Waldo sends, in the firmware behind the BLE serial shield. Made to be copied;
// README.md has whole sketches for Arduino.
//
// C++11; no heap, no exceptions, no standard library containers, no floating point; an `int` of 16 bits is enough. This
// header has TextReceiver, for robot.yaml; frame_receivers.h has PlainReceiver, for nordic-uart.yaml and hm10.yaml, and
// CombinedReceiver, for combined.yaml. All of them are used in the same way:
//
//     waldo::TextReceiver arm;                         // heartbeat 100 ms: after 3 * 100 ms of silence the slider is 0
//     void loop() {
//         arm.tick(millis());                          // in every loop, above all when nothing arrives
//         while (Serial.available()) arm.receive(Serial.read(), millis());
//         slider_motor(arm.motion().slider);           // use only the newest values; move one short step at a time
//         joystick_motors(arm.motion().zx, arm.motion().zy);
//     }
//
// Frames may arrive joined, split, corrupted, or not at all. Whatever arrives, all values stay within their ranges, and
// the watchdog sets the slider to 0 when no valid frame has set it for three heartbeat intervals.
#pragma once
#include <stdint.h>

namespace waldo {

/// The values that the arm must follow now.
struct Motion {
    int16_t slider;  ///< a velocity: -1, 0 or 1 with TextReceiver, otherwise -100...100
    int16_t zx;      ///< a position: -1000...1000 with CombinedReceiver, otherwise -100...100
    int16_t zy;      ///< a position, with the range of zx
};

/// The common base of all receivers: the newest values, and the slider's watchdog.
class Receiver {
public:
    /// The newest values. Initially the slider is 0 and both positions are 0, which is where the arm stands after
    /// homing.
    const Motion &motion() const { return motion_; }

    /// Runs the watchdog. Call it in every iteration of the firmware's loop with the time in milliseconds.
    ///
    /// The clock may wrap around. If it ran backward, the slider would be set to 0, never kept running.
    void tick(uint32_t now_ms) {
        // Unsigned subtraction stays correct when the clock wraps; comparing two times would not.
        if (static_cast<uint32_t>(now_ms - slider_at_) >= silence_) motion_.slider = 0;
        // The start of a frame from before a gap must not be joined with the end of one after it.
        if (static_cast<uint32_t>(now_ms - byte_at_) >= silence_) is_stale_ = true;
    }

protected:
    explicit Receiver(uint16_t repeat_ms)
        : motion_(), silence_(static_cast<uint32_t>(repeat_ms) * 3), slider_at_(0), byte_at_(0), is_stale_(false) {}

    /// Registers a byte that arrived at `now_ms`. Returns whether the partial frame before it is too old to belong to
    /// it.
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

/// Decodes robot.yaml: `F>` `B>` `S>`, `R10>` `L-37>`, `U5>` `D-100>`.
///
/// A letter begins a frame and `>` ends it, and neither occurs elsewhere in a frame. So no buffer is needed, and after
/// a lost byte decoding starts afresh at the next letter. Text frames have no checksum: a flipped bit can turn `F` into
/// `B`. But no value can leave its range, and the next frame of the same channel corrects it.
class TextReceiver : public Receiver {
public:
    /// The arm file's heartbeat, in milliseconds: after three of them without a slider frame the slider is 0.
    explicit TextReceiver(uint16_t repeat_ms = 100) : Receiver(repeat_ms) { begin(0); }

    /// Decodes one byte that arrived at `now_ms`, in milliseconds.
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
            begin(0);  // Not part of any frame of this arm: skip to the next letter.
        }
    }

private:
    uint8_t letter_;  ///< the frame's first letter; 0: no frame has begun
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
