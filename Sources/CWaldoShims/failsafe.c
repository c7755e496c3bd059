#define _GNU_SOURCE
#include "failsafe-slot.h"
#include "timing.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The loop's side of the failsafe frames.

_Atomic(waldo_failsafe *) waldo_failsafe_active;
atomic_int waldo_failsafe_all_senders;
atomic_bool waldo_failsafe_is_dying;

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
    atomic_store(&waldo_failsafe_active, slot);
    return slot;
}

void waldo_failsafe_close(waldo_failsafe *slot) {
    waldo_failsafe *mine = slot;
    atomic_compare_exchange_strong(&waldo_failsafe_active, &mine, NULL);
    while (atomic_load(&waldo_failsafe_all_senders) > 0) waldo_pause(500);
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
    if (atomic_load(&slot->claimed) || atomic_load(&waldo_failsafe_is_dying)) {
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

bool waldo_failsafe_is_claimed(const waldo_failsafe *slot) {
    return atomic_load_explicit(&slot->claimed, memory_order_acquire);
}

uint64_t waldo_failsafe_take(waldo_failsafe *slot) {
    // Another thread has crashed: its failsafe frames are the process's, and the loop adds nothing to them.
    while (atomic_load(&waldo_failsafe_is_dying)) pause();
    atomic_store(&slot->claimed, false);
    await_senders(slot);
    uint64_t sent = atomic_exchange(&slot->sent, 0);
    // What is sent from here on belongs to the next claim. Until then one zero too many is better than one too few.
    slot->known = atomic_load(&slot->pending);
    return sent;
}
