import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTeleop
import WaldoTime

/// Writes everything but a drive's commands as JSON Lines, an `event` each: for standard output and recordings alike.
@LoopActor
final class DriveEventLines {
    private let writer: LineWriter
    private let start: Instant
    private weak var drive: Drive?
    /// The gates as they were reported last; empty: they are all to be reported.
    private var gates: [GateState] = []
    /// The regions of the fence that were reported last as holding, and the joints that were at their ends.
    private var fences: [String] = [], joints: [String] = []

    init(_ writer: LineWriter, start: Instant) { (self.writer, self.start) = (writer, start) }

    func begin(_ drive: Drive) { self.drive = drive }

    /// A time on the lines' clock.
    func recorded(_ time: Instant) -> Instant { .clockStart + (time - start) }

    // MARK: notices

    private func notice(_ notice: DriveNotice, at time: Instant) {
        switch notice {
        case .stop(let cause):
            begin(.stop, at: time)
            writer.field("by", quoted: cause.name)
            writer.endObject()
        case .dropped: write(.dropped, at: time)
        case .resume: write(.resume, at: time)
        case .halt(let reason):
            begin(.halt, at: time)
            writer.field("reason", word: reason.name)
            writer.endObject()
        case .profile(let name):
            begin(.profile, at: time)
            writer.field("name", quoted: name)
            writer.endObject()
        case .precision(let factor):
            begin(.precision, at: time)
            writer.field("factor", Int64((factor * 100).rounded()), decimals: 2)
            writer.endObject()
        case .resumeRefused(let stop): resumeRefused(stop, at: time)
        case .profileRefused: reportGates(all: true)
        case .parking(let phase):
            begin(.parking, at: time)
            writer.field("state", word: phase.name)
            writer.endObject()
        case .gate: reportGates(all: false)
        case .position: if let drive { reportPosition(drive.stateMachine) }
        case .fence:
            guard let held = drive?.stateMachine.heldFences else { break }
            reportChanges(.fence, "holds", held, &fences, at: time)
        case .joints:
            guard let stateMachine = drive?.stateMachine else { break }
            let ended = stateMachine.jointsAtEnd.map { stateMachine.arm.profiles[$0].name }
            reportChanges(.joint, "ended", ended, &joints, at: time)
        case .motion, .answer, .moving: break
        }
    }

    private func resumeRefused(_ stop: HeldStop?, at time: Instant) {
        if let stop {
            begin(.resume, at: time)
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
        begin(.gate, at: stateMachine.time)
        writer.field("control", quoted: stateMachine.mapping.controls[control.index].name)
        writer.field("state", word: state.name)
        let held = state == .open ? "" : stateMachine.namesHeld(control)
        if !held.isEmpty { writer.field("release", quoted: held) }
        writer.endObject()
    }

    private func reportPosition(_ stateMachine: DriveStateMachine) {
        begin(.position, at: stateMachine.time)
        for channel in stateMachine.arm.channels {
            let profile = stateMachine.arm.profiles[channel]
            guard profile.mode == .position else { continue }
            writer.field(
                channel: profile.name, Int64(stateMachine.number(channel, at: stateMachine.time)),
                decimals: profile.range.decimals)
        }
        writer.endObject()
    }

    /// Writes what begins to hold the arm back, and what no longer does.
    /// - Parameter reported: what was reported last; it becomes `names`.
    private func reportChanges(
        _ event: EventName, _ state: String, _ names: [String], _ reported: inout [String], at time: Instant
    ) {
        for name in names where !reported.contains(name) { write(event, state, ["name": name], at: time) }
        for name in reported where !names.contains(name) { write(event, "free", ["name": name], at: time) }
        reported = names
    }

    // MARK: reports

    func report(_ report: DriveReport) {
        switch report {
        case .link(let link):
            write(.link, link.phase.name, ["name": link.name, "address": link.address, "detail": link.detail])
        case .noticed(let notice, let time): self.notice(notice, at: time)
        case .input(let input):
            write(
                .input, input.phase.rawValue,
                ["name": input.name, "detail": input.detail, "mapping": input.mapping, "file": input.file])
        case .battery(let state, let warning): battery(state, warning)
        case .note(let text): write(.note, nil, ["detail": text])
        case .notified(let notification): notified(notification)
        case .spot(let change, let time): write(.spot, change.rawValue, at: time)
        case .ended(let status): end(status)
        case .heard, .positions, .raster, .recording, .audience: break
        }
    }

    private func battery(_ state: Battery, _ warning: Battery.Warning?) {
        begin(.battery)
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
        begin(.end)
        writer.field("status", Int64(status))
        writer.endObject()
    }

    /// Writes how long the link took, in microseconds; nothing, where it is not known.
    func delivered(_ spans: Histogram) {
        guard let p50 = spans.quantile(0.5), let p99 = spans.quantile(0.99) else { return }
        begin(.delivery)
        writer.field("count", Int64(spans.count))
        writer.field("p50", p50.microseconds)
        writer.field("p99", p99.microseconds)
        writer.endObject()
    }

    /// Writes zero frames that were sent without the state machine, and are in no line of a command.
    func failsafe(_ sent: ZeroCounts, at time: Instant) {
        begin(.failsafe, at: time)
        writer.frames(sent)
        writer.endObject()
    }

    /// Writes bytes that no channel sends.
    func sentBytes(_ bytes: Frame, _ outcome: WriteOutcome, at time: Instant) {
        writer.reportDroppedLines()
        writer.sentBytes(RecordedBytes(at: recorded(time), bytes: bytes, outcome: outcome))
    }

    // MARK: writing

    private func begin(_ event: EventName, at time: Instant? = nil) {
        writer.beginEvent(event, at: (time ?? Monotonic.now()) - start)
    }

    /// Writes an event with its state, and with those of the texts that are not empty.
    private func write(
        _ event: EventName, _ state: String? = nil, _ texts: KeyValuePairs<StaticString, String> = [:],
        at time: Instant? = nil
    ) {
        begin(event, at: time)
        if let state { writer.field("state", quoted: state) }
        for (key, text) in texts where !text.isEmpty { writer.field(key, quoted: text) }
        writer.endObject()
    }
}
