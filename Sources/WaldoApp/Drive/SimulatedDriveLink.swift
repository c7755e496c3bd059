import WaldoCore
import WaldoLoop
import WaldoSimulator
import WaldoSurvey
import WaldoTeleop
import WaldoTime

/// The link of a simulated drive on the loop: hands the simulated link its times, and the drive what it reports.
@LoopActor
final class SimulatedDriveLink: DriveLink, Link {
    private static let shown = LinkStatus(.connected, name: "simulated arm")
    private static let lost = LinkStatus(.lost, name: "simulated arm", detail: "a simulated loss")
    private static let stalled = LinkStatus(
        .stalled, name: "simulated arm",
        detail: "a simulated stall: what was written has not left, motion is held")

    weak var delegate: (any DriveLinkDelegate)?

    /// Those of what the simulated arm sends, and of its sensor; nil: they are on a serial port.
    private let armCharacteristic: BluetoothUUID?, sensorCharacteristic: BluetoothUUID?
    private var link: SimulatedLink
    private weak var drive: Drive?
    private var timer: LoopTimer?
    /// Events not yet passed on: during a write the drive is inside a step.
    private var waiting: [(at: Instant, event: SimulatedLink.Event)] = []
    private var hasRefused = false

    /// - Parameter start: the zero of the simulation's times.
    init(_ plan: DrivePlan, _ options: SimulationOptions, start: Instant) {
        armCharacteristic = plan.arm.simulatedCharacteristic
        sensorCharacteristic = plan.simulatedSensor?.value.hears.notify.first ?? armCharacteristic
        link = SimulatedLink(plan.arm, sensor: plan.simulatedSensor?.value, options, at: start)
    }

    /// Connects: the simulated arm is always in reach.
    func start(_ drive: Drive) {
        self.drive = drive
        timer = LoopTimer(of: self) { $0.advance(to: $1) }
        let now = Monotonic.now()
        report(.up(takenOver: false), Self.shown, at: now)
        advance(to: now)
    }

    // A simulated arm needs no failsafe frames: it ends with the program.

    func setFailsafe(_ frames: FailsafeFrames) {}

    func setPending(_ zeros: ZeroCounts) {}

    func acknowledgeFailsafe() -> ZeroCounts? { nil }

    var hasLeft: Bool { link.isEmpty }

    func close() { timer = nil }

    /// The arm at a time, with all that has been written by then.
    func arm(at time: Instant) -> SimulatedArm? {
        var arm = link.simulation.arm
        arm.advance(to: time)
        return arm
    }

    func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts) -> WriteOutcome {
        // The time of the step, which a recording has: with it alone the simulation can be repeated.
        let time = drive?.stateMachine.time ?? Monotonic.now()
        let outcome = link.write(frame, at: time) { waiting.append(($0, $1)) }
        hasRefused = hasRefused || outcome == .refused
        if !waiting.isEmpty { Loop.soon(of: self) { $0.deliver() } }
        armTimer()
        return outcome
    }

    private func advance(to now: Instant) {
        // To each deadline and no further: what a command changes between two of them depends on its own time alone.
        while let deadline = link.deadline, deadline <= now { link.advance(to: deadline) { waiting.append(($0, $1)) } }
        deliver()
        armTimer()
    }

    private func armTimer() {
        timer?.arm(at: link.deadline)
    }

    private func deliver() {
        while !waiting.isEmpty {
            let (time, event) = waiting.removeFirst()
            switch event {
            case .down: report(.down, Self.lost, at: time)
            case .up: report(.up(takenOver: false), Self.shown, at: time)
            case .stalled: report(.stalled, Self.stalled, at: time)
            case .flowing:
                if hasRefused { report(.ready, at: time) }
                hasRefused = false
                report(.flowing, Self.shown, at: time)
            case .notified(let frame, let sender):
                let characteristic = sender == .arm ? armCharacteristic : sensorCharacteristic
                delegate?.link(
                    didReport: .notified(Notification(characteristic: characteristic, bytes: frame.bytes, at: time)))
            }
        }
    }

    private func report(_ event: LinkEvent, _ shown: LinkStatus? = nil, at time: Instant) {
        delegate?.link(didReport: .changed(event, shown, time))
    }
}

extension Arm {
    /// The characteristic on which the arm's answers come in a simulation; nil: it is on a serial port.
    var simulatedCharacteristic: BluetoothUUID? { link.bluetooth.map { $0.notify ?? $0.write } }
}
