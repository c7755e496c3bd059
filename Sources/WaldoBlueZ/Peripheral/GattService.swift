public import WaldoCore

/// A GATT service that this machine offers.
public struct GattService: Equatable, Sendable {
    /// The service.
    public var uuid: BluetoothUUID
    /// Its characteristics, in the order of their handles.
    public var characteristics: [GattCharacteristic]

    /// Creates a service.
    public init(_ uuid: BluetoothUUID, _ characteristics: [GattCharacteristic]) {
        self.uuid = uuid
        self.characteristics = characteristics
    }
}
