import WaldoLoop
import WaldoTime

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
            let adapter = try Adapter.choose(wanted, among: tree.adapters)
            guard adapter.hasLowEnergy else { throw .noLowEnergy(adapter.name) }
            return adapter
        } catch .adapterOff(let name) {
            guard let block = Rfkill.block(in: radios) else { throw .adapterOff(name) }
            throw .adapterBlocked(name, hard: block.hard)
        }
    }

    /// The devices of an adapter that were heard since discovery began, or are connected. Those need not advertise, and
    /// their name may differ from the advertised one.
    func present(at adapter: Adapter) -> [Device] {
        tree.devices.filter { $0.adapter == adapter.path && ($0.isConnected || tree.seen.contains($0.path)) }
    }

    /// Whether an adapter is still present and powered.
    func isUsable(_ adapter: Adapter) -> Bool { tree.adapters.first { $0.path == adapter.path }?.isPowered == true }
}
