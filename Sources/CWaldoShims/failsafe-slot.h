#pragma once

#include "failsafe.h"

#include <pthread.h>
#include <stdatomic.h>

// What the files of the failsafe frames share.

enum { FRAMES = 8, BYTES = 1024 };
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

#pragma GCC visibility push(hidden)

/// Those that were opened last; NULL: none are.
extern _Atomic(waldo_failsafe *) waldo_failsafe_active;
/// How many threads use the active ones outside the loop; they are not freed while any does.
extern atomic_int waldo_failsafe_all_senders;
/// The process is ending: nothing may move any more.
extern atomic_bool waldo_failsafe_is_dying;

/// Sends a frame; returns whether the descriptor has taken it. Waits once for a full one, `patience` milliseconds at
/// most.
bool waldo_failsafe_send_frame(waldo_failsafe *slot, const struct frames *frames, int32_t index, int patience);

#pragma GCC visibility pop
