/// How an arm is connected.
public enum ArmLink: Equatable, Sendable {
    /// Over Bluetooth LE.
    case bluetooth(LinkProfile)
    /// By a serial port.
    case serial(SerialProfile)

    /// The service and characteristics; nil: it is not connected over Bluetooth.
    public var bluetooth: LinkProfile? { if case .bluetooth(let profile) = self { profile } else { nil } }

    /// The port; nil: it is not connected by one.
    public var serial: SerialProfile? { if case .serial(let profile) = self { profile } else { nil } }

    /// Maximum bytes in one write.
    public var max: Int { bluetooth?.max ?? Frame.capacity }
}
