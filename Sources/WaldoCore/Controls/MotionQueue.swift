public import WaldoTime

/// The recorded frames that are due and not yet sent, in order. Each waits for the one before it, and none is skipped:
/// a frame that cannot be sent in time ends the replay.
public struct MotionQueue: Sendable {
    /// How late a frame may be sent.
    public static let patience: TimeSpan = .milliseconds(300)
    /// How long to wait, after failsafe frames were sent, for the event that gives the reason.
    private static let explanation: TimeSpan = .milliseconds(100)
    /// The maximum number of waiting frames. With more, the replay counts as behind.
    private static let capacity = 64

    struct Item {
        var due: Instant
        var numbers: PerChannel<Int32?>
        /// Whether it is a recorded frame. Otherwise its numbers are zeros of velocities, sent in frames of this drive.
        var isMotion: Bool
    }

    /// Whether there was a frame: the recording plays frames and not numbers.
    private(set) var hasBegun = false
    /// Why the replay has ended; nil: it has not.
    private(set) var end: PlaybackEnd?
    /// The frame channel of the first item, once the encoder has to send it.
    private(set) var pending: Channel?
    /// Whether the first item waits for a gate.
    private var isWaiting = false
    private var items: [Item] = []
    /// When failsafe frames were sent whose reason is not known yet. No frame is sent after them.
    private var cutAt: Instant?
    /// When the last frame of each frame channel was due.
    private(set) var lastDue: PerChannel<Instant?>

    init(_ channels: Channels) { lastDue = PerChannel(repeating: nil, for: channels) }

    var isEmpty: Bool { items.isEmpty }

    /// When the first item is due, or was; nil: there is none.
    var due: Instant? { items.first?.due }

    /// The item to act on next; nil: there is none, or the encoder still has one.
    var next: Item? { pending == nil ? items.first : nil }

    /// Whether the first item has been due for too long.
    func isLate(at now: Instant) -> Bool {
        items.count > Self.capacity || items.first.map { now - $0.due > Self.patience } == true
    }

    /// Whether the recorded release behind the frame that the encoder has is due.
    func isOvertaken(at now: Instant) -> Bool {
        pending != nil && items.dropFirst().contains { !$0.isMotion && $0.due <= now }
    }

    mutating func add(_ item: Item) {
        guard end == nil, cutAt == nil else { return }
        if item.isMotion { hasBegun = true }
        items.append(item)
    }

    /// The encoder has to send the first item.
    mutating func beginFirst(_ frameChannel: Channel) {
        pending = frameChannel
        lastDue[frameChannel] = items.first?.due
        isWaiting = false
    }

    /// The first item is done: its frame was sent, or its zeros are the encoder's.
    mutating func finishFirst() {
        pending = nil
        isWaiting = false
        items.removeFirst()
    }

    /// The first item waits for a gate.
    mutating func markWaiting() { isWaiting = true }

    /// Failsafe frames were sent. The event that says why follows soon, if any does.
    mutating func cut(at now: Instant) {
        guard hasBegun, end == nil else { return }
        items.removeAll(keepingCapacity: true)
        pending = nil
        isWaiting = false
        cutAt = now
    }

    /// Whether failsafe frames were sent and nothing has said why.
    func isCut(at now: Instant) -> Bool { cutAt.map { now - $0 >= Self.explanation } ?? false }

    /// Drops what was not sent: after a halt nothing is caught up.
    /// - Parameter end: what ends the replay, if it is known.
    mutating func halt(_ reason: HaltReason, _ end: PlaybackEnd?) {
        items.removeAll(keepingCapacity: true)
        pending = nil
        isWaiting = false
        cutAt = nil
        guard hasBegun, reason != .rewound else { return }
        // After a sleep the replay is behind the recording.
        self.end = self.end ?? end ?? (reason == .late ? .late : .halted)
    }

    /// When to step again: now if the first item may be sent, else when it will be too late; nil: none waits.
    /// - Parameter owesZero: whether a zero has to be sent first.
    func deadline(after now: Instant, owesZero: Bool) -> Instant? {
        if let cutAt { return cutAt + Self.explanation }
        guard let first = items.first else { return nil }
        return pending == nil && !isWaiting && !owesZero ? now : first.due + Self.patience + .microseconds(1)
    }
}
