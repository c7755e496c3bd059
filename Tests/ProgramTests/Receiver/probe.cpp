// Lets the suite drive the reference receivers. A line of standard input is one of
//     text|plain|combined REPEAT   a new receiver
//     servo PAUSE                  a new receiver for five servos
//     echo 0                       a new echo
//     TIME                         a turn of the loop at this millisecond, modulo 2^32
//     TIME BYTE                    a byte in decimal
// and each of the latter two is answered with `SLIDER ZX ZY`, with the five angles, or with the echo's message or `-`.
#include "counter_message.h"
#include "echo.h"
#include "frame_receivers.h"
#include "servo_receiver.h"
#include "stepping.h"

#include <stdio.h>
#include <string.h>

static void print(const waldo::Receiver &arm) {
    const waldo::Motion &motion = arm.motion();
    printf("%d %d %d\n", motion.slider, motion.zx, motion.zy);
}

static void print(const waldo::ServoReceiver<5> &arm) {
    printf("%d %d %d %d %d\n", arm.angle(0), arm.angle(1), arm.angle(2), arm.angle(3), arm.angle(4));
}

static bool drive_echo(char *line, int size) {
    waldo::Echo echo;
    while (fgets(line, size, stdin)) {
        unsigned long now, byte;
        const int count = sscanf(line, "%lu %lu", &now, &byte);
        if (count < 1) return true;
        const uint32_t now_ms = static_cast<uint32_t>(now);
        const bool has_message = count == 2 ? echo.receive(static_cast<uint8_t>(byte), now_ms) : echo.tick(now_ms);
        for (int at = 0; has_message && at < waldo::Echo::length; at++) printf("%02x", echo.message()[at]);
        puts(has_message ? "" : "-");
    }
    return false;
}

template <class Arm>
static bool drive(Arm arm, char *line, int size) {
    while (fgets(line, size, stdin)) {
        unsigned long now, byte;
        const int count = sscanf(line, "%lu %lu", &now, &byte);
        if (count < 1) return true;
        if (count == 2) arm.receive(static_cast<uint8_t>(byte), static_cast<uint32_t>(now));
        else arm.tick(static_cast<uint32_t>(now));
        print(arm);
    }
    return false;
}

int main() {
    char line[64] = "";
    bool has_line = fgets(line, sizeof line, stdin) != nullptr;
    while (has_line) {
        char kind[16];
        unsigned repeat;
        if (sscanf(line, "%15s %u", kind, &repeat) != 2) return 64;
        const uint16_t span = static_cast<uint16_t>(repeat);
        if (!strcmp(kind, "text")) has_line = drive(waldo::TextReceiver(span), line, sizeof line);
        else if (!strcmp(kind, "plain")) has_line = drive(waldo::PlainReceiver(span), line, sizeof line);
        else if (!strcmp(kind, "combined")) has_line = drive(waldo::CombinedReceiver(span), line, sizeof line);
        else if (!strcmp(kind, "echo")) has_line = drive_echo(line, sizeof line);
        else if (!strcmp(kind, "servo")) {
            const waldo::ServoReceiver<5> arm("DCBGA", 90, static_cast<uint8_t>(span));
            has_line = drive(arm, line, sizeof line);
        } else return 64;
    }
}
