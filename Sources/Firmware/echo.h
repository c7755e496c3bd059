// Answers each frame of the plain binary arm at once, so that `waldo prove --shield` can measure a link without a motor.
//
//     waldo::Echo arm;
//     void loop() {
//         const uint32_t now = millis();
//         if (arm.tick(now)) send(arm.message());
//         while (Serial.available()) if (arm.receive(Serial.read(), now)) send(arm.message());
//     }
//
// C++11; no heap, no library.
#pragma once
#include "frame_receivers.h"

namespace waldo {

/// The board's side of the measurement: a receiver with its watchdog, and a message of six bytes for each valid frame.
class Echo {
public:
    /// The length of a message: 5A, the sequence number heard last, the board's milliseconds (u16, low byte first), a
    /// Status, and the CRC-8 of the four bytes before it.
    static const uint8_t length = 6;

    /// What a message reports.
    enum Status : uint8_t {
        rest = 0,      ///< The answer to a frame; the slider is at zero.
        moves = 1,     ///< The answer to a frame; the slider has a velocity.
        watchdog = 2,  ///< The watchdog has set the slider to zero.
        begun = 3,     ///< The board has started, or a link has opened.
    };

    /// The heartbeat of nordic-uart.yaml: after 300 ms without a slider frame the slider is 0.
    Echo() : arm_(100), message_(), is_moving_(false) {}

    /// Makes the message that the board has started or that a link has opened.
    void begin(uint32_t now_ms) { write(begun, now_ms); }

    /// Runs the watchdog, in every turn of the loop. Returns whether it has stopped the slider: send the message then.
    bool tick(uint32_t now_ms) {
        arm_.tick(now_ms);
        if (!is_moving_ || arm_.motion().slider != 0) return false;
        is_moving_ = false;
        write(watchdog, now_ms);
        return true;
    }

    /// Decodes a byte that arrived at `now_ms`, the time of the turn's `tick`. Returns whether it has ended a valid
    /// frame: send the message then.
    bool receive(uint8_t byte, uint32_t now_ms) {
        if (!arm_.receive(byte, now_ms)) return false;
        is_moving_ = arm_.motion().slider != 0;
        write(is_moving_ ? moves : rest, now_ms);
        return true;
    }

    /// The newest message, `length` bytes.
    const uint8_t *message() const { return message_; }

private:
    PlainReceiver arm_;
    uint8_t message_[length];
    bool is_moving_;

    void write(Status status, uint32_t now_ms) {
        message_[0] = 0x5A;
        message_[1] = arm_.newest();
        message_[2] = static_cast<uint8_t>(now_ms & 0xFF);
        message_[3] = static_cast<uint8_t>(now_ms >> 8 & 0xFF);
        message_[4] = status;
        message_[5] = PlainReceiver::crc8(message_ + 1, 4);
    }
};

}  // namespace waldo
