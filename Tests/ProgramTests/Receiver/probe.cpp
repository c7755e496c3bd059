// Lets the suite drive the reference receivers. A line of standard input is one of
//     text|plain|combined REPEAT   a new receiver
//     TIME                         a turn of the loop at this millisecond, modulo 2^32
//     TIME BYTE                    a byte in decimal
// and each of the latter two is answered with `SLIDER ZX ZY`.
#include "frame_receivers.h"

#include <stdio.h>
#include <string.h>

template <class Arm>
static bool drive(Arm arm, char *line, int size) {
    while (fgets(line, size, stdin)) {
        unsigned long now, byte;
        const int count = sscanf(line, "%lu %lu", &now, &byte);
        if (count < 1) return true;
        if (count == 2) arm.receive(static_cast<uint8_t>(byte), static_cast<uint32_t>(now));
        else arm.tick(static_cast<uint32_t>(now));
        const waldo::Motion &motion = arm.motion();
        printf("%d %d %d\n", motion.slider, motion.zx, motion.zy);
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
        else return 64;
    }
}
