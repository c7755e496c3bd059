internal import WaldoBus
internal import WaldoCore
internal import WaldoLoop
internal import WaldoTime

extension BlueZSession {
    /// How long to wait for an adapter: bluetoothd owns its bus name before it exports its adapters.
    private static let adapterGrace: TimeSpan = .seconds(2)

    /// The adapter to use; waits a short time for one to appear.
    /// - Throws: `.notRunning`, `.noAdapter`, `.adapterOff` or `.adapterBlocked`.
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

    /// Starts listening for advertisements; with services only those that offer one of them, as far as other clients'
    /// filters allow.
    ///
    /// BlueZ reports every advertisement of a known device only while a filter is set. Without one it skips devices
    /// without a discoverable flag, and signal strengths within 8 dBm of the last one. A filter by transport alone
    /// counts as a filter up to 5.66, but since 5.67 not on an adapter that has no other transport. The empty pattern
    /// makes it one; it matches everything, even what another client's pattern would hide.
    func startDiscovery(_ adapter: Adapter, for services: [BluetoothUUID]) async throws(BlueZError) {
        do throws(BusError) {
            try await call("SetDiscoveryFilter", BlueZNames.adapter, adapter.path) {
                var filter: [String: Value] = ["Transport": .string("le"), "Pattern": .string("")]
                if !services.isEmpty { filter["UUIDs"] = .strings(services.map(\.description)) }
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

    /// Stops listening. A failure is ignored: connecting will show it.
    func stopDiscovery(_ adapter: Adapter) async {
        _ = try? await call("StopDiscovery", BlueZNames.adapter, adapter.path)
    }

    /// The devices of an adapter that were heard since discovery began, or are connected. Those need not advertise, and
    /// their name may differ from the advertised one.
    func present(at adapter: Adapter) -> [Device] {
        tree.devices.filter { $0.adapter == adapter.path && ($0.isConnected || tree.seen.contains($0.path)) }
    }

    /// Whether an adapter is still present and powered.
    func isUsable(_ adapter: Adapter) -> Bool { tree.adapters.first { $0.path == adapter.path }?.isPowered == true }
}
