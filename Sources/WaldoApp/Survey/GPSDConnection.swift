internal import Glibc
internal import WaldoLoop
internal import WaldoTime

/// One connection to gpsd, from connect(2) to its end. It asks for reports once it is open.
@LoopActor
final class GPSDConnection {
    /// Callbacks of the connection. After either one it may have been closed.
    struct Events {
        /// Bytes came; they are valid during the call.
        var received: @LoopActor (UnsafeRawBufferPointer, Instant) -> Void
        /// It could not be opened, or has ended, for this reason; `close` is still to be called.
        var ended: @LoopActor (String) -> Void
    }

    /// What starts gpsd's reports (gpsd_json(5)).
    private static let request: StaticString = "?WATCH={\"enable\":true,\"json\":true};\n"
    /// The most bytes that one turn of the loop reads.
    private static let share = 4_096

    private let socket: OwnedDescriptor
    private let events: Events
    private var buffer = [UInt8](repeating: 0, count: share)
    private var watch: FileWatch?
    private var isOpen = false

    /// Begins to connect.
    /// - Throws: what socket(2) or connect(2) refuse at once, such as ENETUNREACH.
    init(_ address: SocketAddress, _ events: Events) throws(SystemFailure) {
        self.events = events
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let number = Glibc.socket(address.isIPv6 ? AF_INET6 : AF_INET, kind, 0)
        guard number >= 0 else { throw SystemFailure("socket") }
        socket = OwnedDescriptor(owning: number)
        let result = address.withSocketAddress { Glibc.connect(number, $0, $1) }
        guard result == 0 || errno == EINPROGRESS else { throw SystemFailure("connect") }
        watch = try FileWatch(number, for: .writable, priority: .other) { [weak self] _ in self?.isReady() }
    }

    /// Ends the connection; no callback follows.
    func close() {
        watch?.cancel()
        watch = nil
    }

    private func isReady() {
        if isOpen { read() } else { open() }
    }

    private func open() {
        var code: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        guard getsockopt(socket.number, SOL_SOCKET, SO_ERROR, &code, &size) == 0, code == 0 else {
            return events.ended(reason(code))
        }
        // A new connection's buffer has room for all of it.
        let count = Self.request.utf8CodeUnitCount
        guard send(socket.number, Self.request.utf8Start, count, CInt(MSG_NOSIGNAL)) == count else {
            return events.ended(reason(errno))
        }
        isOpen = true
        watch?.wait(for: .readable)
    }

    private func read() {
        let count = buffer.withUnsafeMutableBytes { Glibc.read(socket.number, $0.baseAddress, $0.count) }
        if count > 0 {
            let time = Monotonic.now()
            return buffer.withUnsafeBytes { events.received(UnsafeRawBufferPointer(rebasing: $0[..<count]), time) }
        }
        if count == 0 { return events.ended("it has closed the connection") }
        if errno != EAGAIN && errno != EINTR { events.ended(reason(errno)) }
    }

    private func reason(_ code: CInt) -> String { String(cString: strerror(code)) }
}
