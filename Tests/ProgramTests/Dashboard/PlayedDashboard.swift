import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp
@testable import WaldoTerminal

/// Replays a golden recording's steps through the state machine, and shows the dashboard that the operator would have
/// seen.
@LoopActor
final class PlayedDashboard {
    /// The title of a moment, and the dashboard's rows.
    struct Frame {
        let title: String
        let rows: [String]
    }

    private let reader: RecordingReader
    private let model: DriveView
    private var status: DriveStatus
    private let size: TerminalSize
    private var stateMachine: DriveStateMachine
    private var log: [String] = []
    private var pose: CommandedPose?
    /// What receives the recorded frames; nil: nothing.
    private var simulation: Simulation?
    private let style: TerminalStyle
    private let survey: SurveyView?
    private(set) var frames: [Frame] = []

    /// - Parameters:
    ///   - survey: what is surveyed beside the drive.
    ///   - isSimulated: whether a simulated arm receives the recorded frames.
    init(
        _ path: String, isOverride: Bool, size: TerminalSize = TerminalSize(columns: 80, rows: 24),
        style: TerminalStyle = TerminalStyle(.monochrome), survey: SurveyView? = nil, isSimulated: Bool = false
    ) throws {
        (self.size, self.style) = (size, style)
        reader = try RecordingReader(path)
        stateMachine = DriveStateMachine(arm: reader.arm, mapping: reader.mapping, isPlayed: reader.header.isPlayed)
        let plan = DrivePlan(
            arm: reader.arm, armSource: reader.header.arm, library: Library(directory: nil), holder: .input(.demo),
            isBonded: false, stays: false,
            transport: isSimulated ? .simulation(SimulationOptions()) : isOverride ? .override : .arm, waits: false,
            isPlain: false)
        status = plan.status
        model = DriveView(plan, start: 0, isPlayed: reader.header.isPlayed) { time in
            let second = time.microseconds / 1_000_000 + 10
            return "10:00:" + (second < 10 ? "0" : "") + "\(second)"
        }
        self.survey = survey
        pose = CommandedPose(reader.arm)
        if isSimulated { simulation = Simulation(reader.arm, SimulationOptions(), at: 0) }
    }

    /// The arm as screens draw it.
    private func shown(at time: Instant) -> ArmShown? {
        guard let pose, let described = reader.arm.pose else { return nil }
        simulation?.advance(to: time) { _, _, _ in }
        let arm = simulation?.arm
        return ArmShown(
            commanded: pose.chain(at: time), simulated: arm?.chain(at: time) ?? [], isAssumed: pose.isAssumed,
            reach: described.reach(of: reader.arm), isMoving: arm?.isMoving(at: time) ?? false,
            deafFor: arm?.deaf(at: time).map { $0 - time })
    }

    /// A frame has left.
    private func sent(_ recorded: RecordedCommand) {
        guard recorded.outcome.isSent else { return }
        simulation?.receive(recorded.command.frame, at: recorded.at) { _, _, _ in }
        guard let all = recorded.all, reader.arm.profiles[recorded.command.channel].action == nil else {
            return pose?.command(recorded.command.channel, recorded.command.value, at: recorded.at) ?? ()
        }
        for channel in reader.arm.movingChannels { pose?.command(channel, all[channel], at: recorded.at) }
    }

    /// Replays all steps, and keeps the screen after some motion commands, after each kind of halt, and at the end.
    func play() throws {
        var motions = 0, halts: Set<String> = []
        while let line = try reader.next() {
            switch line {
            case .bytes, .event: break
            case .notification(let recorded):
                guard let characteristic = recorded.characteristic else { continue }
                let notification = Notification(
                    characteristic: characteristic, bytes: recorded.bytes, at: recorded.at)
                if let line = model.stamped(notification) { log.append(line) }
            case .command(let recorded):
                // How long the write took depends on the machine and is not recorded, so it is fixed at 85 µs.
                model.gauge.wrote(
                    recorded.command, recorded.outcome, at: recorded.at, now: recorded.at + .microseconds(85))
                sent(recorded)
                motions += recorded.command.value != 0 ? 1 : 0
                if recorded.command.value != 0, motions == 3 || motions == 12 { keep("in motion", at: recorded.at) }
            case .step(let step):
                model.gauge.handled(step.event)
                report(step)
                let outcome = stateMachine.step(step.event, at: step.at)
                stateMachine.eachNotice(outcome.notices, of: step.event) { report(.noticed($0, at: step.at)) }
                if outcome.notices.contains(.halt), let reason = stateMachine.lastHalt, reason != .ending,
                    halts.insert("\(reason.name)").inserted
                {
                    log.append(model.stamped("halted: \(reason.name)", at: step.at))
                    keep("halted: \(reason.name)", at: step.at)
                }
                if step.event == .shutdown { keep("at the end", at: step.at) }
            }
        }
    }

    private func report(_ step: RecordedStep) {
        switch step.event {
        case .link(.up):
            switch reader.arm.link {
            case .bluetooth:
                report(
                    .link(
                        LinkStatus(
                            .connected, name: "BLE Shield", address: "00:AA:01:00:05:41",
                            detail: "acquired, 20 bytes a write", signal: -57, heardAt: step.at)))
            case .serial(let port):
                report(.link(LinkStatus(.connected, name: "/dev/ttyUSB0", detail: "\(port.baud) baud")))
            }
        case .link(.down): report(.link(LinkStatus(.lost, detail: "the shield has disconnected")))
        case .link(.windowFull):
            report(
                .link(
                    LinkStatus(
                        .stalled, name: "BLE Shield", address: "00:AA:01:00:05:41",
                        detail: "what was written has not left")))
        case .link(.flowing): report(RecordedStep(at: step.at, event: .link(.up(takenOver: false))))
        case .inputAdded:
            report(.input(InputReport(.added, name: reader.header.input.name, mapping: reader.mapping.name)))
        case .inputLost: report(.input(InputReport(.lost)))
        default: break
        }
    }

    private func report(_ report: DriveReport) {
        status.apply(report)
        model.show(status)
    }

    private func keep(_ title: String, at time: Instant) {
        let view = model.view(of: stateMachine, arm: shown(at: time), survey: survey, at: time)
        let rows = WaldoTerminal.Dashboard(size: size, style: style).rows(view, log: log)
        let texts = rows.map { row in
            String(row.text.reversed().drop { $0 == " " }.reversed())
        }
        frames.append(Frame(title: title + ", after \(time.microseconds) us", rows: texts))
    }
}
