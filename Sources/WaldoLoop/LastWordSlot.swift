internal import CWaldoShims

/// The zero frames of one connection, ready to be said to its socket when nobody else can speak: by the watchdog when
/// the loop hangs, by a crash, by the end of the process, and by the connection itself when it closes.
///
/// Whoever says them claims the slot, and no motion passes until the loop has taken note of that.
@LoopActor
public final class LastWordSlot {
    /// Bytes that one of its frames may have.
    public static let longestFrame = Int(WALDO_LAST_WORD_BYTES)

    /// How long a socket stays open at most until the last word has been taken out of it, in microseconds.
    public static let drainTime = WALDO_DRAIN_TIME

    private var word: OpaquePointer?

    /// A slot without frames, in which nothing is owed.
    /// - Parameters:
    ///   - descriptor: a socket, which stays the caller's and outlives the slot.
    ///   - interval: from one time that the frames are said to the next, in microseconds.
    ///   - isOneARound: whether one frame at a time is said, for a receiver that throws away a second one.
    public init(_ descriptor: CInt, interval: Int64, isOneARound: Bool = false) {
        word = waldo_last_word_open(descriptor, interval, isOneARound)
        precondition(word != nil, "no memory for a last word")
    }

    /// Sets what is said: `fill` hands each frame to its argument, in order.
    public func set(_ fill: @LoopActor ((UnsafeRawBufferPointer) -> Void) -> Void) {
        guard let word else { return }
        waldo_last_word_begin(word)
        fill { waldo_last_word_add(word, $0.baseAddress, UInt32($0.count)) }
        waldo_last_word_set(word)
    }

    /// Before a frame is sent that may move the arm; false when the slot was claimed and it must not be.
    /// - Parameter owed: how often each frame is owed from now on, a byte each, frame 0 in the lowest; 0: as before.
    @inline(__always)
    public func enter(pending: UInt64) -> Bool {
        guard let word else { return false }
        return waldo_last_word_enter(word, pending)
    }

    /// After it was sent, or was not taken.
    @inline(__always)
    public func leave() { if let word { waldo_last_word_leave(word) } }

    /// Whether a motion may be the last thing that was said.
    public var isPending: Bool { word.map { waldo_last_word_is_pending($0) } ?? false }

    /// How often each frame is owed still, a byte each.
    public func setPending(_ counts: UInt64) { if let word { waldo_last_word_set_pending(word, counts) } }

    /// Claims the slot and says each frame that is owed once, without waiting.
    public func send() { if let word { waldo_last_word_send(word) } }

    /// Says what is owed by the slot that was opened last, as often as it should be said, and waits until it has been
    /// taken.
    public static func sendAll() { waldo_last_word_send_all(false) }

    /// Waits until what was said has been taken out of the socket, no longer than `drainTime`.
    public func awaitTaken() { if let word { waldo_last_word_await_taken(word) } }

    /// Whether somebody has said it, and the loop has not taken note.
    @inline(__always)
    public var isClaimed: Bool { word.map { waldo_last_word_is_claimed($0) } ?? false }

    /// Takes note of it; gives how often each frame was said, a byte each. Motion may pass again.
    public func take() -> UInt64 { word.map { waldo_last_word_take($0) } ?? 0 }

    /// Ends the slot; waits for who speaks. Call it before the descriptor is closed.
    public func close() {
        guard let word else { return }
        self.word = nil
        waldo_last_word_close(word)
    }
}
