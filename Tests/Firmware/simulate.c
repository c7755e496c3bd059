// Runs a sketch on simavr's ATmega328P at 16 MHz, with a serial line of true timing, and prints what it does as JSON lines.
//
//     simulate FILE.elf BAUD MILLISECONDS WATCHED COUNT [SYMBOL=VALUE]
//
// Standard input has a line for each byte that the sketch receives, `MICROSECONDS BYTE` in decimal: the time at which its
// start bit begins, at the earliest. A byte takes ten bits, and the next one waits for its end. `MICROSECONDS pin N LEVEL`
// sets an input. Times begin with the first turn of the sketch's loop; they are printed in cycles, of which 16 are 1 us:
//
//     {"at":T,"memory":"0100..."}         the COUNT bytes at the symbol WATCHED, in hex, when they have changed: as a turn
//                                       begins, and after each byte that the sketch takes
//     {"at":T,"arrived":I}                the stop bit of the byte I has ended
//     {"at":T,"decoded":I,"cycles":N}     the sketch has taken the byte I, and spent N cycles on it, without interrupts
//     {"at":T,"sent":BYTE}                a byte begins to leave
//     {"at":T,"pin":N,"level":L}          an output has changed
//     {"turns":N,"mean":C,"longest":C,... at the end: the turns of the loop and the other figures, in cycles and bytes
//
// SYMBOL=VALUE sets 32 bits of memory before the first turn: a clock just before it wraps.
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { frequency = 16000000, ram_offset = 0x800000, ram_end = 0x8ff };
enum { vector_size = 4, vectors = 26, receive_vector = 18 };
enum { most_watched = 64 };

struct input {
    avr_cycle_count_t at;  // of a byte: the end of its stop bit
    int pin, value;        // pin -1: a byte
    size_t line;
};

static avr_t *avr;
static avr_cycle_count_t origin;
static bool has_begun;

static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(65);
}

static void log_error(avr_t *avr, const int level, const char *format, va_list arguments) {
    (void)avr;
    if (level <= LOG_ERROR) vfprintf(stderr, format, arguments);
}

static unsigned long now(void) { return (unsigned long)(avr->cycle - origin); }

static uint32_t symbol(const elf_firmware_t *firmware, const char *name) {
    for (uint32_t at = 0; at < firmware->symbolcount; at++) {
        if (!strcmp(firmware->symbol[at]->symbol, name)) return firmware->symbol[at]->addr;
    }
    fail("the program has no symbol %s", name);
    return 0;
}

static void sent(struct avr_irq_t *irq, uint32_t value, void *parameter) {
    (void)irq, (void)parameter;
    if (has_begun) printf("{\"at\":%lu,\"sent\":%u}\n", now(), (unsigned)value & 0xff);
}

static void changed(struct avr_irq_t *irq, uint32_t value, void *parameter) {
    (void)irq;
    if (has_begun) printf("{\"at\":%lu,\"pin\":%d,\"level\":%u}\n", now(), (int)(intptr_t)parameter, (unsigned)value & 1);
}

// Prints the watched memory if it has changed.
static void look(uint32_t watched, int count) {
    static uint8_t seen[most_watched];
    static bool has_looked;
    if (has_looked && !memcmp(seen, avr->data + watched, (size_t)count)) return;
    has_looked = true;
    memcpy(seen, avr->data + watched, (size_t)count);
    printf("{\"at\":%lu,\"memory\":\"", now());
    for (int at = 0; at < count; at++) printf("%02x", seen[at]);
    printf("\"}\n");
}

// Pins 0 to 7 are port D, 8 to 13 are port B.
static avr_irq_t *pin(int number) {
    return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(number < 8 ? 'D' : 'B'), IOPORT_IRQ_PIN0 + number % 8);
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
            input->at = us * (frequency / 1000000);
        } else if (sscanf(line, "%lu %d", &us, &input->value) == 2) {
            double begins = (double)(us * (frequency / 1000000));
            if (begins < line_free) begins = line_free;
            line_free = begins + cycles_per_byte;
            input->at = (avr_cycle_count_t)line_free;
        } else {
            fail("not an input: %s", line);
        }
    }
    // A byte may have waited until after the change of a pin that comes later in the list.
    if (*count) qsort(inputs, *count, sizeof *inputs, order);
    return inputs;
}

int main(int count, char **words) {
    if (count < 6) fail("usage: simulate FILE.elf BAUD MILLISECONDS WATCHED COUNT [SYMBOL=VALUE]");
    const double cycles_per_byte = 10.0 * (double)frequency / atof(words[2]);
    const avr_cycle_count_t span = strtoull(words[3], NULL, 10) * (frequency / 1000);
    const int watched_count = atoi(words[5]);
    size_t input_count;
    struct input *inputs = read_inputs(cycles_per_byte, &input_count);

    avr_global_logger_set(log_error);
    elf_firmware_t firmware = {0};
    if (elf_read_firmware(words[1], &firmware) != 0) fail("%s is no program for simavr", words[1]);
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr) fail("simavr knows no atmega328p");
    avr_init(avr);
    firmware.frequency = frequency;
    avr_load_firmware(avr, &firmware);

    const avr_flashaddr_t loop = symbol(&firmware, "loop"), read = symbol(&firmware, "_ZN14HardwareSerial4readEv");
    const avr_flashaddr_t available = symbol(&firmware, "_ZN14HardwareSerial9availableEv");
    const uint32_t watched = symbol(&firmware, words[4]) - ram_offset;
    if (watched_count < 1 || watched_count > most_watched || watched + (uint32_t)watched_count > ram_end) fail("not watchable");

    avr_uart_t *uart = NULL;
    for (avr_io_t *io = avr->io_port; io; io = io->next) {
        if (!strcmp(io->kind, "uart")) uart = (avr_uart_t *)io;
    }
    if (!uart) fail("simavr's atmega328p has no UART");
    // Neither wait for the sketch to poll, nor print its bytes.
    uart->flags = 0;
    avr_irq_register_notify(uart->io.irq + UART_IRQ_OUTPUT, sent, NULL);
    for (int number = 2; number < 14; number++) avr_irq_register_notify(pin(number), changed, (void *)(intptr_t)number);

    avr_cycle_count_t turn_at = 0, longest = 0, longest_at = 0, turns = 0, first_turn = 0;
    avr_cycle_count_t interrupted_at = 0, longest_interrupt = 0, interrupt_total = 0, interrupts = 0;
    avr_cycle_count_t taken_at = 0, interrupts_at_taken = 0;
    size_t next = 0, arrived = 0, fetched = 0, decoded = 0, waiting = 0, most_waiting = 0;
    bool is_interrupted = false, is_decoding = false;
    uint16_t deepest = ram_end;

    while (!has_begun || now() < span) {
        if (avr->cycle > 10 * (avr_cycle_count_t)frequency && !has_begun) fail("the loop does not begin within 10 s");
        if (avr->pc == loop && !is_interrupted) {
            if (!has_begun) {
                has_begun = true;
                origin = first_turn = avr->cycle;
                for (int word = 6; word < count; word++) {
                    char *value = strchr(words[word], '=');
                    if (!value) fail("not SYMBOL=VALUE: %s", words[word]);
                    *value = 0;
                    const uint32_t number = (uint32_t)strtoul(value + 1, NULL, 0);
                    memcpy(avr->data + symbol(&firmware, words[word]) - ram_offset, &number, sizeof number);
                }
                // simavr adds a bit of parity that the frame does not have.
                uart->cycles_per_byte = uart->cycles_per_byte / 11 * 10;
            } else {
                if (avr->cycle - turn_at > longest) {
                    longest = avr->cycle - turn_at;
                    longest_at = turn_at - origin;
                }
                turns++;
            }
            turn_at = avr->cycle;
            look(watched, watched_count);
        } else if (avr->pc == available && is_decoding && !is_interrupted) {
            const avr_cycle_count_t interrupted = interrupt_total - interrupts_at_taken;
            printf("{\"at\":%lu,\"decoded\":%zu,\"cycles\":%lu}\n", now(), decoded++,
                (unsigned long)(avr->cycle - taken_at - interrupted));
            is_decoding = false;
            look(watched, watched_count);
        } else if (avr->pc == read && !is_interrupted) {
            is_decoding = true;
            taken_at = avr->cycle;
            interrupts_at_taken = interrupt_total;
        }
        if (!is_interrupted && avr->pc >= vector_size && avr->pc < vectors * vector_size) {
            is_interrupted = true;
            interrupted_at = avr->cycle;
            interrupts++;
            if (avr->pc == receive_vector * vector_size) fetched++;
        }
        while (has_begun && next < input_count && inputs[next].at <= now()) {
            const struct input *input = &inputs[next++];
            if (input->pin >= 0) {
                avr_raise_irq(pin(input->pin), (uint32_t)input->value);
                continue;
            }
            // simavr's receiver counts the time of a byte from here; but the byte is complete.
            const avr_cycle_count_t cycles = uart->cycles_per_byte;
            uart->cycles_per_byte = 1;
            avr_raise_irq(uart->io.irq + UART_IRQ_INPUT, (uint32_t)input->value);
            uart->cycles_per_byte = cycles;
            printf("{\"at\":%lu,\"arrived\":%zu}\n", now(), arrived++);
            waiting = arrived - fetched;
            if (waiting > most_waiting) most_waiting = waiting;
        }
        const bool is_return = is_interrupted && avr->flash[avr->pc] == 0x18 && avr->flash[avr->pc + 1] == 0x95;
        // One instruction at a time.
        avr->run_cycle_count = 1;
        const int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) fail("the processor has stopped at %lx", (unsigned long)avr->pc);
        const uint16_t stack = (uint16_t)(avr->data[R_SPL] | avr->data[R_SPH] << 8);
        if (has_begun && stack < deepest) deepest = stack;
        if (is_return) {
            is_interrupted = false;
            const avr_cycle_count_t took = avr->cycle - interrupted_at;
            interrupt_total += took;
            if (took > longest_interrupt) longest_interrupt = took;
        }
    }
    printf("{\"turns\":%lu,\"mean\":%lu,\"longest\":%lu,\"longestAt\":%lu,\"interrupts\":%lu,\"meanInterrupt\":%lu,"
        "\"longestInterrupt\":%lu,\"arrived\":%zu,\"decoded\":%zu,\"waiting\":%zu,\"stack\":%d,\"byte\":%lu}\n",
        (unsigned long)turns, (unsigned long)(turns ? (turn_at - first_turn) / turns : 0), (unsigned long)longest,
        (unsigned long)longest_at, (unsigned long)interrupts,
        (unsigned long)(interrupts ? interrupt_total / interrupts : 0), (unsigned long)longest_interrupt, arrived, decoded,
        most_waiting, ram_end - deepest, (unsigned long)uart->cycles_per_byte);
    free(inputs);
    return 0;
}
