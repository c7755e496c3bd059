import WaldoCore
import WaldoTime

/// What goes wrong in a proved drive.
extension ProofTrial {
    /// Something goes wrong.
    mutating func fail(_ fault: ProofFault) {
        let length = fault.lengths.map { TimeSpan.microseconds(.random(in: $0.microseconds, using: &random)) }
        let until = length.map { now + $0 } ?? .never
        drive.recorder?.failed(fault, at: now)
        happened.append(Happening(fault: fault, at: now, until: until))
        if watch.since == nil {
            watch.begin(at: now, hand: simulation.arm.hand(at: now))
            haltsBefore = drive.halts
            look()
        }
        switch fault {
        case .handsOff: for event in hand.letGo() { take(event) }
        case .stop: take(.operator(.stop))
        case .padLost: take(.inputLost)
        case .padSilent: take(.inputSilent)
        case .ended: take(.shutdown)
        case .linkLost:
            drive.lossNoticed = now + .milliseconds(.random(in: 0...2_000, using: &random))
            comesBack = until
        case .linkStalled, .unanswered: break
        case .hung: stick(until, failsafe: drive.deadline.map { $0 + DriveStateMachine.maxLateness })
        case .asleep:
            stick(until, failsafe: nil)
            hasSlept = true
        case .killed: die()
        case .crashed:
            if case .running = program { _ = drive.sendFailsafe(at: now) }
            die()
        }
    }

    private mutating func stick(_ until: Instant, failsafe: Instant?) {
        guard case .running = program else { return }
        program = .stuck(until: until, failsafe: failsafe)
    }

    private mutating func die() {
        program = .dead
        drive.die()
    }

    /// Whether what the board sends is lost.
    var isMute: Bool { happened.contains { $0.fault == .unanswered && $0.at <= now && now < $0.until } }

    /// What the radio does by the faults that last.
    var radio: SimulatedLinkFaults.Condition {
        var condition = SimulatedLinkFaults.Condition.up
        for one in happened where one.at <= now && now < one.until {
            if one.fault == .linkLost { return .down }
            if one.fault == .linkStalled { condition = .stalled }
        }
        return condition
    }
}

extension ClosedRange<TimeSpan> {
    fileprivate var microseconds: ClosedRange<Int64> { lowerBound.microseconds...upperBound.microseconds }
}
