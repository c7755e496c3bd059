/// Reconstructs the state of the controls, which a recording does not contain, by running its steps through a state
/// machine.
public struct ControlTrace: Sendable {
    /// The state machine that runs the recorded steps.
    private(set) var stateMachine: DriveStateMachine
    /// Whether `controls` is consistent: not in the middle of an input's report.
    public private(set) var isWhole = true

    /// Creates a trace for the arm and the mapping of a recording.
    /// - Parameters:
    ///   - isPlayed: whether it is the recording of a replay.
    ///   - startIsConfirmed: whether the operator had confirmed where the arm was.
    ///   - rules: those of the recording.
    public init(
        arm: Arm, mapping: Mapping, isPlayed: Bool = false, startIsConfirmed: Bool = false, rules: DriveRules = .present
    ) {
        stateMachine = DriveStateMachine(
            arm: arm, mapping: mapping, isPlayed: isPlayed, startIsConfirmed: startIsConfirmed, rules: rules)
    }

    /// Runs the recording's next step.
    public mutating func follow(_ step: RecordedStep) {
        _ = stateMachine.step(step.event, at: step.at)
        isWhole = step.event.isWhole
    }

    /// The state of the controls after the last step.
    public var controls: ControlSample { stateMachine.controlSample }

    /// Whether the operator holds a channel's control.
    func isTouched(_ channel: Channel) -> Bool { stateMachine.encoder.state.channels[channel].isTouched }
}

extension DriveStateMachine {
    /// The state of the controls.
    public var controlSample: ControlSample {
        ControlSample(
            controls: mapping.allControls.map { control in
                let deflection = deflection(of: control)
                return ControlSample.State(
                    x: deflection.x, y: deflection.y, isTouched: isTouched(control), gate: gateState(control))
            },
            isStopped: isStopped, numbers: PerChannel(arm.channels.map { number($0, at: time) }))
    }
}

extension DriveEvent {
    /// Whether the state of the controls is consistent after it: not in the middle of an input's report.
    public var isWhole: Bool {
        switch self {
        case .input(.axis), .input(.key): false
        case .input(.report), .inputAdded, .inputLost, .inputSilent, .inputHeard, .inputResynced, .finger, .deadline,
            .link, .operator, .halt, .played, .replayed, .reported, .unreported, .answered, .sensor, .shutdown:
            true
        }
    }
}
