internal import Glibc
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop
internal import WaldoTime

/// Writes a drive as JSON Lines: commands, and an `event` for everything else. A recording also has the state
/// machine's steps.
@LoopActor
final class DriveLines: DriveScreen {
    private let writer: LineWriter
    private let start: Instant
    private let isRecording: Bool
    private weak var drive: Drive?
    /// The gates as they were reported last; empty: they are all to be reported.
    private var gates: [GateState] = []
    /// The names of the mapping's controls.
    private var names: [String] = []
    /// The names of the arm's channels, by their places.
    @exclusivity(unchecked) private var channels: [QuotedText] = []

    /// Writes the lines of `--plain`.
    /// - Parameter link: what carries the commands, if the first line is to state it.
    init(_ writer: LineWriter, start: Instant, link: RecordingHeader.Link? = nil) {
        self.writer = writer
        self.start = start
        isRecording = false
        writer.start(pid: getpid(), link: link)
    }

    /// Writes a recording.
    init(recording writer: LineWriter, start: Instant, _ header: RecordingHeader) {
        self.writer = writer
        self.start = start
        isRecording = true
        writer.header(header)
    }

    // MARK: the drive

    func begin(_ drive: Drive) { self.drive = drive }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {
        if isRecording {
            record(event, drive)
        } else if case .link(.failsafe(let sent)) = event {
            // These zero frames are in no line of a command.
            begin("last-word", at: drive.time)
            writer.frames(sent)
            writer.endObject()
        }
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        if isRecording { return record(command, outcome, drive) }
        guard outcome.isSent else { return }
        writer.reportDroppedLines()
        if channels.isEmpty { channels = drive.stateMachine.arm.profiles.list.map { QuotedText($0.name) } }
        writer.command(
            t: drive.time - start, channel: channels[command.channel.index], value: command.value,
            decimals: command.decimals, bytes: command.frame)
    }

    func drive(_ drive: Drive, sentBytes bytes: Frame, outcome: WriteOutcome) {
        guard isRecording || outcome.isSent else { return }
        writer.reportDroppedLines()
        let time = recorded(drive.time)
        writer.sensorBytes(RecordedSensorBytes(at: time, bytes: bytes, outcome: outcome))
    }

    /// A time on the recording's clock.
    private func recorded(_ time: Instant) -> Instant { .clockStart + (time - start) }

    private func record(_ event: DriveEvent, _ drive: Drive) {
        let due = event == .deadline ? drive.due.map(recorded) : nil
        if names.isEmpty { names = drive.stateMachine.mapping.controls.map(\.name) }
        writer.step(event, at: recorded(drive.time), due: due, controls: names)
    }

    private func record(_ command: Command, _ outcome: WriteOutcome, _ drive: Drive) {
        var recorded = RecordedCommand(at: recorded(drive.time), command: command, outcome: outcome)
        if drive.stateMachine.arm.frame != nil { recorded.all = drive.stateMachine.allWritten }
        writer.command(recorded, channel: drive.stateMachine.arm.profiles[command.channel].name)
    }

    // MARK: notices

    private func notice(_ notice: DriveNotice, at time: Instant) {
        switch notice {
        case .stop: write("stop", at: time)
        case .dropped: write("dropped", at: time)
        case .resume: write("resume", at: time)
        case .halt(let reason):
            begin("halt", at: time)
            writer.field("reason", word: reason.name)
            writer.endObject()
        case .profile(let name):
            begin("profile", at: time)
            writer.field("name", quoted: name)
            writer.endObject()
        case .precision(let factor):
            begin("precision", at: time)
            writer.field("factor", Int64((factor * 100).rounded()), decimals: 2)
            writer.endObject()
        case .resumeRefused(let stop): resumeRefused(stop, at: time)
        case .profileRefused: reportGates(all: true)
        case .gate: reportGates(all: false)
        case .position: if let drive { reportPosition(drive.stateMachine) }
        case .motion: break
        }
    }

    private func resumeRefused(_ stop: HeldStop?, at time: Instant) {
        if let stop {
            begin("resume", at: time)
            writer.field("state", word: "refused")
            writer.field("release", quoted: stop.name)
            writer.endObject()
        }
        reportGates(all: true)
    }

    /// Writes the gates that have changed, or all: what has to be released may be another control since.
    private func reportGates(all: Bool) {
        guard let stateMachine = drive?.stateMachine else { return }
        let controls = stateMachine.mapping.allControls
        let states = controls.map(stateMachine.gateState)
        for (control, state) in zip(controls, states) where all || gates.isEmpty || gates[control.index] != state {
            reportGate(control, state, stateMachine)
        }
        gates = states
    }

    private func reportGate(_ control: Control, _ state: GateState, _ stateMachine: DriveStateMachine) {
        begin("gate", at: stateMachine.time)
        writer.field("control", quoted: stateMachine.mapping.controls[control.index].name)
        writer.field("state", word: state.name)
        let held = state == .open ? "" : stateMachine.namesHeld(control)
        if !held.isEmpty { writer.field("release", quoted: held) }
        writer.endObject()
    }

    private func reportPosition(_ stateMachine: DriveStateMachine) {
        begin("position", at: stateMachine.time)
        for channel in stateMachine.arm.channels {
            let profile = stateMachine.arm.profiles[channel]
            guard profile.mode == .position else { continue }
            writer.field(
                channel: profile.name, Int64(stateMachine.number(channel, at: stateMachine.time)),
                decimals: profile.range.decimals)
        }
        writer.endObject()
    }

    // MARK: reports

    func report(_ report: DriveReport, _ status: DriveStatus) {
        switch report {
        case .noticed(let notice, let time): self.notice(notice, at: time)
        case .link(let state):
            write("link", state.phase.name, ["name": state.name, "address": state.address, "detail": state.detail])
        case .input(let input):
            write(
                "input", input.phase.rawValue,
                ["name": input.name, "detail": input.detail, "mapping": input.mapping, "file": input.file])
        case .battery(let state, let warning): battery(state, warning)
        case .note(let text): write("note", nil, ["detail": text])
        case .notified(let notification): notified(notification)
        case .spot(let change, let time): write("spot", change.rawValue, at: time)
        case .ended(let status): end(status)
        case .positions, .raster, .recording, .audience: break
        }
    }

    private func battery(_ state: Battery, _ warning: Battery.Warning?) {
        begin("battery")
        if let percent = state.percent { writer.field("percent", Int64(percent)) }
        if let level = state.level { writer.field("level", quoted: level.rawValue) }
        writer.field("state", word: state.isCharging ? "charging" : "discharging")
        if let warning { writer.field("warning", quoted: warning.rawValue) }
        writer.endObject()
    }

    func notified(_ notification: Notification) {
        writer.reportDroppedLines()
        writer.notification(
            RecordedNotification(
                at: recorded(notification.at), characteristic: notification.characteristic, bytes: notification.bytes))
    }

    private func end(_ status: Int32) {
        begin("end")
        writer.field("status", Int64(status))
        writer.endObject()
        if !isRecording { writer.finish(within: .milliseconds(500)) }
    }

    private func begin(_ event: StaticString, at time: Instant? = nil) {
        writer.reportDroppedLines()
        writer.beginObject()
        writer.field("event", word: event)
        writer.field("t", ((time ?? Monotonic.now()) - start).microseconds)
    }

    /// Writes an event with its state, and with those of the texts that are not empty.
    private func write(
        _ event: StaticString, _ state: String? = nil, _ texts: KeyValuePairs<StaticString, String> = [:],
        at time: Instant? = nil
    ) {
        begin(event, at: time)
        if let state { writer.field("state", quoted: state) }
        for (key, text) in texts where !text.isEmpty { writer.field(key, quoted: text) }
        writer.endObject()
    }
}
