#define _GNU_SOURCE
#include "failsafe-slot.h"
#include "timing.h"

#include <errno.h>
#include <linux/sockios.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

// How a frame gets into a descriptor: whole, in pieces, or behind the rest of one that was cut.

static bool may_cut(const waldo_failsafe *slot) {
    return slot->kind == WALDO_FAILSAFE_STREAM || slot->kind == WALDO_FAILSAFE_PIECES;
}

static bool is_full(void) { return errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS; }

/// Waits until no other thread writes to the stream, about 5 ms at most. A signal handler that has interrupted a write
/// on its own thread, or that finds a driver which does not return, goes on without waiting. Its zeros may then be part
/// of a frame that was cut, and are repeated.
static bool begin_writing(waldo_failsafe *slot) {
    for (int turns = 0; turns < 50; turns++) {
        if (!atomic_exchange(&slot->is_writing, true)) return true;
        if (pthread_equal(slot->owner, pthread_self())) return false;
        waldo_pause(100);
    }
    return false;
}

/// Sends the pieces of a frame up to the first that is not taken; returns their bytes, or -1 when none is taken.
static ssize_t send_pieces(const waldo_failsafe *slot, const uint8_t *bytes, uint32_t count) {
    uint32_t at = 0;
    while (at < count) {
        uint32_t left = count - at, length = left < slot->piece ? left : slot->piece;
        ssize_t taken = send(slot->descriptor, bytes + at, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (taken < 0 && errno == EINTR) continue;
        if (taken < 0) return at > 0 ? (ssize_t)at : -1;
        at += length;
    }
    return (ssize_t)at;
}

static ssize_t write_some(const waldo_failsafe *slot, const uint8_t *bytes, uint32_t count) {
    if (slot->kind == WALDO_FAILSAFE_PIECES) return send_pieces(slot, bytes, count);
    ssize_t taken;
    do taken = write(slot->descriptor, bytes, count);
    while (taken < 0 && errno == EINTR);
    return taken;
}

/// Returns 1 when nothing is left of a cut frame, 0 when the port is full, -1 when it has failed.
static int write_rest(waldo_failsafe *slot) {
    while (slot->rest_at < slot->rest_end) {
        ssize_t taken = write_some(slot, slot->rest + slot->rest_at, slot->rest_end - slot->rest_at);
        if (taken < 0) return is_full() ? 0 : -1;
        if (taken == 0) return 0;
        slot->rest_at += (uint32_t)taken;
    }
    return 1;
}

/// Writes a frame, and keeps the rest of it when only a part is taken.
static int write_frame(waldo_failsafe *slot, const uint8_t *bytes, uint32_t count) {
    int rest = write_rest(slot);
    if (rest != 1) return rest;
    ssize_t taken = write_some(slot, bytes, count);
    if (taken < 0) return is_full() ? 0 : -1;
    if (taken == 0) return 0;
    slot->rest_at = 0;
    slot->rest_end = count - (uint32_t)taken;
    memcpy(slot->rest, bytes + taken, slot->rest_end);
    return 1;
}

int waldo_failsafe_write(waldo_failsafe *slot, const void *bytes, uint32_t count) {
    if (count > BYTES) {
        errno = EMSGSIZE;
        return -1;
    }
    if (!begin_writing(slot)) return 0;
    int result = write_frame(slot, bytes, count);
    int saved = errno;
    atomic_store(&slot->is_writing, false);
    errno = saved;
    return result;
}

bool waldo_failsafe_finish(waldo_failsafe *slot) {
    if (!begin_writing(slot)) return false;
    bool is_finished = write_rest(slot) == 1;
    atomic_store(&slot->is_writing, false);
    return is_finished;
}

/// Returns 1 when the frame is taken, 0 when the descriptor is full, -1 when it has failed.
static int try_frame(waldo_failsafe *slot, int descriptor, const uint8_t *bytes, uint32_t length) {
    if (!may_cut(slot)) {
        if (send(descriptor, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0) return 1;
        return is_full() ? 0 : -1;
    }
    bool is_alone = begin_writing(slot);
    if (!is_alone) return write_some(slot, bytes, length) > 0 ? 1 : 0;
    int result = write_frame(slot, bytes, length);
    atomic_store(&slot->is_writing, false);
    return result;
}

bool waldo_failsafe_send_frame(waldo_failsafe *slot, const struct frames *frames, int32_t index, int patience) {
    int descriptor = frames->descriptor[index];
    for (;;) {
        int result = try_frame(slot, descriptor, frames->bytes[index], frames->length[index]);
        if (result > 0) return true;
        if (result < 0 && errno == EINTR) continue;
        struct pollfd room = {.fd = descriptor, .events = POLLOUT};
        if (result < 0 || patience == 0 || poll(&room, 1, patience) <= 0) return false;
        patience = 0;
    }
}

/// Whether the peer has taken what was written to a descriptor.
static bool has_taken(const waldo_failsafe *slot, int descriptor) {
    bool is_stream = slot->kind == WALDO_FAILSAFE_STREAM;
    int unsent = 0;
    // While the last write is being taken the kernel still counts 1 for a socket.
    return ioctl(descriptor, is_stream ? TIOCOUTQ : SIOCOUTQ, &unsent) != 0 || unsent <= !is_stream;
}

/// Waits until the peer has taken what was written; after a hang-up it may drop what it has not read.
void waldo_failsafe_await_taken(waldo_failsafe *slot) {
    int64_t end = waldo_now() + WALDO_DRAIN_TIME;
    const struct frames *frames = &slot->frames[atomic_load(&slot->current)];
    for (;;) {
        bool is_finished = !may_cut(slot) || waldo_failsafe_finish(slot);
        bool is_taken = has_taken(slot, slot->descriptor);
        for (int32_t index = 0; index < frames->count; index++) is_taken &= has_taken(slot, frames->descriptor[index]);
        if ((is_finished && is_taken) || waldo_now() >= end) return;
        waldo_pause(1000);
    }
}
