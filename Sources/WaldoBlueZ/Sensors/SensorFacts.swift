public import WaldoCore

/// The properties of a link to a sensor that is up.
public struct SensorFacts: Equatable, Sendable {
    /// Whether the peripheral was connected before; it then stays connected at the end.
    public var wasConnected: Bool
    /// The characteristics of the sensor's file that are not heard.
    public var unheard: [BluetoothUUID]
    /// Messages for the operator: what is not heard, why, and what to do.
    public var events: [String]

    /// Facts with these values.
    public init(wasConnected: Bool = false, unheard: [BluetoothUUID] = [], events: [String] = []) {
        self.wasConnected = wasConnected
        self.unheard = unheard
        self.events = events
    }
}
