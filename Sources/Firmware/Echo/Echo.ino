// Answers each frame of Mappings/arms/hm10.yaml or nordic-uart.yaml, for `waldo prove --shield`. It moves nothing: a board
// behind an HM-10 or at a USB port needs no motor.
//
// receiver.h, frame_receivers.h and echo.h, from the folder above, belong beside this file: README.md there says how to
// build it.
#include "echo.h"

// The rate of the serial line, in baud: 9600 for hm10.yaml, 115200 for nordic-uart.yaml.
#ifndef BAUD
#define BAUD 9600
#endif

waldo::Echo arm;

static void send() { Serial.write(arm.message(), waldo::Echo::length); }

void setup() {
    Serial.begin(BAUD);
    arm.begin(millis());
    send();
}

void loop() {
    const uint32_t now_ms = millis();
    if (arm.tick(now_ms)) send();
    for (uint8_t left = 16; left > 0 && Serial.available(); left--) {
        if (arm.receive(static_cast<uint8_t>(Serial.read()), now_ms)) send();
    }
}
