/// Bounds what is on its way to the shield, so that no more than that can go stale. Pure; the time is handed in.
///
/// What bluetoothd has not even taken is one frame at most: motion waits on our side, where only the newest does.
/// Behind a link's write stands a queue without bound, and nothing tells when a frame has left it. But a read that the
/// shield answers has passed behind every frame that was in that queue before it: its answer is the proof. The window
/// says when to ask for one, and whether motion may go meanwhile. Zeros count, but are never held: they cannot move the
/// arm, and each that stands behind a stale motion ends it.
public struct WriteWindow: Equatable, Sendable {
    /// Frames that may be unconfirmed before motion is held.
    public static let size = 4
    /// How long a proof may take before the link counts as stalled.
    public static let patience: Microseconds = .milliseconds(300)
    /// How long to wait after a read that proved nothing.
    static let pause: Microseconds = .milliseconds(50)

    // Frames are counted from the first one of the link.
    private var written = 0
    private var taken = 0
    private var confirmed = 0
    private var asked: Int?
    /// Nothing comes behind what was written, and all of it is to be confirmed.
    private var confirmsAll = false
    /// Since when a proof is waited for.
    private var waitingSince: Microseconds?
    private var notBefore = Microseconds.min
    /// Since when motion waits for bluetoothd to take what was written.
    private var behindSince: Microseconds?
    /// Since when bluetoothd has a call unanswered.
    private var calledSince: Microseconds?

    /// What may leave now.
    public private(set) var flow = LinkFlow.flowing

    /// Nothing is on its way.
    public init() {}

    /// Frames that were written, and are not known to have left.
    public var unconfirmed: Int { written - confirmed }

    // MARK: what happened

    /// A frame was handed over.
    public mutating func wrote(at now: Microseconds) {
        written += 1
        follow(now)
    }

    /// A frame was handed over that the shield answers itself.
    public mutating func wroteAsking(at now: Microseconds) {
        written += 1
        taken = written
        asked = written
        waitingSince = now
        follow(now)
    }

    /// The frame handed over last was not taken after all.
    public mutating func wasRefused(at now: Microseconds) {
        written = max(confirmed, written - 1)
        taken = min(taken, written)
        if let asked, asked > written {
            self.asked = nil
            waitingSince = nil
        }
        // What no read is due for is not waited for.
        if self.asked == nil, unconfirmed <= Self.size / 2 { waitingSince = nil }
        follow(now)
    }

    /// bluetoothd has taken all that was written; only what it has taken comes before a read.
    public mutating func wasTaken(at now: Microseconds) {
        taken = written
        guard behindSince != nil || calledSince != nil else { return }
        behindSince = nil
        calledSince = nil
        follow(now)
    }

    /// A motion was to be written, and bluetoothd has not taken what was written before.
    public mutating func isBehind(at now: Microseconds) {
        behindSince = behindSince ?? now
        follow(now)
    }

    /// A frame was handed over by a call, which bluetoothd answers when it has taken it. Motion waits for that in any
    /// case.
    public mutating func called(at now: Microseconds) {
        calledSince = calledSince ?? now
        follow(now)
    }

    /// Nothing comes behind what was written: reads are due until all of it is confirmed.
    public mutating func confirmAll() { confirmsAll = unconfirmed > 0 }

    /// Whether a read is to be made now, which the caller then does. One at a time, and only once more than half of the
    /// window is used: an idle link is not read at all, and a busy one once for two frames.
    public mutating func asks(at now: Microseconds) -> Bool {
        guard isAskDue, notBefore <= now else { return false }
        asked = taken
        waitingSince = waitingSince ?? now
        return true
    }

    /// The shield has answered the read. Say first what was taken meanwhile.
    public mutating func wasAnswered(at now: Microseconds) {
        guard let asked else { return }
        self.asked = nil
        if asked > confirmed {
            confirmed = asked
            waitingSince = nil
            if unconfirmed == 0 { confirmsAll = false }
        } else if taken == confirmed {
            notBefore = now + Self.pause
        }
        follow(now)
    }

    /// The read was not made, and proves nothing.
    public mutating func wasNotAnswered(at now: Microseconds) {
        asked = nil
        notBefore = now + Self.pause
        follow(now)
    }

    /// The deadline has come.
    public mutating func passed(_ now: Microseconds) { follow(now) }

    /// When to look again if nothing happens; nil: never.
    public var deadline: Microseconds? {
        let stall = flow == .stalled ? nil : heldSince.map { $0 + Self.patience }
        guard isAskDue else { return stall }
        return min(notBefore, stall ?? .max)
    }

    private var heldSince: Microseconds? {
        let since = min(waitingSince ?? .max, behindSince ?? .max, calledSince ?? .max)
        return since == .max ? nil : since
    }

    private var isAskDue: Bool { asked == nil && unconfirmed > (confirmsAll ? 0 : Self.size / 2) }

    private mutating func follow(_ now: Microseconds) {
        let isLate = heldSince.map { now - $0 >= Self.patience } ?? false
        // A stall that was told of lasts until motion can go again.
        let isHeld = unconfirmed >= Self.size || behindSince != nil
        flow = isLate || isHeld && flow == .stalled ? .stalled : isHeld ? .full : .flowing
    }
}
