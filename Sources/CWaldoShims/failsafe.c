#define _GNU_SOURCE
#include "failsafe.h"
#include "timing.h"

#include <errno.h>
#include <linux/sockios.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FRAMES = 8, BYTES = 1024 };
/// How long the zeros of a halt may take in all: no arm file whose zeros take longer is read.
static const int64_t LONGEST_HALT = 700000;
_Static_assert(FRAMES >= 1 && BYTES >= 64, "there is room for one failsafe frame at least");

struct frames {
    int32_t count;
    int descriptor[FRAMES];
    uint32_t length[FRAMES];
    uint8_t bytes[FRAMES][BYTES];
};

struct waldo_failsafe {
    int descriptor;
    int64_t interval;
    waldo_failsafe_kind kind;
    uint32_t piece;
    int32_t next;
    pthread_t owner;
    // The loop fills the one that is not current, so that a handler always finds a complete list.
    struct frames frames[2];
    bool is_filling;
    atomic_uint current;
    atomic_bool motion_is_leaving;
    atomic_bool claimed;
    // How many threads are sending its frames now.
    atomic_int senders;
    // The pending counts that come with the motion being sent.
    uint64_t entered;
    // One byte per frame, frame 0 in the lowest: how many times it still has to be sent, and was sent since the claim.
    atomic_ullong pending;
    atomic_ullong sent;
    // What is pending as far as the loop knows: others may have sent since.
    uint64_t known;
    // Of a stream or pieces: whether a thread is writing to it, and the rest of the frame that its last write has cut.
    atomic_bool is_writing;
    uint32_t rest_at, rest_end;
    uint8_t rest[BYTES];
};

static _Atomic(waldo_failsafe *) active;
// How many threads use `active` outside the loop; failsafe frames are not freed while they do.
static atomic_int all_senders;
// The process is ending: nothing may move any more.
static atomic_bool is_dying;

// MARK: lifetime

static void send_at_exit(void) { waldo_failsafe_send_all(true); }

waldo_failsafe *waldo_failsafe_open(int descriptor, int64_t interval, waldo_failsafe_kind kind, uint32_t piece) {
    static atomic_bool is_registered;
    if (!atomic_exchange(&is_registered, true)) atexit(send_at_exit);
    waldo_failsafe *slot = calloc(1, sizeof *slot);
    if (!slot) return NULL;
    slot->descriptor = descriptor;
    slot->interval = interval;
    slot->kind = kind;
    slot->piece = piece;
    slot->owner = pthread_self();
    atomic_store(&active, slot);
    return slot;
}

void waldo_failsafe_close(waldo_failsafe *slot) {
    waldo_failsafe *mine = slot;
    atomic_compare_exchange_strong(&active, &mine, NULL);
    while (atomic_load(&all_senders) > 0) waldo_pause(500);
    free(slot);
}

// MARK: frames

void waldo_failsafe_begin(waldo_failsafe *slot) {
    slot->is_filling = !atomic_load(&slot->claimed);
    if (slot->is_filling) slot->frames[1 - atomic_load(&slot->current)].count = 0;
}

void waldo_failsafe_add(waldo_failsafe *slot, int descriptor, const void *bytes, uint32_t count) {
    struct frames *next = &slot->frames[1 - atomic_load(&slot->current)];
    if (!slot->is_filling || next->count >= FRAMES || count > BYTES) return;
    memcpy(next->bytes[next->count], bytes, count);
    next->descriptor[next->count] = descriptor;
    next->length[next->count] = count;
    next->count += 1;
}

void waldo_failsafe_set(waldo_failsafe *slot) {
    if (slot->is_filling) atomic_store(&slot->current, 1 - atomic_load(&slot->current));
    slot->is_filling = false;
}

// MARK: motion

bool waldo_failsafe_enter(waldo_failsafe *slot, uint64_t pending) {
    atomic_store(&slot->motion_is_leaving, true);
    if (atomic_load(&slot->claimed) || atomic_load(&is_dying)) {
        atomic_store(&slot->motion_is_leaving, false);
        return false;
    }
    slot->entered = pending;
    if (pending) {
        slot->known = pending;
        atomic_store_explicit(&slot->pending, pending, memory_order_release);
    }
    return true;
}

/// Waits until no thread is sending the frames, which takes a short time.
static void await_senders(waldo_failsafe *slot) {
    while (atomic_load(&slot->senders) > 0) waldo_pause(100);
}

void waldo_failsafe_leave(waldo_failsafe *slot) {
    atomic_store(&slot->motion_is_leaving, false);
    if (!atomic_load(&slot->claimed) || slot->entered == 0) return;
    // A claim meanwhile may have sent its zeros before the motion left: they do not count.
    await_senders(slot);
    atomic_store(&slot->sent, 0);
    slot->known = slot->entered;
    atomic_store(&slot->pending, slot->entered);
}

bool waldo_failsafe_is_pending(const waldo_failsafe *slot) { return atomic_load(&slot->pending) != 0; }

/// The count that the loop sets, less what others have sent without its knowledge.
static unsigned long long remaining(uint64_t pending, uint64_t known, unsigned long long now) {
    unsigned long long left = 0;
    for (int shift = 0; shift < 64; shift += 8) {
        int wanted = (int)(pending >> shift & 0xff), sent = (int)(known >> shift & 0xff) - (int)(now >> shift & 0xff);
        if (wanted > sent) left |= (unsigned long long)(sent > 0 ? wanted - sent : wanted) << shift;
    }
    return left;
}

void waldo_failsafe_set_pending(waldo_failsafe *slot, uint64_t pending) {
    unsigned long long now = atomic_load(&slot->pending), next;
    // What was sent beside a call in flight may have been discarded: it counts for nothing.
    do next = slot->kind == WALDO_FAILSAFE_ONE_A_ROUND ? pending : remaining(pending, slot->known, now);
    while (!atomic_compare_exchange_weak(&slot->pending, &now, next));
    slot->known = pending;
}

// MARK: streams and pieces

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

// MARK: sending

/// Blocks motion. Waits for one that the loop's thread is sending, about 5 ms at most, but not on that thread itself.
static void claim(waldo_failsafe *slot) {
    atomic_store(&slot->claimed, true);
    if (pthread_equal(slot->owner, pthread_self())) return;
    for (int turns = 0; turns < 50 && atomic_load(&slot->motion_is_leaving); turns++) waldo_pause(100);
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

/// Sends a frame; returns whether the descriptor has taken it. Waits once for a full one, `patience` milliseconds at
/// most.
static bool send_frame(waldo_failsafe *slot, const struct frames *frames, int32_t index, int patience) {
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

/// Subtracts one from a count that another thread may change; returns false when nothing is left of it.
static bool take_one(atomic_ullong *counts, unsigned long long one) {
    unsigned long long now = atomic_load(counts);
    while ((now / one & 0xff) != 0) {
        if (atomic_compare_exchange_weak(counts, &now, now - one)) return true;
    }
    return false;
}

/// Sends each pending frame once; of a receiver that discards a second one, one frame.
static void send_once(waldo_failsafe *slot, int patience) {
    const struct frames *frames = &slot->frames[atomic_load(&slot->current)];
    bool is_one_a_round = slot->kind == WALDO_FAILSAFE_ONE_A_ROUND;
    int32_t first = is_one_a_round && frames->count > 0 ? slot->next % frames->count : 0;
    for (int32_t step = 0; step < frames->count; step++) {
        int32_t index = (first + step) % frames->count;
        unsigned long long one = 1ull << (8 * index);
        if ((atomic_load(&slot->pending) / one & 0xff) == 0) continue;
        if (!send_frame(slot, frames, index, patience)) continue;
        if (take_one(&slot->pending, one)) atomic_fetch_add(&slot->sent, one);
        slot->next = index + 1;
        if (is_one_a_round) return;
    }
}

/// Claims the slot and sends its frames once, counted in `senders`, so that `take` waits until they have been sent.
static void claim_and_send(waldo_failsafe *slot, int patience) {
    atomic_fetch_add(&slot->senders, 1);
    claim(slot);
    send_once(slot, patience);
    atomic_fetch_sub(&slot->senders, 1);
}

void waldo_failsafe_send(waldo_failsafe *slot) { claim_and_send(slot, 0); }

bool waldo_failsafe_is_claimed(const waldo_failsafe *slot) {
    return atomic_load_explicit(&slot->claimed, memory_order_acquire);
}

uint64_t waldo_failsafe_take(waldo_failsafe *slot) {
    // Another thread has crashed: its failsafe frames are the process's, and the loop adds nothing to them.
    while (atomic_load(&is_dying)) pause();
    atomic_store(&slot->claimed, false);
    await_senders(slot);
    uint64_t sent = atomic_exchange(&slot->sent, 0);
    // What is sent from here on belongs to the next claim. Until then one zero too many is better than one too few.
    slot->known = atomic_load(&slot->pending);
    return sent;
}

/// Whether the peer has taken what was written to a descriptor.
static bool has_taken(const waldo_failsafe *slot, int descriptor) {
    bool is_stream = slot->kind == WALDO_FAILSAFE_STREAM;
    int unsent = 0;
    // While the last write is being taken the kernel still counts 1 for a socket.
    return ioctl(descriptor, is_stream ? TIOCOUTQ : SIOCOUTQ, &unsent) != 0 || unsent <= !is_stream;
}

/// Waits until the peer has taken what was written; after a hang-up it may drop what it has not read.
static void drain(waldo_failsafe *slot) {
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

void waldo_failsafe_await_taken(waldo_failsafe *slot) { drain(slot); }

void waldo_failsafe_send_all(bool dies) {
    int saved = errno;
    if (dies) atomic_store(&is_dying, true);
    atomic_fetch_add(&all_senders, 1);
    waldo_failsafe *slot = atomic_load(&active);
    if (slot && atomic_load(&slot->pending) != 0) {
        int64_t begin = waldo_now(), end = begin + WALDO_DRAIN_TIME;
        // A receiver that takes one frame a round gets each of them once before the time counts.
        bool is_one_a_round = slot->kind == WALDO_FAILSAFE_ONE_A_ROUND;
        int32_t least = is_one_a_round ? slot->frames[atomic_load(&slot->current)].count : 1;
        claim_and_send(slot, 50);
        for (int32_t round = 1; atomic_load(&slot->pending) != 0; round++) {
            if (waldo_now() + slot->interval > (round < least ? begin + LONGEST_HALT : end)) break;
            waldo_pause(slot->interval);
            claim_and_send(slot, 0);
        }
        atomic_store(&slot->pending, 0);
        drain(slot);
    }
    atomic_fetch_sub(&all_senders, 1);
    errno = saved;
}

void waldo_failsafe_send_for_hung_loop(void) {
    atomic_fetch_add(&all_senders, 1);
    waldo_failsafe *slot = atomic_load(&active);
    if (slot && atomic_load(&slot->pending) != 0) {
        claim_and_send(slot, 50);
        for (int round = 0; round < 50 && atomic_load(&slot->pending) != 0; round++) {
            waldo_pause(slot->interval);
            atomic_fetch_add(&slot->senders, 1);
            // A loop that runs again has ended the claim, and continues by itself.
            bool is_back = !atomic_load(&slot->claimed);
            if (!is_back) send_once(slot, 0);
            atomic_fetch_sub(&slot->senders, 1);
            if (is_back) break;
        }
    }
    atomic_fetch_sub(&all_senders, 1);
}

bool waldo_failsafe_may_be_pending(void) {
    atomic_fetch_add(&all_senders, 1);
    waldo_failsafe *slot = atomic_load(&active);
    bool is_pending = slot && atomic_load(&slot->pending) != 0 && !atomic_load(&slot->claimed);
    atomic_fetch_sub(&all_senders, 1);
    return is_pending;
}
