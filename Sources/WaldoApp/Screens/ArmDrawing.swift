internal import WaldoCore
internal import WaldoLoop
internal import WaldoSimulator
internal import WaldoTeleop
internal import WaldoTime

/// Follows the commands of a drive, so that screens can draw the arm: where it is commanded to be and, of a simulated
/// one, where it is.
@LoopActor
final class ArmDrawing: DriveObserver {
    private var pose: CommandedPose
    private let reach: Double
    private let simulated: @LoopActor (Instant) -> SimulatedArm?

    /// Nil: the arm's file has no pose.
    /// - Parameter simulated: the simulated arm at a time; nil: it is not simulated.
    init?(_ arm: Arm, simulated: @escaping @LoopActor (Instant) -> SimulatedArm?) {
        guard let pose = CommandedPose(arm), let described = arm.pose else { return nil }
        self.pose = pose
        self.simulated = simulated
        reach = described.reach(of: arm)
    }

    func drive(_ drive: Drive, handled event: DriveEvent, step: Step) {}

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        guard outcome.isOnItsWay else { return }
        let stateMachine = drive.stateMachine, arm = stateMachine.arm
        guard arm.frame != nil, arm.profiles[command.channel].action == nil else {
            return pose.command(command.channel, command.value, at: stateMachine.time)
        }
        // One frame carries all channels.
        for channel in arm.moved { pose.command(channel, stateMachine.allWritten[channel], at: stateMachine.time) }
    }

    /// The arm at a time.
    func shown(at time: Instant) -> ArmShown {
        let simulated = simulated(time)
        return ArmShown(
            commanded: pose.chain(at: time), simulated: simulated?.chain(at: time) ?? [], isAssumed: pose.isAssumed,
            reach: reach, isMoving: simulated.map { $0.isMoving(at: time) || $0.waitingBytes > 0 } ?? false,
            deafFor: simulated?.deaf(at: time).map { $0 - time })
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
