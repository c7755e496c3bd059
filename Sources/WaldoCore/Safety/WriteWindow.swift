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
    private var accepted = 0
    private var confirmed = 0
    private var readCovers: Int?
    /// Nothing follows what was written, and all of it has to be confirmed.
    private var confirmsAll = false
    /// Since when a confirmation is pending.
    private var waitingSince: Instant?
    private var notBefore = Instant.distantPast
    /// Since when a frame waits for bluetoothd to take what was written.
    private var frameWaitsSince: Instant?
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
    public mutating func wroteWithReply(at now: Instant) {
        written += 1
        accepted = written
        readCovers = written
        waitingSince = now
        follow(now)
    }

    /// The frame written last was not taken after all.
    public mutating func wasRefused(at now: Instant) {
        written = max(confirmed, written - 1)
        accepted = min(accepted, written)
        if let readCovers, readCovers > written {
            self.readCovers = nil
            waitingSince = nil
        }
        // Frames for which no read is due are not waited for.
        if self.readCovers == nil, unconfirmed <= Self.size / 2 { waitingSince = nil }
        follow(now)
    }

    /// bluetoothd has taken all that was written; a read confirms only frames that it had taken before.
    public mutating func wasAccepted(at now: Instant) {
        accepted = written
        guard frameWaitsSince != nil || calledSince != nil else { return }
        frameWaitsSince = nil
        calledSince = nil
        follow(now)
    }

    /// A frame is to be written, but bluetoothd has not taken what was written before.
    public mutating func frameWaits(at now: Instant) {
        frameWaitsSince = frameWaitsSince ?? now
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
    public mutating func beginReadIfDue(at now: Instant) -> Bool {
        guard isReadDue, notBefore <= now else { return false }
        readCovers = accepted
        waitingSince = waitingSince ?? now
        return true
    }

    /// The peripheral has answered the read. Call `wasAccepted` first if bluetoothd has taken frames meanwhile.
    /// - Returns: how long the link took: from the write that the answer confirms, or from the request of the read that
    ///   followed the frames; nil: the answer confirms nothing.
    @discardableResult
    public mutating func wasAnswered(at now: Instant) -> TimeSpan? {
        guard let readCovers else { return nil }
        self.readCovers = nil
        var span: TimeSpan?
        if readCovers > confirmed {
            confirmed = readCovers
            span = waitingSince.map { now - $0 }
            waitingSince = nil
            if unconfirmed == 0 { confirmsAll = false }
        } else if accepted == confirmed {
            notBefore = now + Self.pause
        }
        follow(now)
        return span
    }

    /// The read was not made, and confirms nothing.
    public mutating func wasNotAnswered(at now: Instant) {
        readCovers = nil
        notBefore = now + Self.pause
        follow(now)
    }

    /// The deadline has passed. A caller that was itself delayed must first handle the answers that arrived meanwhile:
    /// the first such call changes nothing, the next one counts.
    public mutating func deadlinePassed(at now: Instant) {
        let wasDelayed = pendingSince.map { now - $0 > Self.patience + DriveStateMachine.maxLateness } ?? false
        isPutOff = wasDelayed && flow != .stalled && !isPutOff
        if !isPutOff { follow(now) }
    }

    /// When to call `deadlinePassed` if nothing happens before; nil: never.
    public var deadline: Instant? {
        let stall = flow == .stalled ? nil : pendingSince.map { $0 + Self.patience }
        guard isReadDue else { return stall }
        return .earlier(notBefore, stall)
    }

    private var pendingSince: Instant? { .earlier(.earlier(waitingSince, frameWaitsSince), calledSince) }

    private var isReadDue: Bool { readCovers == nil && unconfirmed > (confirmsAll ? 0 : Self.size / 2) }

    private mutating func follow(_ now: Instant) {
        let isLate = pendingSince.map { now - $0 >= Self.patience } ?? false
        // A stall that was reported lasts until motion can be sent again.
        let isFull = unconfirmed >= Self.size || frameWaitsSince != nil
        flow = isLate || isFull && flow == .stalled ? .stalled : isFull ? .full : .flowing
    }
}
