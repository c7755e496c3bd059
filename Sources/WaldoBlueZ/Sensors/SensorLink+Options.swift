public import WaldoCore
public import WaldoLoop
public import WaldoSurvey
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
        public var says: Sensor.Commands?

        /// Options with these values.
        public init(
            choice: Choice = .advertised, adapter: String? = nil, wait: Bool = false,
            patience: TimeSpan = .seconds(30), says: Sensor.Commands? = nil
        ) {
            self.choice = choice
            self.adapter = adapter
            self.wait = wait
            self.patience = patience
            self.says = says
        }
    }

    /// What the link reports.
    public enum Report: Sendable {
        /// The link's new state.
        case state(LinkState<SensorFacts>)
        /// After `.up`: nothing comes any more. The reason follows a moment later, as `.lost`.
        case gone
        /// Between `.up` and `gone`: the sensor has sent bytes, on the characteristic with this place in its list.
        case notified(channel: Int, Notification)
        /// While scanning: the adapter's name, and the matching peripherals that it hears.
        case heard(adapter: String, [Peripheral])
        /// It has failed for good; reported once, and nothing follows.
        case failed(BlueZError)
    }
}

/// Gets what a link to a sensor reports.
@LoopActor
public protocol SensorLinkDelegate: AnyObject {
    /// Something has happened.
    func link(_ link: SensorLink, didReport report: SensorLink.Report)
}
