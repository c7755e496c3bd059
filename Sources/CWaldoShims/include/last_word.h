#pragma once

#include <stdbool.h>
#include <stdint.h>

// The last word: the zero frames of a connection, ready rendered beside its descriptor, to be said by whoever closes, kills,
// crashes or finds the loop hung. All of it is async-signal-safe but opening and closing.

/// Frames of one last word, and bytes of one of them: a frame, or the marshalled call that carries it.
static const int32_t WALDO_LAST_WORD_FRAMES = 8;
static const int32_t WALDO_LAST_WORD_BYTES = 1024;

/// How late a deadline may be met before the watchdog speaks, and how long a descriptor waits for its queue: microseconds.
static const int64_t WALDO_LATENESS = 250000;
static const int64_t WALDO_DRAIN_TIME = 250000;

typedef struct waldo_last_word waldo_last_word;

/// A last word to be said to `descriptor`, a socket: each frame as often as it is owed, `interval` microseconds apart. Crashes
/// and the watchdog say the one that was opened last. `is_one_a_round`: one frame at a time, for who throws away a second one. NULL
/// when memory has run out.
waldo_last_word *waldo_last_word_open(int descriptor, int64_t interval, bool is_one_a_round);

/// Ends it, once nobody speaks any more. The descriptor stays the caller's.
void waldo_last_word_close(waldo_last_word *word);

/// Begins another list of frames; `add` fills it, `set` makes it the one that is said. Passed over while it is claimed.
void waldo_last_word_begin(waldo_last_word *word);
void waldo_last_word_add(waldo_last_word *word, const void *bytes, uint32_t count);
void waldo_last_word_set(waldo_last_word *word);

/// Before a motion is sent: false when the last word was claimed, and nothing may move. `owed`: how often each frame is owed from
/// now on, a byte each, frame 0 in the lowest; 0: as before.
bool waldo_last_word_enter(waldo_last_word *word, uint64_t pending);
/// After it was sent, or not.
void waldo_last_word_leave(waldo_last_word *word);

/// Whether zeros are owed.
bool waldo_last_word_is_pending(const waldo_last_word *word);
/// How often each frame is owed still.
void waldo_last_word_set_pending(waldo_last_word *word, uint64_t pending);

/// Claims it and says every frame that is owed once, without waiting.
void waldo_last_word_send(waldo_last_word *word);

/// Waits until the other side has taken what was said, no longer than `WALDO_DRAIN_TIME`.
void waldo_last_word_await_taken(const waldo_last_word *word);

/// Whether it was claimed since the last `take`.
bool waldo_last_word_is_claimed(const waldo_last_word *word);
/// Ends the claim; how often each frame was said by it, a byte each.
uint64_t waldo_last_word_take(waldo_last_word *word);

/// Says whatever is owed, as often as it should be said, and waits until the other side has taken it. From any thread, and from
/// a signal handler. `dies`: the process ends, and nothing moves any more.
void waldo_last_word_send_all(bool dies);

/// Starts the watchdog's thread, once. 0, or an errno.
int waldo_watchdog_start(void);
/// When the loop will be at work again, in microseconds of CLOCK_MONOTONIC; INT64_MAX: not before something happens.
void waldo_watchdog_expect(int64_t deadline);
/// A motion was sent in this turn: the turn has to end, whatever the loop waits for after it.
void waldo_watchdog_expect_end_of_turn(void);

/// From now on a crash says the last word, calls `last_resort`, and ends the process by its own signal.
void waldo_watch_crashes(void (*last_resort)(void));
/// Ends the process by the signal of the crash that is under way; returns when there is none. For who receives SIGALRM: the time that
/// a crash gives to its last resort is over.
void waldo_end_crash(void);
/// Holds back the two signals that the C library keeps to itself and lets nobody block or handle, in the calling thread and every
/// later one: sent from outside, each would end the process at once.
void waldo_block_library_signals(void);
/// Gives the calling thread a stack for signal handlers, for its whole life.
void waldo_use_signal_stack(void);
