internal import WaldoBus
internal import WaldoCore
internal import WaldoLoop

extension BlueZSession {
    /// bluetoothd has its name on the bus before it has its adapters.
    private static let adapterGrace: Microseconds = .seconds(2)

    /// The adapter to use, once there is one.
    func adapter(_ wanted: String?) async throws(BlueZError) -> Adapter {
        _ = await wait(until: Monotonic.now() + Self.adapterGrace) {
            owner == nil || (try? Adapter.choose(wanted, among: tree.adapters)) != nil
        }
        guard owner != nil else { throw .notRunning }
        do throws(BlueZError) {
            return try Adapter.choose(wanted, among: tree.adapters)
        } catch .adapterOff(let name) {
            guard let block = Rfkill.block() else { throw .adapterOff(name) }
            throw .adapterBlocked(name, hard: block.hard)
        }
    }

    /// Starts listening for advertisements; with a service only those that offer it, as far as other clients allow.
    ///
    /// BlueZ tells of every advertisement of a device that it knows only while it filters: else it passes over those
    /// without a discoverable flag, and over signal strengths that are within 8 dBm of the last one. A filter by
    /// transport alone is one for 5.66, but since 5.67 none on an adapter that has no other transport. The empty
    /// pattern makes it one, and lets everything pass, also what another client's pattern would hide.
    func startDiscovery(_ adapter: Adapter, for service: BluetoothUUID?) async throws(BlueZError) {
        do throws(BusError) {
            try await call("SetDiscoveryFilter", BlueZNames.adapter, adapter.path) {
                var filter: [String: Value] = ["Transport": .string("le"), "Pattern": .string("")]
                if let service { filter["UUIDs"] = .strings([service.description]) }
                $0.append(.dictionary(filter))
            }
            forgetSeen()
            do throws(BusError) {
                try await call("StartDiscovery", BlueZNames.adapter, adapter.path)
            } catch .remote(name: "org.bluez.Error.InProgress", message: _) {}
        } catch {
            throw .from(error, doing: "scanning")
        }
    }

    /// Stops listening. That it did not go well is no loss: the connection tells.
    func stopDiscovery(_ adapter: Adapter) async {
        _ = try? await call("StopDiscovery", BlueZNames.adapter, adapter.path)
    }

    /// The devices of an adapter that were heard since discovery began, or are connected: those need not advertise, and
    /// may be called otherwise than they advertised.
    func present(at adapter: Adapter) -> [Device] {
        tree.devices.filter { $0.adapter == adapter.path && ($0.isConnected || tree.seen.contains($0.path)) }
    }

    /// Whether an adapter can still be used.
    func isUsable(_ adapter: Adapter) -> Bool { tree.adapters.first { $0.path == adapter.path }?.isPowered == true }
}
