import WaldoBus
import WaldoLoop
import WaldoTime

/// The Bluetooth connection to a device: one that BlueZ made for this link, which must release it, or one that was
/// there.
@LoopActor
final class DeviceHold {
    private static let connectTime: TimeSpan = .seconds(20)
    /// BlueZ ends a connection two seconds after it was asked to.
    private static let dyingTime: TimeSpan = .milliseconds(2_500)

    private let session: BlueZSession
    private let sparesOthers: Bool
    /// The connection that BlueZ made for this link: the device's path, and how often that device had dropped before.
    private var ours: (path: String, drops: Int)?

    /// - Parameter sparesOthers: whether the link only listens, and never ends what another program has connected after
    ///   a loss.
    init(_ session: BlueZSession, sparesOthers: Bool = false) {
        self.session = session
        self.sparesOthers = sparesOthers
    }

    /// Whether BlueZ made the connection for this link.
    var isOurs: Bool { ours != nil }

    /// Whether the present connection of a device is the one that BlueZ made for this link.
    func holds(_ device: Device) -> Bool {
        ours.map { $0 == (device.path, session.tree.drops[device.path] ?? 0) } ?? false
    }

    /// Has BlueZ connect to the device, unless it is connected already.
    func connect(_ found: Device, isConnected: Bool, _ drops: Int) async throws(BlueZError) {
        if isConnected {
            if ours.map({ $0 != (found.path, drops) }) ?? false { ours = nil }
            return
        }
        // Set first, so that `release` also ends a connection that is still being made.
        ours = (found.path, drops)
        do throws(BlueZError) {
            if try await !call(found) { ours = nil }
        } catch {
            ours = nil
            throw error
        }
    }

    /// Has BlueZ connect to the device.
    /// - Returns: whether this call made the connection; false if the device was connected already.
    private func call(_ found: Device) async throws(BlueZError) -> Bool {
        do throws(BusError) {
            try await session.call("Connect", BlueZNames.device, found.path, timeout: Self.connectTime)
            return true
        } catch {
            switch ErrorMeaning(error) {
            case .done: return false
            // Another program, which may be a Waldo in a container, is connecting to it: that attempt goes on.
            case .busy: break
            default:
                session.send("Disconnect", BlueZNames.device, found.path)
                // Until it is reported, another attempt would take the dying link for one that is up.
                _ = await session.wait(until: Monotonic.now() + Self.dyingTime) {
                    session.tree.device(found.path)?.isConnected != true
                }
            }
            throw .from(error, settingUp: found.peripheral)
        }
    }

    /// Ends the connection if BlueZ made it for this link.
    func release(_ device: Device) {
        guard let ours, ours.path == device.path else { return }
        if sparesOthers, session.tree.drops[ours.path] ?? 0 != ours.drops { return }
        session.send("Disconnect", BlueZNames.device, device.path)
    }

    /// The connection has ended: a later one is not this link's until it makes one.
    func forget() { ours = nil }
}
