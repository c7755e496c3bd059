/// The controls at one moment.
public struct ControlSample: Equatable, Sendable {
    /// One control.
    public struct State: Equatable, Sendable {
        /// The live deflection: a slider's -1...+1, or a joystick's to the right.
        public var x: Double
        /// A joystick's live deflection upward; 0 for a slider.
        public var y: Double
        /// Whether the operator holds it.
        public var isTouched: Bool
        /// Whether it is live, and if not, why.
        public var gate: GateState
    }

    /// The controls, in the mapping's order.
    public var controls: [State]
    /// Whether an emergency stop is latched.
    public var isStopped: Bool
    /// Each channel's number in units of 10^-decimals, a velocity's or that of a held position.
    public var numbers: PerChannel<Int32>
}
