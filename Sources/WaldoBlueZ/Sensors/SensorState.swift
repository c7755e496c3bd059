/// The state of the link to a sensor.
public enum SensorState: Equatable, Sendable {
    /// Waiting, for the reason given in words.
    case waiting(what: String)
    /// Scanning for the sensor's peripheral.
    case scanning
    /// Connecting to the peripheral, which was found or is known.
    case connecting(Peripheral)
    /// Its notifications come.
    case up(Peripheral, SensorFacts)
    /// The link was up and is lost; it is made again as soon as that is possible.
    case lost(reason: String)
}
