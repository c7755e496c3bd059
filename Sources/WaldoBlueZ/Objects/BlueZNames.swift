/// BlueZ's names on the bus (BlueZ, doc/adapter-api.txt, device-api.txt, gatt-api.txt).
enum BlueZNames {
    static let service = "org.bluez"
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let gattService = "org.bluez.GattService1"
    static let characteristic = "org.bluez.GattCharacteristic1"
    static let gattManager = "org.bluez.GattManager1"
    static let advertisingManager = "org.bluez.LEAdvertisingManager1"
    static let advertisement = "org.bluez.LEAdvertisement1"
    static let objectManager = "org.freedesktop.DBus.ObjectManager"
    static let properties = "org.freedesktop.DBus.Properties"
    /// The path above all of BlueZ's objects.
    static let root = "/org/bluez"

    static let interfaces: Set<String> = [adapter, device, gattService, characteristic]
}
