// The arm's side for binary frames: PlainReceiver for nordic-uart.yaml and hm10.yaml, CombinedReceiver for
// combined.yaml; receiver.h shows how to use them. The CRC and the sum detect every single-bit error; such a frame is
// skipped.
#pragma once
#include "receiver.h"

namespace waldo {

/// Finds frames of a fixed length that begin with the byte A5 and end with a checksum, however they were split or
/// joined on the way.
///
/// A5 may also occur inside a frame. So when a checksum fails, only the first byte is dropped and the search continues
/// in the bytes received since: a good frame after a corrupted one is not lost.
template <uint8_t length>
class Window {
public:
    Window() : count_(0) {}
    const uint8_t *bytes() const { return bytes_; }
    bool is_full() const { return count_ == length; }
    void clear() { count_ = 0; }

    /// Adds a byte. Bytes before the first A5 are ignored. Must not be called while the window is full.
    void add(uint8_t byte) {
        if (count_ > 0 || byte == 0xA5) bytes_[count_++] = byte;
    }

    /// Drops the first byte and everything before the next A5.
    void slide() {
        uint8_t from = 1, to = 0;
        while (from < count_ && bytes_[from] != 0xA5) from++;
        while (from < count_) bytes_[to++] = bytes_[from++];
        count_ = to;
    }

private:
    uint8_t bytes_[length];
    uint8_t count_;
};

/// Counts lost frames, from gaps in the sequence numbers of the frames that arrived.
class Losses {
public:
    Losses() : count_(0), next_(0), has_begun_(false) {}
    /// The number of lost frames, modulo 65536. When Waldo restarts, its numbers begin at 0 again, which counts as a
    /// loss too.
    uint16_t count() const { return count_; }
    /// The sequence number of the newest valid frame.
    uint8_t newest() const { return static_cast<uint8_t>(next_ - 1); }
    /// Call it for each valid frame with its sequence number.
    void note(uint8_t number) {
        if (has_begun_) count_ = static_cast<uint16_t>(count_ + static_cast<uint8_t>(number - next_));
        next_ = static_cast<uint8_t>(number + 1);
        has_begun_ = true;
    }

private:
    uint16_t count_;
    uint8_t next_;
    bool has_begun_;
};

/// Decodes nordic-uart.yaml, and hm10.yaml as `PlainReceiver arm(120)`: A5, channel, sequence number, value (i8), CRC-8
/// (polynomial 0x07) of the three bytes before it.
class PlainReceiver : public Receiver {
public:
    /// The arm file's heartbeat, in milliseconds: after three of them without a slider frame the slider is 0.
    explicit PlainReceiver(uint16_t repeat_ms = 100) : Receiver(repeat_ms) {}

    /// Decodes one byte that arrived at `now_ms`, in milliseconds. Returns whether it has ended a valid frame.
    bool receive(uint8_t byte, uint32_t now_ms) {
        if (arrive(now_ms)) window_.clear();
        window_.add(byte);
        bool is_valid = false;
        while (window_.is_full()) {
            is_valid = obey(window_.bytes(), now_ms);
            if (is_valid) window_.clear(); else window_.slide();
        }
        return is_valid;
    }

    /// The number of lost frames, modulo 65536.
    uint16_t losses() const { return losses_.count(); }
    /// The sequence number of the newest valid frame.
    uint8_t newest() const { return losses_.newest(); }

    /// The check of a frame: CRC-8 with the polynomial 0x07, from 0.
    static uint8_t crc8(const uint8_t *bytes, uint8_t count) {
        uint8_t crc = 0;
        while (count--) {
            crc = static_cast<uint8_t>(crc ^ *bytes++);
            for (uint8_t bit = 0; bit < 8; bit++) crc = static_cast<uint8_t>(crc << 1 ^ (crc & 0x80 ? 0x07 : 0));
        }
        return crc;
    }

private:
    Window<5> window_;
    Losses losses_;

    /// Applies a frame's values. Returns false, and changes nothing, if the frame is not valid for this arm.
    bool obey(const uint8_t *frame, uint32_t now_ms) {
        const int8_t value = static_cast<int8_t>(frame[3]);
        if (crc8(frame + 1, 3) != frame[4] || value < -100 || value > 100) return false;
        switch (frame[1]) {
        case 1: set_slider(value, now_ms); break;
        case 2: set_zx(value); break;
        case 3: set_zy(value); break;
        default: return false;
        }
        losses_.note(frame[2]);
        return true;
    }
};

/// Decodes combined.yaml: A5, slider (i8), zx and zy (i16, low byte first), sequence number, sum of the seven bytes
/// before it, modulo 256.
class CombinedReceiver : public Receiver {
public:
    /// The arm file's heartbeat, in milliseconds: after three of them without a valid frame the slider is 0.
    explicit CombinedReceiver(uint16_t repeat_ms = 100) : Receiver(repeat_ms) {}

    /// Decodes one byte that arrived at `now_ms`, in milliseconds.
    void receive(uint8_t byte, uint32_t now_ms) {
        if (arrive(now_ms)) window_.clear();
        window_.add(byte);
        while (window_.is_full()) {
            if (obey(window_.bytes(), now_ms)) window_.clear(); else window_.slide();
        }
    }

    /// The number of lost frames, modulo 65536.
    uint16_t losses() const { return losses_.count(); }

private:
    Window<8> window_;
    Losses losses_;

    static int16_t i16(const uint8_t *bytes) {
        // Assembled as unsigned: shifting into the sign bit of a 16-bit int is undefined behaviour.
        return static_cast<int16_t>(static_cast<uint16_t>(bytes[0] | static_cast<uint16_t>(bytes[1]) << 8));
    }
    static bool is_within(int16_t value, int16_t limit) { return value >= -limit && value <= limit; }

    /// Applies a frame's values. Returns false, and changes nothing, if the frame is not valid for this arm.
    bool obey(const uint8_t *frame, uint32_t now_ms) {
        uint8_t sum = 0;
        for (uint8_t at = 0; at < 7; at++) sum = static_cast<uint8_t>(sum + frame[at]);
        const int16_t slider = static_cast<int8_t>(frame[1]), zx = i16(frame + 2), zy = i16(frame + 4);
        if (sum != frame[7] || !is_within(slider, 100) || !is_within(zx, 1000) || !is_within(zy, 1000)) return false;
        set_slider(slider, now_ms);
        set_zx(zx);
        set_zy(zy);
        losses_.note(frame[6]);
        return true;
    }
};

}  // namespace waldo
