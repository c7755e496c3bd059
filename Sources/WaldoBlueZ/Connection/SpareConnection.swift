import WaldoBus
import WaldoLoop

/// A second connection to the bus, on which failsafe frames alone are sent: also by a signal handler or the watchdog's
/// thread, at any time until the frames' slot is closed.
@LoopActor
final class SpareConnection {
    private let bus: BusConnection
    private let socket: OwnedDescriptor

    /// - Throws: `SystemFailure`, where the process has no descriptor left.
    init(_ bus: BusConnection) throws(SystemFailure) {
        self.bus = bus
        socket = try bus.duplicateSocket()
    }

    /// What frames are written to; it is closed when this object is released, whatever becomes of the bus.
    var descriptor: CInt { socket.number }

    /// Whether the bus is still there.
    var isOpen: Bool { bus.isOpen }

    /// Bytes that the bus has not read yet.
    var unreadBytes: Int { socket.unsentBytes }

    /// Calls `body` once, when the bus has gone.
    func whenGone(_ body: @escaping @LoopActor () -> Void) { bus.onDisconnect = body }

    func close() { bus.close() }
}
