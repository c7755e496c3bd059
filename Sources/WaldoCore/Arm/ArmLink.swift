/// How an arm is connected. What depends on the kind of link switches over it, so that another kind does not compile
/// until each of them has decided.
public enum ArmLink: Equatable, Sendable {
    /// Over Bluetooth LE.
    case bluetooth(BluetoothProfile)
    /// By a serial port.
    case serial(SerialProfile)

    /// The service and characteristics; nil: it is not connected over Bluetooth.
    public var bluetooth: BluetoothProfile? { if case .bluetooth(let profile) = self { profile } else { nil } }

    /// The port; nil: it is not connected by one.
    public var serial: SerialProfile? { if case .serial(let profile) = self { profile } else { nil } }

    /// Maximum bytes in one write.
    public var max: Int {
        switch self {
        case .bluetooth(let profile): profile.max
        case .serial: Frame.capacity
        }
    }

    /// Whether the arm can send bytes back.
    public var isAnswered: Bool {
        switch self {
        case .bluetooth(let profile): profile.notify != nil
        case .serial: true
        }
    }
}
