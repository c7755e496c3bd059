import WaldoBus
import WaldoLoop

/// What BlueZ remembers of a link's device: it can be older than the device's firmware. It is forgotten once for each
/// link, and never with a bond.
@LoopActor
final class DeviceCache {
    private let session: BlueZSession
    private var wasForgotten = false

    init(_ session: BlueZSession) { self.session = session }

    /// Whether BlueZ may be told to forget the device.
    func mayForget(_ device: Device) -> Bool { !wasForgotten && !device.isPaired && !device.isBonded }

    /// Has BlueZ forget the device, which ends its connection.
    func forget(_ device: Device) async {
        wasForgotten = true
        _ = try? await session.call("RemoveDevice", BlueZNames.adapter, device.adapter) {
            $0.append(.objectPath(device.path))
        }
    }
}
