import Glibc
import WaldoLoop
import WaldoTime

/// Who reads a `GPSDConnection`, and may close it in any of these calls.
@LoopActor
protocol GPSDConnectionDelegate: AnyObject {
    /// Bytes came; they are valid during the call.
    func received(_ bytes: UnsafeRawBufferPointer, at time: Instant)
    /// It is read although who answers cannot be verified, for this reason.
    func isUnverified(_ reason: String)
    /// It could not be opened, has ended or is not read; `close` is still to be called.
    func ended(_ state: GPSDState)
}

/// One connection to gpsd, from connect(2) to its end. It asks for reports once it is open, and reads none before it is
/// known who sends them.
@LoopActor
final class GPSDConnection {
    private enum Stage { case connecting, asking, checking, reading }

    /// What starts gpsd's reports (gpsd_json(5)).
    private static let request: StaticString = "?WATCH={\"enable\":true,\"json\":true};\n"
    /// The most bytes that one turn of the loop reads.
    private static let share = 4_096

    private let socket: OwnedDescriptor
    private weak var delegate: (any GPSDConnectionDelegate)?
    private var buffer = [UInt8](repeating: 0, count: share)
    private var watch: FileWatch?
    private var stage = Stage.connecting

    /// Begins to connect.
    /// - Throws: what socket(2) or connect(2) refuse at once, such as ENETUNREACH.
    init(_ address: SocketAddress, delegate: any GPSDConnectionDelegate) throws(SystemFailure) {
        self.delegate = delegate
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        let number = Glibc.socket(address.isIPv6 ? AF_INET6 : AF_INET, kind, 0)
        guard number >= 0 else { throw SystemFailure("socket") }
        socket = OwnedDescriptor(owning: number)
        let result = address.withSocketAddress { Glibc.connect(number, $0, $1) }
        guard result == 0 || errno == EINPROGRESS else { throw SystemFailure("connect") }
        watch = try FileWatch(number, for: .writable, priority: .other, of: self) { connection, _ in
            connection.isReady()
        }
    }

    /// Ends the connection; the delegate hears no more.
    func close() {
        watch?.cancel()
        watch = nil
    }

    private func isReady() {
        switch stage {
        case .connecting: open()
        case .asking: check()
        case .checking: break
        case .reading: read()
        }
    }

    private func open() {
        var code: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        guard getsockopt(socket.number, SOL_SOCKET, SO_ERROR, &code, &size) == 0, code == 0 else {
            return end(away(code))
        }
        // A new connection's buffer has room for all of it.
        let count = Self.request.utf8CodeUnitCount
        guard send(socket.number, Self.request.utf8Start, count, CInt(MSG_NOSIGNAL)) == count else {
            return end(away(errno))
        }
        stage = .asking
        watch?.wait(for: .readable)
    }

    /// Asks who has sent the first bytes: by then it has accepted the connection, which makes its socket its user's.
    private func check() {
        guard let local = SocketEnd(of: socket.number, isRemote: false),
            let remote = SocketEnd(of: socket.number, isRemote: true)
        else { return end(.closed) }
        stage = .checking
        watch?.wait(for: [])
        do throws(SystemFailure) {
            try BackgroundThread.start(name: "waldo-gpsd") { [weak self] in
                let origin = GPSDOrigin.find(local, to: remote), refusal = origin.refusal
                Task { @LoopActor in self?.isFrom(origin, refusal) }
            }
        } catch { end(.away(error.reason)) }
    }

    private func isFrom(_ origin: GPSDOrigin, _ refusal: GPSDState?) {
        guard let watch else { return }
        if let refusal { return end(refusal) }
        // A peer that closes its end at once leaves bytes and no trace.
        guard isEstablished else { return end(.closed) }
        stage = .reading
        watch.wait(for: .readable)
        if case .unverified(let reason) = origin { delegate?.isUnverified(reason) }
    }

    /// Whether neither end was closed: the first byte of `tcp_info` is the state, and 1 is this one (tcp(7)).
    private var isEstablished: Bool {
        var state: UInt8 = 0, size = socklen_t(1)
        return getsockopt(socket.number, CInt(IPPROTO_TCP), TCP_INFO, &state, &size) == 0 && state == 1
    }

    private func read() {
        let count = buffer.withUnsafeMutableBytes { Glibc.read(socket.number, $0.baseAddress, $0.count) }
        if count > 0 {
            let time = Monotonic.now()
            return buffer.withUnsafeBytes {
                delegate?.received(UnsafeRawBufferPointer(rebasing: $0[..<count]), at: time)
            }
        }
        if count == 0 { return end(.closed) }
        if errno != EAGAIN && errno != EINTR { end(away(errno)) }
    }

    private func end(_ state: GPSDState) { delegate?.ended(state) }

    private func away(_ code: CInt) -> GPSDState { .away(String(cString: strerror(code))) }
}
