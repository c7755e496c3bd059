#pragma once

#include <stdbool.h>
#include <stdint.h>

// The failsafe frames: the zero frames of a connection, ready-rendered beside its descriptor, to be sent when the loop
// cannot: at the end of the process, in a crash, or when the loop hangs. Everything but opening and closing is
// async-signal-safe.

/// Maximum number of failsafe frames of a connection, and of bytes in one of them: a frame, or the marshalled call that
/// carries it.
static const int32_t WALDO_FAILSAFE_FRAMES = 8;
static const int32_t WALDO_FAILSAFE_BYTES = 1024;

/// How late a deadline may be met before the watchdog sends, and how long a descriptor may take to empty its queue:
/// microseconds.
static const int64_t WALDO_LATENESS = 250000;
static const int64_t WALDO_DRAIN_TIME = 250000;

typedef struct waldo_failsafe waldo_failsafe;

/// What a descriptor is, and what its receiver takes.
typedef enum {
    /// A socket that keeps records apart.
    WALDO_FAILSAFE_RECORDS,
    /// A socket whose receiver discards a second frame in a round.
    WALDO_FAILSAFE_ONE_A_ROUND,
    /// A serial port, which may take a part of a frame: the rest goes before anything else.
    WALDO_FAILSAFE_STREAM,
    /// A socket that keeps records apart, each of `piece` bytes at most: the other pieces of a frame go before anything
    /// else.
    WALDO_FAILSAFE_PIECES,
} waldo_failsafe_kind;

/// Creates failsafe frames for `descriptor`: each frame is sent as often as it is pending, `interval` microseconds
/// apart. Crashes and the watchdog send the one that was opened last. Returns NULL when memory has run out. `piece`:
/// the most bytes in one record, at least 1; only WALDO_FAILSAFE_PIECES uses it.
waldo_failsafe *waldo_failsafe_open(int descriptor, int64_t interval, waldo_failsafe_kind kind, uint32_t piece);

/// Frees it, once no other thread is sending. The caller keeps the descriptor.
void waldo_failsafe_close(waldo_failsafe *slot);

/// Starts a new list of frames; `add` fills it, `set` makes it the one that is sent. Ignored while claimed. Each frame
/// has the descriptor that it is sent to: that of the slot, unless the peripheral has several characteristics, and then
/// each of their sockets keeps records apart.
void waldo_failsafe_begin(waldo_failsafe *slot);
void waldo_failsafe_add(waldo_failsafe *slot, int descriptor, const void *bytes, uint32_t count);
void waldo_failsafe_set(waldo_failsafe *slot);

/// Call before a motion is sent. Returns false when the failsafe frames are claimed or the process is ending, and
/// nothing may move. `pending`: how many times each frame has to be sent from now on, one byte each, frame 0 in the
/// lowest; 0: unchanged.
bool waldo_failsafe_enter(waldo_failsafe *slot, uint64_t pending);
/// Call after the motion was sent, or was not taken.
void waldo_failsafe_leave(waldo_failsafe *slot);

/// Writes a frame to a stream or in pieces, behind the rest of a frame that was cut. Returns 1 when it is taken; the
/// rest of it may be kept here. Returns 0 when the descriptor is full and nothing of the frame has begun, and -1 with
/// errno set when it has failed.
int waldo_failsafe_write(waldo_failsafe *slot, const void *bytes, uint32_t count);
/// Writes the rest of a frame that was cut. Returns whether nothing is left of it.
bool waldo_failsafe_finish(waldo_failsafe *slot);

/// Whether zeros are pending.
bool waldo_failsafe_is_pending(const waldo_failsafe *slot);
/// Sets how many times each frame still has to be sent, as far as the loop knows: what others have sent since the loop
/// last set or took it is subtracted, unless the receiver discards a second frame.
void waldo_failsafe_set_pending(waldo_failsafe *slot, uint64_t pending);

/// Claims it and sends each pending frame once, without waiting.
void waldo_failsafe_send(waldo_failsafe *slot);

/// Waits until the peer has taken the frames sent, for `WALDO_DRAIN_TIME` at most.
void waldo_failsafe_await_taken(waldo_failsafe *slot);

/// Whether it was claimed since the last `take`.
bool waldo_failsafe_is_claimed(const waldo_failsafe *slot);
/// Ends the claim; returns how many times each frame was sent during it, one byte each. Where another thread has
/// crashed, it does not return.
uint64_t waldo_failsafe_take(waldo_failsafe *slot);

/// Sends the pending frames, as often as needed, and waits until the peer has taken them. Callable from any thread and
/// from a signal handler. `dies`: the process is ending, and nothing may move any more.
void waldo_failsafe_send_all(bool dies);

/// Starts the watchdog's thread, once. Returns 0 or an errno.
int waldo_watchdog_start(void);
/// Sets the loop's next deadline, in microseconds of CLOCK_MONOTONIC; INT64_MAX: it waits for an event.
void waldo_watchdog_expect(int64_t deadline);
/// A motion was sent in this turn: the turn has to end in time, even when no deadline follows it.
void waldo_watchdog_expect_end_of_turn(void);

/// From now on a crash sends the failsafe frames, calls `last_resort`, and ends the process by its own signal.
void waldo_watch_crashes(void (*last_resort)(void));
/// Ends the process by the signal of the crash in progress; returns when there is none. For the receiver of SIGALRM:
/// the time that a crash gives its last resort is over.
void waldo_end_crash(void);
/// Blocks the two signals that the C library reserves and lets nobody block or handle, in the calling thread and every
/// later one: sent from outside, each would end the process at once.
void waldo_block_library_signals(void);
/// Gives the calling thread an alternate stack for signal handlers, for its whole life.
void waldo_use_signal_stack(void);
// Gives it back, before the calling thread ends.
void waldo_drop_signal_stack(void);
