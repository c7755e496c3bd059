public import WaldoCore
internal import WaldoLoop
public import WaldoTime

extension SensorLink {
    /// Which peripheral is used.
    public enum Choice: Equatable, Sendable {
        /// The one that advertises the sensor's service; several in reach are an error.
        case advertised
        /// The one with this address (in upper or lower case) or name.
        case called(String)
        /// Only the one with this address, which was remembered under the sensor's name.
        case remembered(address: String, sensor: String)
    }

    /// What the operator requested.
    public struct Options: Sendable {
        /// Which peripheral is used.
        public var choice: Choice
        /// The adapter's name or address; nil takes the first that is powered.
        public var adapter: String?
        /// Whether to wait for what is missing at the start.
        public var wait: Bool
        /// How long to look for the peripheral at the start.
        public var patience: TimeSpan
        /// What is sent to it, with its characteristic; nil: nothing.
        public var says: Sensor.Words?

        /// Options with these values.
        public init(
            choice: Choice = .advertised, adapter: String? = nil, wait: Bool = false,
            patience: TimeSpan = .seconds(30), says: Sensor.Words? = nil
        ) {
            self.choice = choice
            self.adapter = adapter
            self.wait = wait
            self.patience = patience
            self.says = says
        }
    }

    /// What the link reports.
    public struct Events {
        /// The link's new state.
        public var state: @LoopActor (SensorState) -> Void
        /// After `.up`: nothing comes any more. The reason follows a moment later, as `.lost`.
        public var gone: @LoopActor () -> Void
        /// Between `.up` and `gone`: the sensor has sent bytes, on the characteristic with this place in its list.
        public var notified: @LoopActor (_ channel: Int, Notification) -> Void
        /// While scanning: the adapter's name, and the matching peripherals that it hears.
        public var heard: @LoopActor (String, [Peripheral]) -> Void
        /// It has failed for good; reported once, and nothing follows.
        public var failed: @LoopActor (BlueZError) -> Void

        /// Events with these handlers; those left out do nothing.
        public init(
            state: @escaping @LoopActor (SensorState) -> Void = { _ in },
            gone: @escaping @LoopActor () -> Void = {},
            notified: @escaping @LoopActor (Int, Notification) -> Void = { _, _ in },
            heard: @escaping @LoopActor (String, [Peripheral]) -> Void = { _, _ in },
            failed: @escaping @LoopActor (BlueZError) -> Void = { _ in }
        ) {
            self.state = state
            self.gone = gone
            self.notified = notified
            self.heard = heard
            self.failed = failed
        }
    }
}
