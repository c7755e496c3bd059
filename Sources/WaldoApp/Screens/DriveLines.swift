internal import Glibc
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop

/// What a drive tells as JSON Lines: commands, and an `event` for all else. A recording has the road's steps besides.
@LoopActor
final class DriveLines: DriveObserver, DriveScreen {
    private let writer: LineWriter
    private let start: Microseconds
    private let isRecording: Bool
    private var gates: (slider: GateState, joystick: GateState)?

    /// Lines for whoever watches.
    init(_ writer: LineWriter, start: Microseconds) {
        self.writer = writer
        self.start = start
        isRecording = false
        writer.start(pid: getpid())
    }

    /// A recording.
    init(recording writer: LineWriter, start: Microseconds, _ header: RecordingHeader) {
        self.writer = writer
        self.start = start
        isRecording = true
        writer.header(header)
    }

    // MARK: the drive

    func drive(_ drive: Drive, took event: RoadEvent, step: Step) {
        if isRecording { record(event, drive) }
        guard !step.notices.isEmpty else { return }
        let road = drive.road
        if step.notices.contains(.stop) { tell("stop", at: road.time) }
        if step.notices.contains(.halt), let reason = road.lastHalt {
            begin("halt", at: road.time)
            writer.field("reason", word: reason.word)
            writer.endObject()
        }
        if step.notices.contains(.dropped) { tell("dropped", at: road.time) }
        if step.notices.contains(.resume) { tell("resume", at: road.time) }
        if step.notices.contains(.resumeRefused) { gates = nil }
        if !step.notices.isDisjoint(with: [.gate, .resumeRefused]) { tellGates(road) }
        if step.notices.contains(.position) { tellPosition(road) }
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        if isRecording { return record(command, outcome, drive.road) }
        guard outcome.isOnItsWay else { return }
        writer.reportDroppedLines()
        writer.command(
            t: drive.road.time - start, channel: command.channel, value: command.value, decimals: command.decimals,
            bytes: command.frame)
    }

    private func record(_ event: RoadEvent, _ drive: Drive) {
        let due = event == .deadline ? drive.due.map { $0 - start } : nil
        writer.step(event, at: drive.road.time - start, due: due)
    }

    private func record(_ command: Command, _ outcome: WriteOutcome, _ road: Road) {
        var recorded = RecordedCommand(at: road.time - start, command: command, outcome: outcome)
        if road.arm.frame != nil {
            recorded.all = PerChannel(slider: road.written(.slider), zx: road.written(.zx), zy: road.written(.zy))
        }
        writer.command(recorded)
    }

    private func tellGates(_ road: Road) {
        let states = (slider: road.gateState(.slider), joystick: road.gateState(.joystick))
        if gates?.slider != states.slider { tellGate(.slider, states.slider, road) }
        if gates?.joystick != states.joystick { tellGate(.joystick, states.joystick, road) }
        gates = states
    }

    private func tellGate(_ control: Control, _ state: GateState, _ road: Road) {
        begin("gate", at: road.time)
        writer.field("control", word: control.name)
        writer.field("state", word: state.word)
        let held = state == .open ? "" : road.namesHeld(control)
        if !held.isEmpty { writer.field("release", quoted: held) }
        writer.endObject()
    }

    private func tellPosition(_ road: Road) {
        begin("position", at: road.time)
        for channel in Channel.allCases {
            guard let profile = road.arm.channels[channel], profile.means == .position else { continue }
            writer.field(channel.name, Int64(road.number(channel, at: road.time)), decimals: profile.range.decimals)
        }
        writer.endObject()
    }

    // MARK: all else

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

    private func tell(_ event: StaticString, at time: Microseconds) {
        begin(event, at: time)
        writer.endObject()
    }
}
