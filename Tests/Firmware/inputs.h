// What the simulated sketch receives, read from standard input; simulate.c describes the lines.
#pragma once
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { cycles_per_us = 16 };

struct input {
    uint64_t at;     // in cycles; of a byte: the end of its stop bit
    int pin, value;  // pin -1: a byte
    size_t line;
};

static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(65);
}

static int order(const void *one, const void *other) {
    const struct input *a = one, *b = other;
    if (a->at != b->at) return a->at < b->at ? -1 : 1;
    return a->line < b->line ? -1 : 1;
}

static struct input *read_inputs(double cycles_per_byte, size_t *count) {
    struct input *inputs = NULL;
    size_t room = 0;
    double line_free = 0;
    char line[80];
    *count = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (*count == room) {
            room = room ? 2 * room : 1024;
            inputs = realloc(inputs, room * sizeof *inputs);
            if (!inputs) fail("out of memory");
        }
        struct input *input = &inputs[(*count)++];
        unsigned long us;
        *input = (struct input){.pin = -1, .line = *count};
        if (sscanf(line, "%lu pin %d %d", &us, &input->pin, &input->value) == 3) {
            input->at = us * cycles_per_us;
        } else if (sscanf(line, "%lu %d", &us, &input->value) == 2) {
            const double begins = (double)(us * cycles_per_us);
            line_free = (begins < line_free ? line_free : begins) + cycles_per_byte;
            input->at = (uint64_t)line_free;
        } else {
            fail("not an input: %s", line);
        }
    }
    // A byte may have waited until after the change of a pin that comes later in the list.
    if (*count) qsort(inputs, *count, sizeof *inputs, order);
    return inputs;
}
