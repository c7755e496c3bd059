internal import CWaldoShims
public import WaldoTime

/// The failsafe frames of one connection: its zero frames, ready to be sent to its socket when the drive cannot send.
/// The watchdog sends them when the loop hangs, a crash and the end of the process do, and so does the connection when
/// it closes.
///
/// Sending them claims the slot: no motion passes until the loop has taken the claim (`endClaim`).
@LoopActor
public final class FailsafeSlot {
    /// The longest frame that a slot can hold, in bytes.
    public static let longestFrame = Int(WALDO_FAILSAFE_BYTES)

    /// How long a socket stays open at most until the failsafe frames have been taken from it.
    public static let drainTime: TimeSpan = .microseconds(WALDO_DRAIN_TIME)

    private var slot: OpaquePointer?

    /// Creates a slot without frames, with nothing pending.
    /// - Parameters:
    ///   - descriptor: a socket, which the caller owns and closes after the slot.
    ///   - interval: the time from one round of sends to the next.
    ///   - isOneARound: whether a round sends one frame only, for a receiver that discards a second one.
    public init(_ descriptor: CInt, interval: TimeSpan, isOneARound: Bool = false) {
        slot = waldo_failsafe_open(descriptor, interval.microseconds, isOneARound)
        precondition(slot != nil, "no memory for failsafe frames")
    }

    /// Sets the frames: `fill` passes each frame to its argument, in order. Ignored while the slot is claimed.
    public func set(_ fill: @LoopActor ((UnsafeRawBufferPointer) -> Void) -> Void) {
        guard let slot else { return }
        waldo_failsafe_begin(slot)
        fill { waldo_failsafe_add(slot, $0.baseAddress, UInt32($0.count)) }
        waldo_failsafe_set(slot)
    }

    /// Call before sending a frame that may move the arm. Returns false when the slot is claimed or the process is
    /// ending, and the frame must not be sent.
    /// - Parameter pending: how many times each frame has to be sent from now on, one byte each, frame 0 in the lowest;
    ///   0: unchanged.
    @inline(__always)
    public func enter(pending: UInt64) -> Bool {
        guard let slot else { return false }
        return waldo_failsafe_enter(slot, pending)
    }

    /// Call after the frame was sent, or was not taken.
    @inline(__always)
    public func leave() { if let slot { waldo_failsafe_leave(slot) } }

    /// Whether zeros are pending: a motion may be the last frame that was sent.
    public var isPending: Bool { if let slot { waldo_failsafe_is_pending(slot) } else { false } }

    /// Sets how many times each frame still has to be sent, one byte each.
    public func setPending(_ counts: UInt64) { if let slot { waldo_failsafe_set_pending(slot, counts) } }

    /// Claims the slot and sends each pending frame once, without waiting.
    public func send() { if let slot { waldo_failsafe_send(slot) } }

    /// Sends the pending frames of the slot that was opened last, as often as needed, and waits until they have been
    /// taken from its socket. Sending and waiting each take about `drainTime` at most.
    public static func sendAll() { waldo_failsafe_send_all(false) }

    /// Waits until the frames sent have been taken from the socket, for `drainTime` at most.
    public func awaitTaken() { if let slot { waldo_failsafe_await_taken(slot) } }

    /// Whether the failsafe frames were sent and the loop has not taken the claim yet.
    @inline(__always)
    public var isClaimed: Bool { if let slot { waldo_failsafe_is_claimed(slot) } else { false } }

    /// Ends the claim, and returns how many times each frame was sent, one byte each. Motion may pass again.
    public func endClaim() -> UInt64 { slot.map { waldo_failsafe_take($0) } ?? 0 }

    /// Closes the slot; waits for a thread that is sending. Call it before the descriptor is closed.
    public func close() {
        guard let slot else { return }
        self.slot = nil
        waldo_failsafe_close(slot)
    }
}
