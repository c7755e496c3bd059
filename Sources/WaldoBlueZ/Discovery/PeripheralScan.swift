import WaldoBus
public import WaldoCore
public import WaldoLoop
public import WaldoTime

/// Lists the devices heard on the air, for `waldo scan`.
@LoopActor
public enum PeripheralScan {
    /// A device that was heard or is connected.
    public struct Heard: Equatable, Sendable {
        /// Its name, address and signal strength.
        public var peripheral: Peripheral
        /// The services that it advertises.
        public var services: [BluetoothUUID]
        /// Whether this machine is connected to it.
        public var isConnected: Bool

        /// A device with these values.
        public init(peripheral: Peripheral, services: [BluetoothUUID], isConnected: Bool) {
            self.peripheral = peripheral
            self.services = services
            self.isConnected = isConnected
        }
    }

    /// Scans, and reports each device when it is first heard and when its name or services change.
    /// - Parameters:
    ///   - services: reports only devices that offer one of them; none reports all.
    ///   - adapter: the adapter's name or address; nil takes the first that is powered.
    ///   - span: how long to scan.
    ///   - bus: the message bus's address; nil for the system's.
    ///   - heard: called with each device.
    ///   - troubled: called with what the operator is to be told, when no scan runs for ten seconds.
    ///   - began: called once the adapter listens.
    ///   - mayGoOn: asked four times a second, with the addresses of all devices that BlueZ knows, and of those whose
    ///     write socket a program has; the scan ends early once it is false.
    /// - Returns: all devices that were heard or are connected, in the order in which they were found.
    /// - Throws: when the bus, bluetoothd or the adapter is missing or off, or BlueZ refuses to scan.
    @discardableResult
    public static func run(
        services: [BluetoothUUID] = [], adapter: String? = nil, lasting span: TimeSpan, bus: String? = nil,
        heard: @LoopActor (Heard) -> Void = { _ in },
        troubled: @escaping @LoopActor (String) -> Void = { _ in },
        began: @LoopActor () -> Void = {},
        mayGoOn: @LoopActor (_ devices: [String], _ acquired: [String]) -> Bool = { _, _ in true }
    ) async throws(BlueZError) -> [Heard] {
        let session = BlueZSession(bus: bus)
        defer { session.close() }
        try await session.refresh()
        let adapter = try await session.adapter(adapter)
        let scan = Scan(session, adapter, for: services) { if let what = $0 { troubled(what) } }
        try await scan.begin()
        began()
        let end = Monotonic.now() + span
        var known: [String: Heard] = [:]
        var order: [String] = []
        while Monotonic.now() < end, session.isUsable(adapter),
            mayGoOn(session.tree.devices.map(\.address), session.tree.acquired)
        {
            try await scan.tend()
            for device in session.present(at: adapter) {
                guard services.isEmpty || device.services.contains(where: services.contains) else { continue }
                let now = Heard(
                    peripheral: device.peripheral, services: device.services, isConnected: device.isConnected)
                let before = known[device.path]
                known[device.path] = now
                if before == nil { order.append(device.path) }
                if before?.peripheral.name != now.peripheral.name || before?.services != now.services { heard(now) }
            }
            await session.changes.wait(until: min(end, Monotonic.now() + .milliseconds(250)))
        }
        await scan.end()
        if order.isEmpty, let failure = scan.failure { throw failure }
        return order.compactMap { known[$0] }
    }
}
