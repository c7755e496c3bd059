import CWaldoShims
import Glibc
public import WaldoLoop

/// Gets what is written to a simulated port.
@LoopActor
public protocol SimulatedPortDelegate: AnyObject {
    /// Somebody has written to the port.
    func port(received bytes: [UInt8])
}

/// A serial port that is none: a pseudo-terminal, at whose other end a simulated board reads and writes.
@LoopActor
public final class SimulatedPort {
    private static let longestRead = 4096

    /// The path that others open.
    public let path: String
    private let master: OwnedDescriptor
    /// Keeps the master from hanging up between two users of the port.
    private let slave: OwnedDescriptor
    private var watch: FileWatch?
    private weak var delegate: (any SimulatedPortDelegate)?

    /// Makes a port.
    /// - Throws: `SystemFailure` where the system has no pseudo-terminal left.
    public init(delegate: any SimulatedPortDelegate) throws(SystemFailure) {
        var name = [CChar](repeating: 0, count: 64), second: CInt = -1
        let number = waldo_pty_open(&name, UInt(name.count), &second)
        guard number >= 0 else { throw SystemFailure("open") }
        master = OwnedDescriptor(owning: number)
        slave = OwnedDescriptor(owning: second)
        path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.delegate = delegate
        watch = try FileWatch(number, for: .readable, priority: .link, of: self) { port, _ in port.read() }
    }

    /// Sends bytes to the program that has the port open. What does not fit is lost, as in an adapter.
    public func send(_ bytes: [UInt8]) { _ = write(master.number, bytes, bytes.count) }

    /// Removes the port.
    public func close() {
        watch?.cancel()
        watch = nil
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: Self.longestRead)
        let count = Glibc.read(master.number, &bytes, bytes.count)
        if count > 0 { delegate?.port(received: Array(bytes.prefix(count))) }
    }
}
