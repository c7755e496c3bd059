public import WaldoTime

/// What a hand at the pad feels of the drive.
public enum Rumble: UInt8, CaseIterable, Sendable {
    /// An emergency stop was latched.
    case stop
    /// Every velocity went to zero, without a latch.
    case halt
    /// An emergency stop was ended.
    case resume

    /// Pulses of the pad's two motors. Each has an end of its own, so that no motor runs on without the program.
    public struct Pattern: Equatable, Sendable {
        /// The part of full strength of the strong motor, which is slow, and of the weak one, which is fast: 0...1.
        public var strong: Double, weak: Double
        /// How long a pulse is, and how long the rest before it.
        public var length: TimeSpan, rest: TimeSpan
        /// How many there are.
        public var pulses: Int

        /// How long all of it takes.
        public var duration: TimeSpan { (length + rest) * pulses }
    }

    /// Stop: two strong pulses of both motors. Halt: a short one of both. Resume: a light one of the weak motor.
    public var pattern: Pattern {
        switch self {
        case .stop:
            Pattern(strong: 1, weak: 1, length: .milliseconds(220), rest: .milliseconds(100), pulses: 2)
        case .halt:
            Pattern(strong: 0.7, weak: 0.5, length: .milliseconds(150), rest: .zero, pulses: 1)
        case .resume:
            Pattern(strong: 0, weak: 0.5, length: .milliseconds(100), rest: .zero, pulses: 1)
        }
    }
}
