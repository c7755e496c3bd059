import CWaldoShims
import Glibc
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

    /// What a descriptor is, and what its receiver takes.
    public enum Kind {
        /// A socket that keeps records apart.
        case records
        /// A socket whose receiver discards a second frame in a round.
        case oneARound
        /// A serial port, which may take a part of a frame: the rest goes before anything else.
        case stream
        /// A socket that keeps records apart, each of this many bytes at most: the other pieces of a frame go before
        /// anything else.
        case pieces(Int)
    }

    /// What is written to.
    public let descriptor: CInt
    private var slot: OpaquePointer?

    /// Creates a slot without frames, with nothing pending.
    /// - Parameters:
    ///   - descriptor: what is written to; the caller owns it and closes it after the slot.
    ///   - interval: the time from one round of sends to the next.
    public init(_ descriptor: CInt, interval: TimeSpan, _ kind: Kind = .records) {
        self.descriptor = descriptor
        let (kind, piece) =
            switch kind {
            case .records: (WALDO_FAILSAFE_RECORDS, 1)
            case .oneARound: (WALDO_FAILSAFE_ONE_A_ROUND, 1)
            case .stream: (WALDO_FAILSAFE_STREAM, 1)
            case .pieces(let piece): (WALDO_FAILSAFE_PIECES, max(1, piece))
            }
        slot = waldo_failsafe_open(descriptor, interval.microseconds, kind, UInt32(piece))
        precondition(slot != nil, "no memory for failsafe frames")
    }

    /// Sets the frames: `fill` passes each frame to its argument, in order, with the descriptor that it is sent to.
    /// Ignored while the slot is claimed. The caller closes none of these descriptors before the slot.
    public func set(_ fill: @LoopActor ((UnsafeRawBufferPointer, _ descriptor: CInt) -> Void) -> Void) {
        guard let slot else { return }
        waldo_failsafe_begin(slot)
        fill { waldo_failsafe_add(slot, $1, $0.baseAddress, UInt32($0.count)) }
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

    /// What a stream, or a socket of pieces, did with a frame.
    public enum StreamOutcome {
        /// The frame is on its way; what the descriptor has not taken of it goes before anything else.
        case accepted
        /// The descriptor is full, and nothing of the frame has begun.
        case full
        /// The descriptor has failed with this errno.
        case failed(CInt)
    }

    /// Writes a frame to a stream or in pieces.
    public func write(_ bytes: UnsafeRawBufferPointer) -> StreamOutcome {
        guard let slot else { return .failed(EBADF) }
        switch waldo_failsafe_write(slot, bytes.baseAddress, UInt32(bytes.count)) {
        case 1: return .accepted
        case 0: return .full
        default: return .failed(errno)
        }
    }

    /// Writes the rest of a frame that a full descriptor has cut.
    /// - Returns: whether nothing is left of it.
    public func finishFrame() -> Bool { slot.map { waldo_failsafe_finish($0) } ?? true }

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
    public func awaitDrained() { if let slot { waldo_failsafe_await_taken(slot) } }

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
