// Runs a sketch on simavr's ATmega328P at 16 MHz, with a serial line of true timing, and prints what it does as JSON lines.
//
//     simulate FILE.elf BAUD MILLISECONDS WATCHED COUNT [SYMBOL=VALUE...]
//
// Standard input has a line for each byte that the sketch receives, `MICROSECONDS BYTE` in decimal: the time at which its
// start bit begins, at the earliest. A byte takes ten bits, and the next one waits for its end. `MICROSECONDS pin N LEVEL`
// sets an input. Times begin with the first turn of the sketch's loop; they are printed in cycles, of which 16 are 1 us:
//
//     {"at":T,"memory":"0100..."}       the COUNT bytes at the symbol WATCHED, in hex, when they have changed: as a turn
//                                       begins, and after each byte that the sketch takes
//     {"at":T,"arrived":I}              the stop bit of the byte I has ended
//     {"at":T,"decoded":I,"cycles":N}   the sketch has taken the byte I, and spent N cycles on it, without interrupts
//     {"at":T,"sent":BYTE}              a byte begins to leave
//     {"at":T,"pin":N,"level":L}        an output has changed
//     {"turns":N,"mean":C,"longest":C,  at the end: the turns of the loop and the other figures, in cycles and bytes
//
// SYMBOL=VALUE sets 32 bits of memory before the first turn: a clock just before it wraps.
#include "inputs.h"

#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

#include <stdbool.h>
#include <string.h>

enum { frequency = 1000000 * cycles_per_us, ram_offset = 0x800000, ram_end = 0x8ff };
enum { vector_size = 4, vectors = 26, receive_vector = 18 };
enum { most_watched = 64 };

static elf_firmware_t firmware;
static avr_t *avr;
static avr_uart_t *uart;

static struct {
    avr_flashaddr_t loop, read, available;
    uint32_t watched;
    int watched_count;
} place;

// The turns of the loop.
static struct {
    bool has_begun;
    avr_cycle_count_t first, at, count, longest, longest_at;
} turn;

static struct {
    bool is_running;
    avr_cycle_count_t at, count, total, longest;
} interrupt;

// Bytes on their way: complete in the UART, fetched from it by the interrupt, taken from the ring by the sketch.
static struct {
    size_t arrived, fetched, decoded, most_waiting;
    bool is_decoding;
    avr_cycle_count_t taken_at, interrupts_by_then;
} received;

static uint16_t deepest = ram_end;

static void log_error(avr_t *of, const int level, const char *format, va_list arguments) {
    (void)of;
    if (level <= LOG_ERROR) vfprintf(stderr, format, arguments);
}

static unsigned long since(avr_cycle_count_t begin) { return (unsigned long)(avr->cycle - begin); }
static unsigned long now(void) { return since(turn.first); }

static uint32_t symbol(const char *name) {
    for (uint32_t at = 0; at < firmware.symbolcount; at++) {
        if (!strcmp(firmware.symbol[at]->symbol, name)) return firmware.symbol[at]->addr;
    }
    fail("the program has no symbol %s", name);
    return 0;
}

static void sent(struct avr_irq_t *irq, uint32_t value, void *parameter) {
    (void)irq, (void)parameter;
    if (turn.has_begun) printf("{\"at\":%lu,\"sent\":%u}\n", now(), (unsigned)value & 0xff);
}

static void changed(struct avr_irq_t *irq, uint32_t value, void *pin) {
    (void)irq;
    if (turn.has_begun) printf("{\"at\":%lu,\"pin\":%d,\"level\":%u}\n", now(), (int)(intptr_t)pin, (unsigned)value & 1);
}

// Pins 0 to 7 are port D, 8 to 13 are port B.
static avr_irq_t *pin(int number) {
    return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(number < 8 ? 'D' : 'B'), IOPORT_IRQ_PIN0 + number % 8);
}

static void load(const char *file, const char *watched, int count) {
    avr_global_logger_set(log_error);
    if (elf_read_firmware(file, &firmware) != 0) fail("%s is no program for simavr", file);
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr) fail("simavr knows no atmega328p");
    avr_init(avr);
    firmware.frequency = frequency;
    avr_load_firmware(avr, &firmware);

    place.loop = symbol("loop");
    place.read = symbol("_ZN14HardwareSerial4readEv");
    place.available = symbol("_ZN14HardwareSerial9availableEv");
    place.watched = symbol(watched) - ram_offset;
    place.watched_count = count;
    if (count < 1 || count > most_watched || place.watched + (uint32_t)count > ram_end) fail("%s is not in RAM", watched);

    for (avr_io_t *io = avr->io_port; io; io = io->next) {
        if (!strcmp(io->kind, "uart")) uart = (avr_uart_t *)io;
    }
    if (!uart) fail("simavr's atmega328p has no UART");
    uart->flags = 0;  // neither wait while the sketch polls, nor print its bytes
    avr_irq_register_notify(uart->io.irq + UART_IRQ_OUTPUT, sent, NULL);
    for (int number = 2; number < 14; number++) avr_irq_register_notify(pin(number), changed, (void *)(intptr_t)number);
}

// Prints the watched memory if it has changed.
static void look(void) {
    static uint8_t seen[most_watched];
    static bool has_looked;
    const uint8_t *memory = avr->data + place.watched;
    if (has_looked && !memcmp(seen, memory, (size_t)place.watched_count)) return;
    has_looked = true;
    memcpy(seen, memory, (size_t)place.watched_count);
    printf("{\"at\":%lu,\"memory\":\"", now());
    for (int at = 0; at < place.watched_count; at++) printf("%02x", seen[at]);
    printf("\"}\n");
}

static void begin(int count, char **settings) {
    turn.has_begun = true;
    turn.first = turn.at = avr->cycle;
    for (int at = 0; at < count; at++) {
        char *value = strchr(settings[at], '=');
        if (!value) fail("not SYMBOL=VALUE: %s", settings[at]);
        *value++ = 0;
        const uint32_t number = (uint32_t)strtoul(value, NULL, 0);
        memcpy(avr->data + symbol(settings[at]) - ram_offset, &number, sizeof number);
    }
    // simavr adds a bit of parity that the frame does not have.
    uart->cycles_per_byte = uart->cycles_per_byte / 11 * 10;
    look();
}

// Notes where the program has got to, before the instruction there.
static void observe(void) {
    if (interrupt.is_running) return;
    if (avr->pc == place.loop && avr->cycle > turn.at) {
        if (since(turn.at) > turn.longest) {
            turn.longest = since(turn.at);
            turn.longest_at = turn.at - turn.first;
        }
        turn.count++;
        turn.at = avr->cycle;
        look();
    } else if (avr->pc == place.available && received.is_decoding) {
        const unsigned long interrupted = (unsigned long)(interrupt.total - received.interrupts_by_then);
        printf("{\"at\":%lu,\"decoded\":%zu,\"cycles\":%lu}\n", now(), received.decoded++,
            since(received.taken_at) - interrupted);
        received.is_decoding = false;
        look();
    } else if (avr->pc == place.read) {
        received.is_decoding = true;
        received.taken_at = avr->cycle;
        received.interrupts_by_then = interrupt.total;
    } else if (avr->pc >= vector_size && avr->pc < vectors * vector_size) {
        interrupt.is_running = true;
        interrupt.at = avr->cycle;
        interrupt.count++;
        if (avr->pc == receive_vector * vector_size) received.fetched++;
    }
}

static void feed(const struct input *input) {
    if (input->pin >= 0) {
        avr_raise_irq(pin(input->pin), (uint32_t)input->value);
        return;
    }
    // simavr's receiver counts the time of a byte from here; but the byte is complete.
    const avr_cycle_count_t cycles = uart->cycles_per_byte;
    uart->cycles_per_byte = 1;
    avr_raise_irq(uart->io.irq + UART_IRQ_INPUT, (uint32_t)input->value);
    uart->cycles_per_byte = cycles;
    printf("{\"at\":%lu,\"arrived\":%zu}\n", now(), received.arrived++);
    const size_t waiting = received.arrived - received.fetched;
    if (waiting > received.most_waiting) received.most_waiting = waiting;
}

// Runs one instruction.
static void step(void) {
    const bool is_return = interrupt.is_running && avr->flash[avr->pc] == 0x18 && avr->flash[avr->pc + 1] == 0x95;
    avr->run_cycle_count = 1;
    const int state = avr_run(avr);
    if (state == cpu_Done || state == cpu_Crashed) fail("the processor has stopped at %lx", (unsigned long)avr->pc);
    const uint16_t stack = (uint16_t)(avr->data[R_SPL] | avr->data[R_SPH] << 8);
    if (turn.has_begun && stack < deepest) deepest = stack;
    if (!is_return) return;
    interrupt.is_running = false;
    interrupt.total += since(interrupt.at);
    if (since(interrupt.at) > interrupt.longest) interrupt.longest = since(interrupt.at);
}

static void report(void) {
    const avr_cycle_count_t mean = turn.count ? (turn.at - turn.first) / turn.count : 0;
    const avr_cycle_count_t mean_interrupt = interrupt.count ? interrupt.total / interrupt.count : 0;
    printf("{\"turns\":%lu,\"mean\":%lu,\"longest\":%lu,\"longestAt\":%lu,", (unsigned long)turn.count, (unsigned long)mean,
        (unsigned long)turn.longest, (unsigned long)turn.longest_at);
    printf("\"interrupts\":%lu,\"meanInterrupt\":%lu,\"longestInterrupt\":%lu,", (unsigned long)interrupt.count,
        (unsigned long)mean_interrupt, (unsigned long)interrupt.longest);
    printf("\"arrived\":%zu,\"decoded\":%zu,\"waiting\":%zu,\"stack\":%d,\"byte\":%lu}\n", received.arrived, received.decoded,
        received.most_waiting, ram_end - deepest, (unsigned long)uart->cycles_per_byte);
}

int main(int count, char **words) {
    if (count < 6) fail("usage: simulate FILE.elf BAUD MILLISECONDS WATCHED COUNT [SYMBOL=VALUE...]");
    const avr_cycle_count_t span = strtoull(words[3], NULL, 10) * 1000 * cycles_per_us;
    size_t input_count, next = 0;
    struct input *inputs = read_inputs(10.0 * (double)frequency / atof(words[2]), &input_count);
    load(words[1], words[4], atoi(words[5]));

    while (avr->pc != place.loop) {
        if (avr->cycle > 10 * (avr_cycle_count_t)frequency) fail("the loop does not begin within 10 s");
        observe();
        step();
    }
    begin(count - 6, words + 6);
    while (now() < span) {
        observe();
        while (next < input_count && inputs[next].at <= now()) feed(&inputs[next++]);
        step();
    }
    report();
    free(inputs);
    return 0;
}
