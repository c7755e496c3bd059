import WaldoBus
import WaldoLoop
import WaldoTime

/// What bluetoothd was given for a peripheral on one adapter: the application with its services, and the advertisement.
@LoopActor
final class PeripheralRegistration {
    private static let registerTime: TimeSpan = .seconds(10)
    private static let unregisterTime: TimeSpan = .milliseconds(500)

    private let session: BlueZSession
    private var adapter: Adapter?

    init(_ session: BlueZSession) { self.session = session }

    /// Whether nothing is registered, nor being registered or taken back. Otherwise only `unregister` may end it:
    /// bluetoothd 5.66 crashes if an advertisement is withdrawn while it is being registered.
    var isNone: Bool { adapter == nil }

    /// Registers both on an adapter.
    /// - Throws: when bluetoothd refuses one of them; nothing is registered then.
    func register(on adapter: Adapter) async throws(BlueZError) {
        self.adapter = adapter
        do throws(BlueZError) {
            try await register("RegisterApplication", BlueZNames.gattManager, GattApplication.root, adapter)
            try await register("RegisterAdvertisement", BlueZNames.advertisingManager, Advertisement.path, adapter)
        } catch {
            await unregister()
            throw error
        }
    }

    /// Takes both back.
    func unregister() async {
        guard let adapter else { return }
        await unregister("UnregisterAdvertisement", BlueZNames.advertisingManager, Advertisement.path, adapter)
        await unregister("UnregisterApplication", BlueZNames.gattManager, GattApplication.root, adapter)
        self.adapter = nil
    }

    private func register(
        _ method: String, _ manager: String, _ path: String, _ adapter: Adapter
    ) async throws(BlueZError) {
        do throws(BusError) {
            try await session.call(method, manager, adapter.path, timeout: Self.registerTime) {
                $0.append(.objectPath(path))
                $0.append(.dictionary([:]))
            }
        } catch {
            throw .from(error, registeringOn: adapter.name, by: method)
        }
    }

    private func unregister(_ method: String, _ manager: String, _ path: String, _ adapter: Adapter) async {
        // Without an owner of its name the bus would start bluetoothd.
        guard session.owner != nil, session.tree.adapters.contains(where: { $0.path == adapter.path }) else { return }
        // What is not registered, or is so no more, needs no taking back.
        _ = try? await session.call(method, manager, adapter.path, timeout: Self.unregisterTime) {
            $0.append(.objectPath(path))
        }
    }
}
