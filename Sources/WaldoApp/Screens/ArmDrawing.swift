import WaldoCore
import WaldoLoop
import WaldoSimulator
import WaldoTeleop
import WaldoTime

/// Follows the commands of a drive, so that screens can draw the arm: where it is commanded to be and, of a simulated
/// one, where it is.
@LoopActor
final class ArmDrawing: DriveObserver {
    /// Nil: the arm's file has no pose.
    @exclusivity(unchecked) private var pose: CommandedPose?
    private let reach: Double
    private let simulated: @LoopActor (Instant) -> SimulatedArm?

    /// - Parameter simulated: the simulated arm at a time; nil: it is not simulated.
    init(_ arm: Arm, simulated: @escaping @LoopActor (Instant) -> SimulatedArm?) {
        pose = CommandedPose(arm)
        self.simulated = simulated
        reach = arm.pose?.reach(of: arm) ?? 0
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        guard outcome.isSent else { return }
        drive.eachNumber(of: command) { pose?.command($0, $1, at: drive.time) }
    }

    /// The arm at a time; nil: nothing is known of where it is.
    func shown(at time: Instant) -> ArmShown? {
        let simulated = simulated(time)
        guard pose != nil || simulated != nil else { return nil }
        return ArmShown(
            commanded: pose?.chain(at: time) ?? [], simulated: simulated?.chain(at: time) ?? [],
            numbers: simulated?.positions(at: time), isAssumed: pose?.isAssumed ?? false, reach: reach,
            isMoving: simulated.map { $0.isMoving(at: time) || $0.waitingBytes > 0 } ?? false,
            deafFor: simulated?.deaf(at: time).map { $0 - time })
    }
}

extension SimulatedArm {
    /// Where its positions are, in units of 10^-decimals; nil for other channels.
    fileprivate func positions(at time: Instant) -> PerChannel<Int32?> {
        PerChannel(
            arm.channels.map { channel in
                guard arm.profiles[channel].mode == .position else { return nil }
                return Int32(number(channel, at: time).rounded())
            })
    }
}

extension ArmPose {
    /// How far from the base the chain reaches at most, in metres, without what velocities add.
    func reach(of arm: Arm) -> Double {
        joints.reduce(0) { sum, joint in
            guard joint.kind == .move else { return sum }
            switch joint.motion {
            case .fixed(let value): return sum + value.magnitude
            case .position(let channel, let zero, let unit):
                let range = arm.profiles[channel].range, step = unit / .ten(to: range.decimals)
                let ends = [range.low, range.high].map { ((Double($0) - Double(zero)) * step).magnitude }
                return sum + max(ends[0], ends[1])
            case .frames, .rate: return sum
            }
        }
    }
}
