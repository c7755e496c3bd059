// An arm that carries a counter of radiation. It takes the commands of Mappings/arms/hm10.yaml and sends the messages of
// Mappings/sensors/iac-gamma.yaml, both on one serial line. The slider drives a stepper, zx and zy turn two servos.
//
// hardware.h is the part to replace. receiver.h, frame_receivers.h, counter_message.h and stepping.h, from the folder
// above, belong beside this file: README.md there says how to build it.
//
// Nothing here waits, neither for a motor nor for the serial line.
#include "frame_receivers.h"
#include "counter_message.h"
#include "stepping.h"
#include "hardware.h"

waldo::PlainReceiver arm(120);  // hm10.yaml's `heartbeat: 120 ms`: 360 ms of silence stop the carriage
waldo::VelocityAxis carriage;
waldo::PositionAxis joints[hardware::joint_count];  // counted in units of the arm's file, -100 to 100

static const uint32_t message_ms = 500;
static uint32_t sent_at = 0;
static uint16_t counted_before = 0;  // in the half second before

void setup() {
    hardware::begin();
    Serial.begin(hardware::baud);
}

/// Sends a message every half second, when the line has room for a whole one.
static void send(uint32_t now_ms) {
    if (now_ms - sent_at < message_ms || Serial.availableForWrite() < waldo::CounterMessage::length) return;
    sent_at += message_ms;  // not now_ms: the messages would drift
    const uint16_t counted = hardware::take_counts();
    const waldo::CounterMessage message = hardware::message(static_cast<uint16_t>(counted_before + counted));
    counted_before = counted;
    Serial.write(message.bytes(), waldo::CounterMessage::length);
}

void loop() {
    arm.tick(millis());
    // A turn stays short whatever arrives; the rest waits in the ring of Serial.
    for (uint8_t left = 16; left > 0 && Serial.available(); left--) {
        arm.receive(static_cast<uint8_t>(Serial.read()), millis());
    }

    const waldo::Motion &motion = arm.motion();
    hardware::step(carriage.step_at(motion.slider, 100, micros(), hardware::us_per_step));
    hardware::turn(0, joints[0].step_to(motion.zx, micros(), hardware::us_per_unit));
    hardware::turn(1, joints[1].step_to(motion.zy, micros(), hardware::us_per_unit));
    send(millis());
}
