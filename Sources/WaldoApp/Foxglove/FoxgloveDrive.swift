import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoPanel
import WaldoTeleop
import WaldoTime

/// A drive for Foxglove, with the topics and schemas of an export to MCAP.
///
/// What happens is only noted, in an array that is there; it is formatted and sent in a turn of its own, so that a
/// command never waits for it. The controls are sent as they are then, at most fifty times a second.
@LoopActor
final class FoxgloveDrive: DriveScreen {
    /// The shortest time between two sendings.
    private static let refresh: TimeSpan = .milliseconds(20)
    /// Most notes that wait for the next one.
    private static let maxNotes = 512

    private enum Note {
        case command(RecordedCommand)
        case link(LinkEvent, Instant)
        case notification(RecordedNotification)
        case event(RecordedEvent)

        var topic: DriveTopics {
            switch self {
            case .command: .commands
            case .link: .link
            case .notification: .notify
            case .event(let event): event.event == "link" ? .link : .events
            }
        }
    }

    private let server: FoxgloveServer
    private var messages: DriveMessages?
    /// The number of the first topic's channel.
    private var first = 0
    @exclusivity(unchecked) private var notes: [Note] = []
    private weak var drive: Drive?
    private var lastControls: ControlSample?
    /// The drive's state as it was shown last.
    private var status = DriveStatus()
    /// Whether the controls are consistent, not in the middle of an input's report.
    @exclusivity(unchecked) private var isWhole = true
    private var timer: LoopTimer?
    private var sentAt = Instant.clockStart

    init(_ server: FoxgloveServer) {
        self.server = server
        notes.reserveCapacity(Self.maxNotes)
        timer = LoopTimer(of: self) { $0.send(at: $1) }
    }

    func begin(_ drive: Drive) {
        self.drive = drive
        let stateMachine = drive.stateMachine
        messages = DriveMessages(of: stateMachine.arm, by: stateMachine.mapping)
        first = server.advertise(
            DriveTopics.allCases.map { $0.topic(of: stateMachine.arm, by: stateMachine.mapping).channel })
    }

    /// Sends a new subscriber the present state.
    func subscribed(to channel: Int) {
        guard messages != nil else { return }
        switch DriveTopics(rawValue: channel - first) {
        case .controls:
            (lastControls, isWhole) = (nil, true)
            scheduleSend()
        case .link: note("link", status.link.phase.name)
        case .commands, .notify, .events, nil: break
        }
    }

    // MARK: what happens

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        guard server.hasAudience else { return }
        isWhole = event.isWhole
        if case .link(let event) = event { note(.link(event, drive.stateMachine.time)) }
        scheduleSend()
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        guard server.hasAudience else { return }
        let stateMachine = drive.stateMachine
        var recorded = RecordedCommand(at: stateMachine.time, command: command, outcome: outcome)
        if stateMachine.arm.frame != nil { recorded.all = stateMachine.allWritten }
        note(.command(recorded))
    }

    func drive(_ drive: Drive, sentBytes bytes: Frame, outcome: WriteOutcome) {
        guard server.hasAudience else { return }
        note(.event(RecordedBytes(at: drive.stateMachine.time, bytes: bytes, outcome: outcome).asEvent))
    }

    private func note(_ notice: DriveNotice, at time: Instant) {
        switch notice {
        case .stop(let cause): note("stop", cause.name, at: time)
        case .halt(let reason): note("halt", "\(reason.name)", at: time)
        case .dropped: note("dropped", at: time)
        case .resume: note("resume", at: time)
        case .profile: note("profile", at: time)
        case .precision: note("precision", at: time)
        case .parking(let phase): note("parking", "\(phase.name)", at: time)
        case .fence: note("fence", (drive?.stateMachine.heldFences ?? []).joined(separator: ", "), at: time)
        case .joints:
            let arm = drive?.stateMachine.arm, ended = drive?.stateMachine.jointsAtEnd ?? []
            note("joint", ended.compactMap { arm?.profiles[$0].name }.joined(separator: ", "), at: time)
        case .resumeRefused, .profileRefused, .gate, .position, .motion, .answer, .moving: break
        }
    }

    func show(_ status: DriveStatus) { self.status = status }

    func report(_ report: DriveReport, _ status: DriveStatus) {
        show(status)
        switch report {
        case .link(let link): note("link", link.phase.name)
        case .noticed(let notice, let time): note(notice, at: time)
        case .input(let input): note("input", input.phase.rawValue)
        case .battery(let battery, _): note("battery", battery.isCharging ? "charging" : "discharging")
        case .note: note("note")
        case .notified(let notification):
            guard server.hasAudience else { return }
            note(
                .notification(
                    RecordedNotification(
                        at: notification.at, characteristic: notification.characteristic, bytes: notification.bytes)))
        case .spot(let change, let time): note("spot", change.rawValue, at: time)
        case .ended(let status): end(status)
        case .heard, .positions, .raster, .recording, .audience: break
        }
    }

    private func end(_ status: Int32) {
        if server.hasAudience {
            note(.event(RecordedEvent(at: Monotonic.now(), event: "end", status: status)))
            send(at: Monotonic.now())
        }
        timer?.cancel()
        timer = nil
    }

    private func note(_ event: String, _ state: String = "", at time: Instant? = nil) {
        guard server.hasAudience else { return }
        note(.event(RecordedEvent(at: time ?? Monotonic.now(), event: event, state: state)))
    }

    private func note(_ note: Note) {
        guard notes.count < Self.maxNotes else { return server.miss(first + note.topic.rawValue) }
        notes.append(note)
        scheduleSend()
    }

    // MARK: sending

    private func scheduleSend() {
        guard let timer, timer.deadline == nil else { return }
        timer.arm(at: sentAt + Self.refresh)
    }

    private func send(at now: Instant) {
        sentAt = now
        for note in notes where isWanted(note.topic) { send(note) }
        notes.removeAll(keepingCapacity: true)
        guard isWhole, isWanted(.controls), let drive else { return }
        let controls = drive.stateMachine.controlSample
        guard controls != lastControls else { return }
        lastControls = controls
        if let topic = messages?.controls(controls) { publish(topic, at: drive.stateMachine.time) }
    }

    private func send(_ note: Note) {
        guard var messages else { return }
        // Not two owners of the array that it formats in.
        self.messages = nil
        let topic: DriveTopics
        let time: Instant
        switch note {
        case .command(let command): (topic, time) = (messages.command(command), command.at)
        case .link(let event, let at): (topic, time) = (messages.link(event), at)
        case .notification(let notification): (topic, time) = (messages.notification(notification), notification.at)
        case .event(let event): (topic, time) = (messages.event(event), event.at)
        }
        self.messages = messages
        publish(topic, at: time)
    }

    private func isWanted(_ topic: DriveTopics) -> Bool { server.isWanted(first + topic.rawValue) }

    private func publish(_ topic: DriveTopics, at time: Instant) {
        guard let json = messages?.json else { return }
        server.publish(first + topic.rawValue, time: UInt64(max(0, WallClock.utc(at: time))) * 1_000, json)
    }
}
