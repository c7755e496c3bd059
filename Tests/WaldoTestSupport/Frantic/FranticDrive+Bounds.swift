import WaldoCore
import WaldoSimulator
import WaldoTime

/// The faults of a drive, and what has to hold in it.
extension FranticDrive {
    static func options(_ length: TimeSpan, _ random: inout SeededGenerator) -> SimulationOptions {
        func faults(every seconds: ClosedRange<Int64>, most: Int64) -> [SimulatedLinkFault] {
            var found: [SimulatedLinkFault] = [], at = TimeSpan.zero
            while at < length {
                at += .milliseconds(
                    .random(in: (seconds.lowerBound * 1_000)...(seconds.upperBound * 1_000), using: &random))
                found.append(SimulatedLinkFault(at: at, for: .milliseconds(.random(in: 5...most, using: &random))))
            }
            return found
        }
        return SimulationOptions(
            seed: random.next(), losses: faults(every: 2...60, most: 5_000), stalls: faults(every: 1...40, most: 3_000))
    }

    /// How long the velocities of an arm may move on. Without frames it is the watchdog's time, or one of the short
    /// moves that its frames are; once the controls are released it is the zero's way, behind a call in flight and one
    /// that the link refused.
    static func bounds(_ arm: Arm, _ model: ArmModel) -> (unsent: FranticSilence, released: FranticSilence) {
        let tick: TimeSpan = .milliseconds(3), buffer = model.byteTime * model.buffer + FranticLink.latency
        var move = TimeSpan.zero, watchdog = TimeSpan.zero, deaf = TimeSpan.zero
        for (channel, behaviour) in zip(arm.channels, model.behaviours) {
            watchdog = max(watchdog, behaviour.watchdog ?? .zero)
            if case .frames(let steps, _, let takes) = behaviour.motion {
                move = max(move, takes * Int(steps.max() ?? 0))
            }
            if case .position(let takes, let delay) = behaviour.motion, behaviour.deaf == .moving {
                let range = arm.profiles[channel].range
                let whole = Double(range.high) - Double(range.low)
                deaf += delay + .microseconds(Int64(takes * whole.magnitude))
            }
        }
        let zero = FranticLink.latency + .milliseconds(60)
        // A deaf firmware hears what its buffer has after the moves under way: a move for each byte at most.
        let behind = buffer + deaf + move * model.buffer
        return (
            FranticSilence(
                "nothing is sent, or arrives", bound: watchdog + move + buffer + tick, most: watchdog + behind + tick),
            FranticSilence(
                "the slider is released or stopped", bound: zero + move + buffer + tick, most: zero + behind + tick)
        )
    }
}
