public import WaldoCore
public import WaldoTime

/// Measures a link to a board with the echo sketch: order, loss, latency, the watchdog's time and reconnects.
///
/// It asks no clock and does no I/O: `next` says what to do, and what happens is handed in. Until the board has answered
/// a zero frame as the echo sketch does, it sends zero frames alone; so again after each loss of the link.
public struct ShieldTrial: Sendable {
    /// What to do next.
    public enum Act: Equatable, Sendable {
        /// Open the link.
        case open
        /// Close the link.
        case close
        /// Write a frame, and call `wrote` if the link has taken it.
        case write(Frame)
        /// Nothing before this time, unless something happens.
        case wait(until: Instant)
        /// It is over.
        case end
    }

    /// A frame without an answer for so long is lost.
    static let patience: TimeSpan = .seconds(1)
    /// The pause between two greetings, and how long the board has for its first answer: an Arduino starts again when
    /// its port is opened.
    static let greetingPause: TimeSpan = .milliseconds(500), greetingTime: TimeSpan = .seconds(6)
    /// How often the watchdog and the reconnects are measured.
    static let silences = 5, reconnects = 10
    /// How many frames may wait for answers: in the stream at the rate limit, so that their numbers stay distinct; in
    /// the fastest, so that both fit into the buffers of a UART.
    static let pacedWindow = 64, fastWindow = 8
    static let velocity: Int32 = 50

    let frames: EchoFrames
    let interval: TimeSpan, part: TimeSpan, pause: TimeSpan
    /// What was measured so far.
    public internal(set) var report = ShieldReport()
    /// What is measured now.
    public internal(set) var phase = ShieldPhase.single
    var flight = ShieldFlight()
    var reader = EchoReader()
    /// When the phase began, and when its next frame is due.
    var begun: Instant?, due = Instant.distantPast
    var silence: ShieldSilence?
    var isOver = false

    /// The link: whether it is meant to be open, and whether it takes frames.
    var isOpen = false, isUp = false
    /// Whether the board of this link has answered as the echo sketch does.
    var isKnown = false, wasKnown = false
    /// Since when the board is greeted, and when it was greeted last.
    var greetedSince = Instant.distantPast, greetedLast: Instant?
    /// When the link was closed, and when it was opened again.
    var closedAt: Instant?, openedAt: Instant?

    /// - Parameters:
    ///   - interval: the arm's rate limit.
    ///   - length: how long the phases take together, about: each of the first three takes a quarter.
    ///   - pause: how long the link stays closed before it is opened again.
    public init(_ frames: EchoFrames, interval: TimeSpan, length: TimeSpan, pause: TimeSpan) {
        self.frames = frames
        self.interval = interval
        self.pause = pause
        part = .microseconds(length.microseconds / 4)
    }

    // MARK: what happens

    /// The link takes frames.
    public mutating func linkIsUp(at now: Instant) {
        guard isOpen, !isUp else { return }
        isUp = true
        greetedSince = now
        greetedLast = nil
    }

    /// The link is lost by itself.
    public mutating func linkIsLost(at now: Instant) {
        guard isUp else { return }
        forget()
        report.losses += 1
    }

    /// The link has taken the frame that `next` gave.
    public mutating func wrote(at now: Instant) {
        due = now + interval
        guard isKnown else {
            greetedLast = now
            return flight.add(at: now, nil)
        }
        silence?.wrote(flight.next, at: now)
        flight.add(at: now, phase)
        report[phase].sent += 1
    }

    /// The board has sent bytes.
    public mutating func receive(_ bytes: [UInt8], at now: Instant) {
        guard isUp, !isOver else { return }
        for message in reader.read(bytes) { heard(message, at: now) }
        report.skippedBytes = reader.skipped
    }

    private mutating func heard(_ message: EchoMessage, at now: Instant) {
        switch message.status {
        case .begun: break
        case .watchdog: watchdogStopped(message, at: now)
        case .rest, .moves:
            switch flight.answer(message.number, at: now) {
            case .first(let time, let isInOrder, let phase?):
                report[phase].answered += 1
                report[phase].latencies.append(time)
                if !isInOrder { report[phase].reordered += 1 }
                silence?.answered(message)
            case .first(_, _, nil): if message.status == .rest { recognise(at: now) }
            case .late(let phase?): report[phase].late += 1
            case .again(let phase?): report[phase].duplicates += 1
            case .late(nil), .again(nil), .unknown: break
            }
        }
    }

    private mutating func watchdogStopped(_ message: EchoMessage, at now: Instant) {
        guard isKnown else { return }
        if let stop = silence?.stop(message, at: now) {
            report.stops.append(stop)
            silence = nil
        } else if phase == .paced, let begun, now - begun < part {
            report.earlyStops += 1
        }
    }

    private mutating func recognise(at now: Instant) {
        guard !isKnown else { return }
        (isKnown, wasKnown) = (true, true)
        if let openedAt { report.reconnects.append(now - openedAt) }
        openedAt = nil
    }

    /// Forgets the link.
    mutating func forget() {
        (isUp, isKnown) = (false, false)
        reader.clear()
        silence = nil
    }
}
