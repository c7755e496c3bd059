// An arm of three steppers, for Mappings/arms/robot.yaml: a carriage that the slider drives, and two joints, zx and zy.
//
// hardware.h is the part to replace. receiver.h and stepping.h, from the folder above, belong beside this file:
// README.md there says how to build it.
//
// Nothing here waits. A turn of the loop reads a few bytes and steps each motor once at most, so a stop is obeyed in the
// middle of a move.
#include "receiver.h"
#include "stepping.h"
#include "hardware.h"

waldo::TextReceiver arm(100);  // robot.yaml's `heartbeat: 100 ms`: 300 ms of silence stop the carriage
waldo::VelocityAxis carriage;
waldo::PositionAxis x_joint, y_joint;

void setup() {
    hardware::begin();
    Serial.begin(hardware::baud);
}

void loop() {
    arm.tick(millis());
    // A turn stays short whatever arrives; the rest waits in the ring of Serial.
    for (uint8_t left = 16; left > 0 && Serial.available(); left--) {
        arm.receive(static_cast<uint8_t>(Serial.read()), millis());
    }

    const waldo::Motion &motion = arm.motion();
    hardware::step(hardware::carriage, carriage.step_at(motion.slider, 1, micros(), hardware::us_per_step));
    hardware::step(hardware::x_joint, x_joint.step_to(motion.zx, micros(), hardware::us_per_step));
    hardware::step(hardware::y_joint, y_joint.step_to(motion.zy, micros(), hardware::us_per_step));
}
