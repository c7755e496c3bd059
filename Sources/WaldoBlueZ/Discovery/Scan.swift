import WaldoBus
import WaldoCore
import WaldoLoop
import WaldoTime

/// A scan that goes on: it is started again when it ends beneath this program, or when it hears nothing.
@LoopActor
final class Scan {
    private let session: BlueZSession
    private let adapter: Adapter
    private let services: [BluetoothUUID]
    private let patience: TimeSpan
    private let troubled: @LoopActor (String?) -> Void
    private var watch: ScanWatch
    /// Whether the operator was told that no scan runs.
    private(set) var isTold = false
    /// Why BlueZ does not scan; nil: it does, as far as is known.
    private var refusal: BusError?
    /// Since when neither start nor stop is taken; nil: they are.
    private var stuckSince: Instant?

    /// - Parameters:
    ///   - services: only devices that offer one of them are listened for; none: all.
    ///   - patience: how long neither start nor stop may be taken, until another connection to the bus is made.
    ///   - troubled: called once in each time in which no scan runs, with what the operator is to be told, and with nil
    ///     when one runs again.
    init(
        _ session: BlueZSession, _ adapter: Adapter, for services: [BluetoothUUID],
        patience: TimeSpan = ScanWatch.patience, troubled: @escaping @LoopActor (String?) -> Void
    ) {
        self.session = session
        self.adapter = adapter
        self.services = services
        self.patience = patience
        self.troubled = troubled
        watch = ScanWatch(at: Monotonic.now())
    }

    /// Starts it.
    /// - Throws: what cannot pass; what can is tried again by `tend`.
    func begin() async throws(BlueZError) {
        session.forgetSeen()
        try await start()
    }

    /// Starts it again where that is due.
    func tend() async throws(BlueZError) {
        let now = Monotonic.now()
        let isRunning = session.tree.adapters.first { $0.path == adapter.path }?.isDiscovering == true
        if watch.check(isRunning: isRunning, heardAt: session.heardLast[adapter.path], at: now) == .restart {
            _ = await stop()
            try await start()
        }
        guard let complaint = watch.complaint(at: Monotonic.now()) else {
            if isTold { troubled(nil) }
            return isTold = false
        }
        if !isTold { troubled("\(complaint): \(Self.remedy)") }
        isTold = true
    }

    /// Why BlueZ does not scan; nil: it does, as far as is known.
    var failure: BlueZError? { refusal.map { .from($0, doing: "to scan") } }

    /// When `tend` is to be called again, at the latest.
    var nextCheck: Instant {
        guard !isTold, let complaintAt = watch.complaintAt else { return watch.nextCheck }
        return min(watch.nextCheck, complaintAt)
    }

    /// Ends it. A failure is ignored: connecting will show it.
    func end() async { _ = await stop() }

    private static let remedy = "switch Bluetooth off and on (bluetoothctl power off, then power on)"

    private func start() async throws(BlueZError) {
        let failure: BusError?
        do throws(BusError) {
            try await setFilter()
            failure = try await startDiscovery()
        } catch { failure = error }
        refusal = failure
        guard let failure else { return watch.started(at: Monotonic.now()) }
        switch ErrorMeaning(failure) {
        case .busy, .unanswered, .ended, .notReady:
            watch.failed(Self.words(failure), at: Monotonic.now())
            guard let since = stuckSince, Monotonic.now() - since >= patience else { return }
            // Up to 5.54 a start that has failed blocks this connection to the bus for good.
            stuckSince = nil
            session.leaveBus()
            try await session.refresh()
            // The pauses belong to the connection that was given up.
            try await start()
        default: throw .from(failure, doing: "to scan")
        }
    }

    /// Starts discovery. Where BlueZ says that it is in progress, the session of this connection to the bus is ended
    /// first: it may be one that hears nothing.
    /// - Returns: nil, or why it is not started; that can pass.
    private func startDiscovery() async throws(BusError) -> BusError? {
        do throws(BusError) {
            try await session.call("StartDiscovery", BlueZNames.adapter, adapter.path)
            stuckSince = nil
            return nil
        } catch {
            guard ErrorMeaning(error) == .busy else { throw error }
            guard await stop() else {
                stuckSince = stuckSince ?? Monotonic.now()
                return error
            }
            stuckSince = nil
            try await session.call("StartDiscovery", BlueZNames.adapter, adapter.path)
            return nil
        }
    }

    /// - Returns: whether there was something to stop, and it was.
    private func stop() async -> Bool {
        (try? await session.call("StopDiscovery", BlueZNames.adapter, adapter.path)) != nil
    }

    /// BlueZ reports every advertisement of a known device only while a filter is set. Without one it skips devices
    /// without a discoverable flag, and signal strengths within 8 dBm of the last one. A filter by transport alone
    /// counts as a filter up to 5.66, but since 5.67 not on an adapter that has no other transport. The empty pattern
    /// makes it one; it matches everything, even what another client's pattern would hide. Up to 5.53 it is not known,
    /// and refused.
    private func setFilter() async throws(BusError) {
        var filter: [String: Value] = ["Transport": .string("le"), "Pattern": .string("")]
        if !services.isEmpty { filter["UUIDs"] = .strings(services.map(\.description)) }
        do throws(BusError) {
            try await set(filter)
        } catch {
            switch ErrorMeaning(error) {
            case .invalid:
                filter["Pattern"] = nil
                try await set(filter)
            // A kernel that is too old for filters.
            case .notSupported: return
            default: throw error
            }
        }
    }

    private func set(_ filter: [String: Value]) async throws(BusError) {
        try await session.call("SetDiscoveryFilter", BlueZNames.adapter, adapter.path) {
            $0.append(.dictionary(filter))
        }
    }

    private static func words(_ failure: BusError) -> String {
        switch failure {
        case .remote(let name, let message):
            "BlueZ says “\(SafeText.escaped(message.isEmpty ? name : message, upTo: 200))”"
        default: failure.description
        }
    }
}
