#define _GNU_SOURCE
#include "failsafe-slot.h"
#include "timing.h"

#include <errno.h>

// Sending the failsafe frames, from any thread and from a signal handler.

/// How long the zeros of a halt may take in all: no arm file whose zeros take longer is read.
static const int64_t LONGEST_HALT = 700000;

/// Blocks motion. Waits for one that the loop's thread is sending, about 5 ms at most, but not on that thread itself.
static void claim(waldo_failsafe *slot) {
    atomic_store(&slot->claimed, true);
    if (pthread_equal(slot->owner, pthread_self())) return;
    for (int turns = 0; turns < 50 && atomic_load(&slot->motion_is_leaving); turns++) waldo_pause(100);
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
        if (!waldo_failsafe_send_frame(slot, frames, index, patience)) continue;
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

void waldo_failsafe_send_all(bool dies) {
    int saved = errno;
    if (dies) atomic_store(&waldo_failsafe_is_dying, true);
    atomic_fetch_add(&waldo_failsafe_all_senders, 1);
    waldo_failsafe *slot = atomic_load(&waldo_failsafe_active);
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
        waldo_failsafe_await_taken(slot);
    }
    atomic_fetch_sub(&waldo_failsafe_all_senders, 1);
    errno = saved;
}

void waldo_failsafe_send_for_hung_loop(void) {
    atomic_fetch_add(&waldo_failsafe_all_senders, 1);
    waldo_failsafe *slot = atomic_load(&waldo_failsafe_active);
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
    atomic_fetch_sub(&waldo_failsafe_all_senders, 1);
}

bool waldo_failsafe_may_be_pending(void) {
    atomic_fetch_add(&waldo_failsafe_all_senders, 1);
    waldo_failsafe *slot = atomic_load(&waldo_failsafe_active);
    bool is_pending = slot && atomic_load(&slot->pending) != 0 && !atomic_load(&slot->claimed);
    atomic_fetch_sub(&waldo_failsafe_all_senders, 1);
    return is_pending;
}
