@testable import WaldoCore
import WaldoTestSupport
import WaldoTime

/// An operator beside himself, who moves an arm's hand behind fences, on a clock that is moved by hand, and the program
/// around it: losses, stalls, hangs, stops. The seed determines all of it.
struct FranticHand {
    /// What came of it.
    struct Report: Sendable, CustomStringConvertible {
        var steps = 0, commands = 0, halts = 0, holds = 0
        /// The least part of the asked speed.
        var least = 1.0
        /// The first things that should not have been.
        var faults: [String] = []

        var description: String {
            "\(steps) steps, \(commands) commands, \(halts) halts, held by the fence \(holds) times, at least "
                + "\(Int((least * 100).rounded())) % of the asked speed"
        }
    }

    private(set) var report = Report()

    private let arm: Arm
    private var stateMachine: DriveStateMachine, verification: Verification
    private var watch: HandWatch
    private var pad: FranticPad
    private var random: SeededGenerator
    private var now: Instant = 1_000_000
    private var deadline: Instant?

    init(_ arm: Arm, _ mapping: Mapping, seed: UInt64) {
        self.arm = arm
        stateMachine = DriveStateMachine(arm: arm, mapping: mapping)
        verification = Verification(arm: arm, mapping: mapping)
        watch = HandWatch(arm)
        pad = FranticPad(mapping)
        random = SeededGenerator(seed)
    }

    /// Drives for so long.
    mutating func run(for length: TimeSpan) {
        let end = now + length
        step(.link(.up(takenOver: false)))
        step(.inputAdded(pad.state))
        step(.finger(.there))
        while now < end, report.faults.isEmpty {
            rest()
            let calm = now + .milliseconds(.random(in: 1_000...9_000, using: &random))
            while now < calm, report.faults.isEmpty {
                for event in pad.move(&random) { step(event) }
                advance(.milliseconds(.random(in: 1...180, using: &random)))
                if Int.random(in: 0..<200, using: &random) == 0 { disturb() }
            }
        }
        step(.shutdown)
        note(verification.compare(.event(RecordedEvent(at: now, event: EventName.end.rawValue))))
        note(verification.finish())
    }

    // MARK: the operator

    /// Lets go, resumes, and says where the arm is if that is waited for.
    private mutating func rest() {
        for event in pad.letGo() { step(event) }
        advance(.milliseconds(300))
        if stateMachine.isStopped { step(.operator(.resume)) }
        advance(.milliseconds(200))
        if !stateMachine.unreported.isEmpty {
            step(.reported(PerChannel(stateMachine.allWritten.list.map { Optional($0) })))
        }
        if Int.random(in: 0..<4, using: &random) == 0 { step(.operator(.nextProfile)) }
        advance(.milliseconds(300))
    }

    private mutating func disturb() {
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: step(.operator(.stop))
        case 2:
            step(.link(.down))
            advance(.milliseconds(.random(in: 1...2_000, using: &random)))
            step(.link(.up(takenOver: false)))
        case 3:
            step(.link(.stalled))
            advance(.milliseconds(.random(in: 1...2_000, using: &random)))
            step(.link(.flowing))
        case 4:
            step(.inputLost)
            advance(.milliseconds(.random(in: 1...500, using: &random)))
            step(.inputAdded(pad.state))
        case 5: step(.inputResynced(pad.state))
        case 6: step(.finger(.lost))
        case 7: step(.operator(.precise(Bool.random(using: &random))))
        default:
            // The program hangs, and handles nothing meanwhile.
            now += .milliseconds(.random(in: 1...900, using: &random))
            if let deadline, now - deadline > DriveStateMachine.maxLateness { step(.halt(.late)) }
        }
    }

    // MARK: the program

    private mutating func advance(_ span: TimeSpan) {
        let end = now + span
        while let due = deadline, due <= end, report.faults.isEmpty {
            now = max(now, due)
            step(.deadline, due: due)
        }
        now = max(now, end)
    }

    private mutating func step(_ event: DriveEvent, due: Instant? = nil) {
        let before = stateMachine.allWritten
        note(verification.compare(.step(RecordedStep(at: now, event: event, due: due))))
        let step = stateMachine.step(event, at: now)
        if event.movesNumbers {
            let asked = stateMachine.encoder.state.channels.map(\.desired)
            note(watch.fault(asking: asked, written: stateMachine.allWritten, at: now))
        }
        (report.steps, deadline) = (report.steps + 1, step.deadline)
        if step.notices.contains(.halt) { report.halts += 1 }
        if step.notices.contains(.fence), !stateMachine.heldFences.isEmpty { report.holds += 1 }
        if let share = stateMachine.handShare {
            if !share.isFinite { report.faults.append("the hand's share is \(share)") }
            report.least = min(report.least, share)
        }
        if step.sendsBytes {
            note(verification.compare(.bytes(RecordedBytes(at: now, bytes: stateMachine.proposedBytes))))
        } else if let command = step.command {
            report.commands += 1
            let all = arm.frame == nil ? nil : stateMachine.allWritten
            note(verification.compare(.command(RecordedCommand(at: now, command: command, all: all))))
        } else {
            return
        }
        deadline = stateMachine.conclude(.written)
        let after = stateMachine.allWritten
        if before != after { note(watch.fault(from: before, to: after, at: now)) }
    }

    private mutating func note(_ fault: String?) {
        if let fault { report.faults.append(fault) }
    }

    private mutating func note(_ difference: Verification.Difference?) {
        if let difference { report.faults.append("at \(now): it does not verify, \(difference)") }
    }
}

extension DriveEvent {
    /// Whether the controls are looked at: what an input says before its report is kept until then.
    fileprivate var movesNumbers: Bool {
        guard case .input(let event) = self else { return true }
        guard case .report = event else { return false }
        return true
    }
}
