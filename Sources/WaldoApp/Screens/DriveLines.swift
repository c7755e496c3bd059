internal import Glibc
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop

/// Writes a drive as JSON Lines: commands, and an `event` for everything else. A recording also has the state machine's
/// steps.
@LoopActor
final class DriveLines: DriveObserver, DriveScreen {
    private let writer: LineWriter
    private let start: Microseconds
    private let isRecording: Bool
    private var gates: (slider: GateState, joystick: GateState)?

    /// Writes the lines of `--plain`.
    init(_ writer: LineWriter, start: Microseconds) {
        self.writer = writer
        self.start = start
        isRecording = false
        writer.start(pid: getpid())
    }

    /// Writes a recording.
    init(recording writer: LineWriter, start: Microseconds, _ header: RecordingHeader) {
        self.writer = writer
        self.start = start
        isRecording = true
        writer.header(header)
    }

    // MARK: the drive

    func drive(_ drive: Drive, took event: DriveEvent, step: Step) {
        let stateMachine = drive.stateMachine
        if isRecording {
            record(event, drive)
        } else if case .link(.lastWord(let sent)) = event {
            // These zero frames are in no line of a command.
            begin("last-word", at: stateMachine.time)
            writer.frames(sent)
            writer.endObject()
        }
        guard !step.notices.isEmpty else { return }
        if step.notices.contains(.stop) { report("stop", at: stateMachine.time) }
        if step.notices.contains(.halt), let reason = stateMachine.lastHalt {
            begin("halt", at: stateMachine.time)
            writer.field("reason", word: reason.word)
            writer.endObject()
        }
        if step.notices.contains(.dropped) { report("dropped", at: stateMachine.time) }
        if step.notices.contains(.resume) { report("resume", at: stateMachine.time) }
        if step.notices.contains(.resumeRefused) { gates = nil }
        if !step.notices.isDisjoint(with: [.gate, .resumeRefused]) { reportGates(stateMachine) }
        if step.notices.contains(.position) { reportPosition(stateMachine) }
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        if isRecording { return record(command, outcome, drive.stateMachine) }
        guard outcome.isOnItsWay else { return }
        writer.reportDroppedLines()
        writer.command(
            t: drive.stateMachine.time - start, channel: command.channel, value: command.value,
            decimals: command.decimals,
            bytes: command.frame)
    }

    private func record(_ event: DriveEvent, _ drive: Drive) {
        let due = event == .deadline ? drive.due.map { $0 - start } : nil
        writer.step(event, at: drive.stateMachine.time - start, due: due)
    }

    private func record(_ command: Command, _ outcome: WriteOutcome, _ stateMachine: DriveStateMachine) {
        var recorded = RecordedCommand(at: stateMachine.time - start, command: command, outcome: outcome)
        if stateMachine.arm.frame != nil {
            recorded.all = PerChannel(
                slider: stateMachine.written(.slider), zx: stateMachine.written(.zx), zy: stateMachine.written(.zy))
        }
        writer.command(recorded)
    }

    private func reportGates(_ stateMachine: DriveStateMachine) {
        let states = (slider: stateMachine.gateState(.slider), joystick: stateMachine.gateState(.joystick))
        if gates?.slider != states.slider { reportGate(.slider, states.slider, stateMachine) }
        if gates?.joystick != states.joystick { reportGate(.joystick, states.joystick, stateMachine) }
        gates = states
    }

    private func reportGate(_ control: Control, _ state: GateState, _ stateMachine: DriveStateMachine) {
        begin("gate", at: stateMachine.time)
        writer.field("control", word: control.name)
        writer.field("state", word: state.word)
        let held = state == .open ? "" : stateMachine.namesHeld(control)
        if !held.isEmpty { writer.field("release", quoted: held) }
        writer.endObject()
    }

    private func reportPosition(_ stateMachine: DriveStateMachine) {
        begin("position", at: stateMachine.time)
        for channel in Channel.allCases {
            guard let profile = stateMachine.arm.channels[channel], profile.mode == .position else { continue }
            writer.field(
                channel.name, Int64(stateMachine.number(channel, at: stateMachine.time)),
                decimals: profile.range.decimals)
        }
        writer.endObject()
    }

    // MARK: link, input and other reports

    func link(_ state: LinkShown) {
        begin("link")
        writer.field("state", word: state.phase.word)
        if !state.name.isEmpty { writer.field("name", quoted: state.name) }
        if !state.address.isEmpty { writer.field("address", quoted: state.address) }
        if !state.detail.isEmpty { writer.field("detail", quoted: state.detail) }
        writer.endObject()
    }

    func input(_ state: InputShown) {
        begin("input")
        writer.field("state", word: state.phase.word)
        if !state.name.isEmpty { writer.field("name", quoted: state.name) }
        if !state.detail.isEmpty { writer.field("detail", quoted: state.detail) }
        if !state.mapping.isEmpty { writer.field("mapping", quoted: state.mapping) }
        writer.endObject()
    }

    func note(_ text: String) {
        begin("note")
        writer.field("detail", quoted: text)
        writer.endObject()
    }

    func notified(_ bytes: [UInt8]) {
        begin("notify")
        writer.field("bytes", hex: bytes)
        writer.endObject()
    }

    func end(status: Int32) {
        begin("end")
        writer.field("status", Int64(status))
        writer.endObject()
        if !isRecording { writer.finish(within: .milliseconds(500)) }
    }

    private func begin(_ event: StaticString, at time: Microseconds? = nil) {
        writer.reportDroppedLines()
        writer.beginObject()
        writer.field("event", word: event)
        writer.field("t", (time ?? Monotonic.now()) - start)
    }

    private func report(_ event: StaticString, at time: Microseconds) {
        begin(event, at: time)
        writer.endObject()
    }
}
