import WaldoBus
import WaldoLoop
import WaldoTime

/// What is there of Bluetooth: bus, bluetoothd, adapters. Looking connects to nothing and scans for nothing.
public struct BlueZFacts: Equatable, Sendable {
    /// An adapter, as bluetoothd states it.
    public struct Adapter: Equatable, Sendable {
        /// Its name, such as hci0, and its address.
        public var name: String, address: String
        /// Whether it is switched on, and whether it has Low Energy.
        public var isPowered: Bool, hasLowEnergy: Bool

        /// An adapter with these values.
        public init(name: String, address: String, isPowered: Bool, hasLowEnergy: Bool = true) {
            self.name = name
            self.address = address
            self.isPowered = isPowered
            self.hasLowEnergy = hasLowEnergy
        }
    }

    /// How the kernel has blocked a Bluetooth radio.
    public enum Block: Sendable {
        /// By software, or by a switch of the machine.
        case soft, hard
    }

    /// Why bluetoothd's objects are not known; nil: they are.
    public var failure: BlueZError?
    /// Its adapters.
    public var adapters: [Adapter]
    /// The addresses of the devices that it knows.
    public var devices: [String]
    /// Those of them whose write socket a program has.
    public var acquired: [String]
    /// Its version, such as 5.66; nil: it states none.
    public var version: BlueZVersion?
    /// How a radio is blocked; nil: none is.
    public var block: Block?

    /// Facts with these values.
    public init(
        failure: BlueZError? = nil, adapters: [Adapter] = [], devices: [String] = [], acquired: [String] = [],
        version: BlueZVersion? = nil, block: Block? = nil
    ) {
        self.failure = failure
        self.adapters = adapters
        self.devices = devices
        self.acquired = acquired
        self.version = version
        self.block = block
    }

    /// Looks. Each call that bluetoothd or the bus leaves unanswered takes five seconds at most, and is the last one.
    /// - Parameter bus: the message bus's address; nil for the system's.
    @LoopActor
    public static func gather(bus: String? = nil) async -> BlueZFacts {
        var facts = BlueZFacts(block: Rfkill.block().map { $0.hard ? .hard : .soft })
        let session = BlueZSession(bus: bus)
        defer { session.close() }
        do throws(BlueZError) {
            try await session.refresh()
            // bluetoothd has its name before its adapters.
            _ = try? await session.adapter(nil)
            guard session.owner != nil else { throw .notRunning }
            facts.adapters = session.tree.adapters.map {
                Adapter(
                    name: $0.name, address: $0.address, isPowered: $0.isPowered, hasLowEnergy: $0.hasLowEnergy)
            }
            facts.devices = session.tree.devices.map(\.address)
            facts.acquired = session.tree.acquired
            facts.version = session.tree.adapters.lazy.compactMap { BlueZVersion(modalias: $0.modalias) }.first
        } catch {
            facts.failure = error
            // A bus that hangs is none of bluetoothd.
            if case .unanswered(let call) = error, !session.hasBus {
                facts.failure = .noBus(BusError.timedOut(call: call).description)
            }
        }
        return facts
    }

    /// The adapter that would be used.
    /// - Parameter wanted: its name or address; nil: the first that is powered.
    /// - Throws: `.noAdapter`, `.adapterOff` or `.adapterBlocked`, as a drive does.
    public func adapter(_ wanted: String?) throws(BlueZError) -> Adapter {
        do throws(BlueZError) {
            let chosen = try WaldoBlueZ.Adapter.choose(wanted, among: adapters.map(WaldoBlueZ.Adapter.init))
            guard chosen.hasLowEnergy else { throw .noLowEnergy(chosen.name) }
            return Adapter(name: chosen.name, address: chosen.address, isPowered: chosen.isPowered)
        } catch .adapterOff(let name) {
            guard let block else { throw .adapterOff(name) }
            throw .adapterBlocked(name, hard: block == .hard)
        }
    }
}

extension Adapter {
    fileprivate init(_ facts: BlueZFacts.Adapter) {
        self.init(
            "\(BlueZNames.root)/\(facts.name)",
            [
                "Address": .string(facts.address), "Powered": .bool(facts.isPowered),
                "Roles": .strings(facts.hasLowEnergy ? ["central", "peripheral"] : []),
            ])
    }
}
