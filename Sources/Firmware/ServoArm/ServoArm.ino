// An arm of five hobby servos, for Mappings/arms/servo-arm-hm10.yaml.
//
// hardware.h is the part to replace. servo_receiver.h and stepping.h, from the folder above, belong beside this file:
// README.md there says how to build it.
//
// Nothing here waits. The servos turn at a limited speed, one degree at a time, so that a spoiled angle, which this
// format cannot show, is corrected by the next frame before the arm has gone far.
#include "servo_receiver.h"
#include "stepping.h"
#include "hardware.h"

waldo::ServoReceiver<hardware::count> arm(hardware::letters, hardware::start);
waldo::PositionAxis servos[hardware::count];  // counted in degrees from the start

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

    for (uint8_t servo = 0; servo < hardware::count; servo++) {
        const int16_t target = static_cast<int16_t>(arm.angle(servo)) - hardware::start;
        hardware::turn(servo, servos[servo].step_to(target, micros(), hardware::us_per_degree));
    }
}
