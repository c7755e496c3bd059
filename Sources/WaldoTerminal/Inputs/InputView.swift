public import WaldoCore

/// An input as it is watched: what it sends, and what a drive would make of it.
public struct InputView: Equatable, Sendable {
    /// One axis: what the kernel reports, and what becomes of it.
    public struct Axis: Equatable, Sendable {
        /// Its name as people call it: "right stick x"; empty: it has none but the kernel's.
        public var name: String
        /// The kernel's name: "ABS_RX".
        public var code: String
        /// Its number, and the range that the device declares.
        public var raw: Int32, minimum: Int32, maximum: Int32
        /// Where it rests, in its own units; nil: nothing reads it.
        public var rest: Double?
        /// The numbers that count as rest.
        public var deadZone: ClosedRange<Double>?
        /// What it contributes after dead zone, curve and snapping, -1...+1; nil: nothing reads it.
        public var result: Double?
        /// Why it moves nothing now: "let go"; empty: it is live.
        public var note = ""
        /// What it moves: "joystick x > zx"; empty: nothing.
        public var moves: String

        /// An axis that nothing reads.
        public init(_ name: String, _ code: String, raw: Int32, in range: (minimum: Int32, maximum: Int32)) {
            (self.name, self.code, self.raw) = (name, code, raw)
            (minimum, maximum) = range
            moves = ""
        }
    }

    /// One key or button.
    public struct Key: Equatable, Sendable {
        /// Its name as people call it, and the kernel's.
        public var name: String, code: String
        /// Whether it is down.
        public var isDown: Bool
        /// What it does: "stop"; empty: nothing.
        public var does: String

        /// Creates a key from its parts.
        public init(_ name: String, _ code: String, isDown: Bool, does: String) {
            (self.name, self.code, self.isDown, self.does) = (name, code, isDown, does)
        }
    }

    /// What a drive would do now.
    public enum State: Equatable, Sendable {
        /// No mapping is looked through: raw numbers alone, with what to do about it.
        case unmapped(String)
        /// The mapping cannot be used with this input, with the reason.
        case refused(String)
        /// The emergency stop is latched, with what ends it.
        case stopped(String)
        /// Some control is dead, with what opens it.
        case waiting(DashboardView.Gate)
        /// Every control is live, and none is held.
        case ready
        /// A control is held.
        case moving
        /// The device is lost, with the reason.
        case lost(String)
    }

    /// A channel's number as it would be sent.
    public struct Channel: Equatable, Sendable {
        /// Its name.
        public var name: String
        /// Its number.
        public var number: ChannelNumber

        /// Creates a channel from its name and number.
        public init(_ name: String, _ number: ChannelNumber) { (self.name, self.number) = (name, number) }
    }

    /// The device's own name, and its node.
    public var name: String, path: String
    /// The mapping's name; empty: none.
    public var mapping = ""
    /// The profile in force; empty: the mapping has none.
    public var profile = ""
    /// What a drive would do now.
    public var state = State.ready
    /// Its axes: those that a control reads come first.
    public var axes: [Axis] = []
    /// The mapping's keys, and behind them those that nothing reads and that were pressed.
    public var keys: [Key] = []
    /// The numbers that a drive would send.
    public var channels: [Channel] = []

    /// An input of which nothing is known yet.
    public init(name: String, path: String) { (self.name, self.path) = (name, path) }
}
