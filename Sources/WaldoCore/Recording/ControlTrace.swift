/// How the controls stood: what a recording does not say, and what its steps tell a state machine.
public struct ControlTrace: Sendable {
    /// The state machine that takes the recorded steps.
    private(set) var stateMachine: DriveStateMachine
    /// Whether the controls are to be looked at: not in the middle of an input's report.
    public private(set) var isWhole = true

    /// A trace by the arm and the mapping of a recording.
    /// - Parameters:
    ///   - plays: whether it is the recording of a replay.
    ///   - isPlaced: whether the operator had said where the arm stood.
    public init(arm: Arm, mapping: Mapping, plays: Bool = false, isPlaced: Bool = false) {
        stateMachine = DriveStateMachine(arm: arm, mapping: mapping, plays: plays, isPlaced: isPlaced)
    }

    /// Takes the recording's next step.
    public mutating func take(_ step: RecordedStep) {
        _ = stateMachine.step(step.event, at: step.at)
        isWhole =
            switch step.event {
            case .input(.axis), .input(.key): false
            default: true
            }
    }

    /// How the controls stand after the last step.
    public var controls: ControlSample {
        func number(_ channel: Channel) -> Int32? {
            stateMachine.arm.channels[channel] == nil ? nil : stateMachine.number(channel, at: stateMachine.time)
        }
        return ControlSample(
            slider: stateMachine.sliderDeflection, joystick: JoystickSample(stateMachine.joystickDeflection),
            sliderIsTouched: stateMachine.slider.isTouched, joystickIsTouched: stateMachine.joystick.isTouched,
            sliderGate: stateMachine.gateState(.slider), joystickGate: stateMachine.gateState(.joystick),
            isStopped: stateMachine.isStopped,
            numbers: PerChannel(slider: number(.slider), zx: number(.zx), zy: number(.zy)))
    }

    /// Whether the operator holds a channel's control.
    func isTouched(_ channel: Channel) -> Bool { stateMachine.encoder.state.channels[channel].isTouched }
}
