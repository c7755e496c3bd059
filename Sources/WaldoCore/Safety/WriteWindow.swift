public import WaldoTime

/// Bounds the frames in flight to the peripheral, so that no more than those can go stale. Pure; time is a parameter.
///
/// At most one motion frame waits for bluetoothd to take it: later motion waits on our side, where only the newest
/// value is kept. Behind a link's write there is an unbounded queue, and nothing reports when a frame has left it. But
/// a read that the peripheral answers was queued behind every frame written before it, so its answer proves that they
/// have left. The window decides when to send such a read, and whether motion may be sent meanwhile. Zeros count, but
/// are never held back: they cannot move the arm, and each one queued behind a stale motion ends it.
public struct WriteWindow: Equatable, Sendable {
    /// The number of unconfirmed frames at which motion is held back.
    public static let size = 4
    /// How long a confirmation may take before the link counts as stalled.
    public static let patience: TimeSpan = .milliseconds(300)
    /// How long to wait after a read that confirmed nothing.
    static let pause: TimeSpan = .milliseconds(50)

    // Frames are counted from the link's first one.
    private var written = 0
    private var taken = 0
    private var confirmed = 0
    private var asked: Int?
    /// Nothing follows what was written, and all of it has to be confirmed.
    private var confirmsAll = false
    /// Since when a confirmation is pending.
    private var waitingSince: Instant?
    private var notBefore = Instant.distantPast
    /// Since when motion waits for bluetoothd to take what was written.
    private var behindSince: Instant?
    /// Since when a call to bluetoothd is unanswered.
    private var calledSince: Instant?

    /// Whether the next passed deadline counts, however late it comes.
    private var isPutOff = false

    /// What may be sent now.
    public private(set) var flow = LinkFlow.flowing

    /// Creates a window with nothing in flight.
    public init() {}

    /// Frames written but not known to have left.
    public var unconfirmed: Int { written - confirmed }

    // MARK: events

    /// A frame was written.
    public mutating func wrote(at now: Instant) {
        written += 1
        follow(now)
    }

    /// A frame was written whose answer comes from the peripheral itself and confirms it.
    public mutating func wroteAsking(at now: Instant) {
        written += 1
        taken = written
        asked = written
        waitingSince = now
        follow(now)
    }

    /// The frame written last was not taken after all.
    public mutating func wasRefused(at now: Instant) {
        written = max(confirmed, written - 1)
        taken = min(taken, written)
        if let asked, asked > written {
            self.asked = nil
            waitingSince = nil
        }
        // Frames for which no read is due are not waited for.
        if self.asked == nil, unconfirmed <= Self.size / 2 { waitingSince = nil }
        follow(now)
    }

    /// bluetoothd has taken all that was written; a read confirms only frames that it had taken before.
    public mutating func wasTaken(at now: Instant) {
        taken = written
        guard behindSince != nil || calledSince != nil else { return }
        behindSince = nil
        calledSince = nil
        follow(now)
    }

    /// A motion is to be written, but bluetoothd has not taken what was written before.
    public mutating func isBehind(at now: Instant) {
        behindSince = behindSince ?? now
        follow(now)
    }

    /// A frame was sent by a call, which bluetoothd answers when it has taken the frame. Motion waits for the answer in
    /// any case.
    public mutating func called(at now: Instant) {
        calledSince = calledSince ?? now
        follow(now)
    }

    /// Nothing follows what was written: reads are due until all of it is confirmed.
    public mutating func confirmAll() { confirmsAll = unconfirmed > 0 }

    /// Whether the caller has to send a read now. There is one at a time, and only while more than half of the window
    /// is unconfirmed: none on an idle link, and one for every two frames on a busy one.
    public mutating func asks(at now: Instant) -> Bool {
        guard isAskDue, notBefore <= now else { return false }
        asked = taken
        waitingSince = waitingSince ?? now
        return true
    }

    /// The peripheral has answered the read. Call `wasTaken` first if bluetoothd has taken frames meanwhile.
    public mutating func wasAnswered(at now: Instant) {
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

    /// The read was not made, and confirms nothing.
    public mutating func wasNotAnswered(at now: Instant) {
        asked = nil
        notBefore = now + Self.pause
        follow(now)
    }

    /// The deadline has passed. A caller that was itself delayed must first handle the answers that arrived meanwhile:
    /// the first such call changes nothing, the next one counts.
    public mutating func passed(_ now: Instant) {
        let wasHeldUp = heldSince.map { now - $0 > Self.patience + DriveStateMachine.lateness } ?? false
        isPutOff = wasHeldUp && flow != .stalled && !isPutOff
        if !isPutOff { follow(now) }
    }

    /// When to call `passed` if nothing happens before; nil: never.
    public var deadline: Instant? {
        let stall = flow == .stalled ? nil : heldSince.map { $0 + Self.patience }
        guard isAskDue else { return stall }
        return .earlier(notBefore, stall)
    }

    private var heldSince: Instant? { .earlier(.earlier(waitingSince, behindSince), calledSince) }

    private var isAskDue: Bool { asked == nil && unconfirmed > (confirmsAll ? 0 : Self.size / 2) }

    private mutating func follow(_ now: Instant) {
        let isLate = heldSince.map { now - $0 >= Self.patience } ?? false
        // A stall that was reported lasts until motion can be sent again.
        let isHeld = unconfirmed >= Self.size || behindSince != nil
        flow = isLate || isHeld && flow == .stalled ? .stalled : isHeld ? .full : .flowing
    }
}
