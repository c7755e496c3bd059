/// Reconstructs the state of the controls, which a recording does not contain, by running its steps through a state
/// machine.
public struct ControlTrace: Sendable {
    /// The state machine that runs the recorded steps.
    private(set) var stateMachine: DriveStateMachine
    /// Whether `controls` is consistent: not in the middle of an input's report.
    public private(set) var isWhole = true

    /// Creates a trace for the arm and the mapping of a recording.
    /// - Parameters:
    ///   - plays: whether it is the recording of a replay.
    ///   - isPlaced: whether the operator had confirmed where the arm was.
    public init(arm: Arm, mapping: Mapping, plays: Bool = false, isPlaced: Bool = false) {
        stateMachine = DriveStateMachine(arm: arm, mapping: mapping, plays: plays, isPlaced: isPlaced)
    }

    /// Runs the recording's next step.
    public mutating func follow(_ step: RecordedStep) {
        _ = stateMachine.step(step.event, at: step.at)
        isWhole =
            switch step.event {
            case .input(.axis), .input(.key): false
            default: true
            }
    }

    /// The state of the controls after the last step.
    public var controls: ControlSample {
        ControlSample(
            controls: stateMachine.mapping.places.map { control in
                let deflection = stateMachine.deflection(of: control)
                return ControlSample.State(
                    x: deflection.x, y: deflection.y, isTouched: stateMachine.isTouched(control),
                    gate: stateMachine.gateState(control))
            },
            isStopped: stateMachine.isStopped,
            numbers: PerChannel(
                stateMachine.arm.channels.map { stateMachine.number($0, at: stateMachine.time) }))
    }

    /// Whether the operator holds a channel's control.
    func isTouched(_ channel: Channel) -> Bool { stateMachine.encoder.state.channels[channel].isTouched }
}
