import WaldoBus
import WaldoLoop
import WaldoTime

/// Waits for the characteristics of a connected device, which BlueZ announces one by one. Remembers across connections
/// what it learned about the device.
@LoopActor
final class ServiceDiscovery {
    /// How much of what a link needs has been announced.
    enum Extent {
        case nothing
        /// All that is required, but not all that is wished for.
        case enough
        case all
    }

    /// ServicesResolved may arrive before the objects do.
    private static let objectsAfterResolved: TimeSpan = .seconds(2)

    private let session: BlueZSession
    private let cache: DeviceCache
    private let resolveTime: TimeSpan
    /// The device's services are complete, and lack some of what is wished for.
    private var lacksSome = false

    /// - Parameter resolveTime: how long BlueZ may take: long over a poor link, when the device is not in its cache.
    init(_ session: BlueZSession, _ cache: DeviceCache, resolveTime: TimeSpan = .seconds(35)) {
        self.session = session
        self.cache = cache
        self.resolveTime = resolveTime
    }

    /// Waits until all has been announced, or enough and no more is to come.
    /// - Parameters:
    ///   - isOurs: whether BlueZ has made the connection for this link, which then ends it when nothing comes.
    ///   - extent: how much is there.
    ///   - lacking: the error that names what is needed and not there.
    func wait(
        _ found: Device, _ drops: Int, isOurs: Bool, for extent: () -> Extent, lacking: () -> BlueZError
    ) async throws(BlueZError) {
        func isResolved() -> Bool { session.tree.device(found.path)?.servicesResolved == true }
        func hasCome() -> Bool {
            if session.hasDropped(found, drops) { return true }
            return switch extent() {
            case .nothing: false
            case .enough: lacksSome && isResolved()
            case .all: true
            }
        }
        _ = await session.wait(until: Monotonic.now() + resolveTime) { hasCome() || isResolved() }
        if isResolved() { _ = await session.wait(until: Monotonic.now() + Self.objectsAfterResolved, for: hasCome) }
        let extent = extent()
        // Objects of a connection that has ended may still be listed.
        if !session.hasDropped(found, drops), extent != .nothing {
            // What did not come once is not waited for at later connections.
            lacksSome = extent != .all
            return
        }
        guard !session.hasDropped(found, drops), isResolved() else {
            if isOurs { session.send("Disconnect", BlueZNames.device, found.path) }
            throw .connection(found.peripheral, reason: "its services did not come")
        }
        guard isOurs, let device = session.tree.device(found.path), cache.mayForget(device) else { throw lacking() }
        await cache.forget(device)
        throw .connection(found.peripheral, reason: "what BlueZ remembered of it was stale")
    }
}
