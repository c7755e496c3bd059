public import WaldoCore
public import WaldoSurvey
public import WaldoTime

/// Reads the recording of a drive as the events of a survey: what the shield has sent, what the arm was commanded,
/// and the states of the link.
///
/// The events have the order of the recording. A notification's time may be earlier than that of the event before it:
/// see `RecordedNotification.at`.
public final class RecordedSurveyReader {
    /// An event of the survey with its time on the recording's clock.
    public typealias Timed = (at: Instant, event: SurveyEvent)

    private let recording: RecordingReader
    private let characteristics: [BluetoothUUID]
    private let isOnArm: Bool
    private var waiting: [Timed], delivered = 0
    private var isUp = false, hasEnded = false, last = Instant.clockStart
    /// Notifications of other characteristics than the sensor's, which are passed over.
    public private(set) var others = 0

    /// Opens a recording.
    /// - Parameters:
    ///   - characteristics: those of the sensor, in the order of its file; empty: it is on the arm's serial port. A
    ///     notification of a shield whose characteristic the recording does not state (waldo 0.1.0) is taken for the
    ///     only one.
    ///   - isOnArm: whether the sensor was heard over the arm's link, whose states are then its own.
    /// - Throws: that the file cannot be read or is no recording.
    public init(_ path: String, of characteristics: [BluetoothUUID], isOnArm: Bool = true) throws(FileError) {
        recording = try RecordingReader(path)
        self.characteristics = characteristics
        self.isOnArm = isOnArm
        waiting = [(.clockStart, .clock(utc: recording.header.started))]
        if recording.header.position != nil { waiting.append((.clockStart, .placed)) }
    }

    /// The arm that was driven.
    public var arm: Arm { recording.arm }

    /// What carried the commands; nil: the recording does not state it.
    public var link: RecordingHeader.Link? { recording.header.link }

    /// The arm's file.
    public var armSource: SourceText { recording.header.arm }

    /// Whether a raster was driven, whose places are those of the arm.
    public var isRaster: Bool { recording.header.input.port == InputIdentity.raster }

    /// Where the arm stood at the start, a number for each position channel with commas between; nil: not stated.
    public var startPosition: String? {
        recording.header.position.map { $0.map { "\($0)" }.joined(separator: ",") }
    }

    /// When the recording began, in microseconds since 1970.
    public var started: Int64 { recording.header.started }

    /// The number of the recording's line from which the last event came; the header is line 1.
    public var line: Int { recording.line }

    /// The part of the file that has been read, 0...1.
    public var progress: Double { recording.progress }

    /// The next event; nil after the session's end, which is the last of every recording, also of a cut-off one.
    /// - Throws: what is wrong with a line, or that the file cannot be read.
    public func next() throws(FileError) -> Timed? {
        while delivered == waiting.count {
            guard !hasEnded else { return nil }
            (waiting, delivered) = ([], 0)
            guard let line = try recording.next() else {
                hasEnded = true
                waiting.append((last, .end))
                continue
            }
            add(line)
        }
        delivered += 1
        last = max(last, waiting[delivered - 1].at)
        return waiting[delivered - 1]
    }

    private func add(_ line: RecordedLine) {
        switch line {
        case .step(let step):
            last = max(last, step.at)
            if case .link(let event) = step.event, isOnArm { add(event, at: step.at) }
        case .command(let command):
            last = max(last, command.at)
            add(command)
        case .notification(let notification):
            guard let channel = channel(of: notification) else { return others += 1 }
            waiting.append((notification.at, .bytes(channel: channel, notification.bytes)))
        case .event(let event):
            guard event.name == .spot, let change = SpotChange(rawValue: event.state) else { return }
            waiting.append((event.at, .spot(change)))
        case .bytes: break
        }
    }

    private func channel(of notification: RecordedNotification) -> Int? {
        if let characteristic = notification.characteristic { return characteristics.firstIndex(of: characteristic) }
        switch recording.arm.link {
        case .bluetooth: return characteristics.count == 1 ? 0 : nil
        case .serial: return isOnArm && characteristics.isEmpty ? 0 : nil
        }
    }

    private func add(_ event: LinkEvent, at time: Instant) {
        switch event {
        case .up, .opened:
            if !isUp { waiting.append((time, .linkUp)) }
            isUp = true
        case .down:
            if isUp { waiting.append((time, .linkDown)) }
            isUp = false
        case .ready, .busy, .refused, .windowFull, .stalled, .flowing, .failsafe: break
        }
    }

    /// A frame that carries all channels commands each of them; one that the link has not taken commands none.
    private func add(_ recorded: RecordedCommand) {
        guard recorded.outcome.isSent else { return }
        guard let all = recorded.all else {
            return waiting.append((recorded.at, .command(recorded.command.channel, recorded.command.value)))
        }
        for channel in recording.arm.channels { waiting.append((recorded.at, .command(channel, all[channel]))) }
    }
}
