import Glibc
import Synchronization
import WaldoLoop
import WaldoTestSupport

/// The shield's end of the write socket, or of a serial port: reads and timestamps each record on arrival.
final class Receiver: Sendable {
    /// One record: the trigger's value in it, and its arrival in nanoseconds.
    struct Arrival: Sendable {
        let value: Int32
        let at: Int64
    }

    /// The end that the fake BlueZ inherits and hands to contestants.
    let theirs: CInt
    private let ours: CInt
    /// The terminal that is the serial port, which this object only keeps open; nil: there is a socket.
    private nonisolated(unsafe) let pty: Pty?
    private let arrivals = Mutex<[Arrival]>([])

    /// Creates a socket pair like AcquireWrite's, and a thread that reads it.
    /// - Parameter pause: the time that the link takes per record, in nanoseconds; 0: none.
    /// - Throws: `SystemFailure` if the system has no resources left.
    init(pause: Int64 = 0) throws {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0 else {
            throw SystemFailure("socketpair")
        }
        (ours, theirs, pty) = (ends[0], ends[1], nil)
        _ = fcntl(ours, F_SETFD, FD_CLOEXEC)
        _ = fcntl(theirs, F_SETFL, O_NONBLOCK)
        let (ours, theirs) = (ours, theirs)
        arrivals.withLock { $0.reserveCapacity(200_000) }
        try BackgroundThread.start(name: "bench-receiver") { [weak self] in
            Clock.wakeThisThreadOnTime()
            var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
            while true {
                let count = recv(ours, &bytes, bytes.count, 0)
                let now = Clock.now()
                guard count > 0, let self else { break }
                note(bytes[..<count], at: now)
                if pause > 0 { Clock.sleep(until: now + pause) }
            }
            close(ours)
            close(theirs)
        }
    }

    /// The receiver of a contestant's records.
    /// - Throws: as the initializer that it needs.
    convenience init(of contestant: Contestant) throws {
        if contestant.isSerial { try self.init(port: Pty()) } else { try self.init() }
    }

    /// Creates a thread that reads what is written to a serial port.
    /// - Throws: `SystemFailure` if the system has no resources left.
    private init(port: Pty) throws {
        (ours, theirs, pty) = (port.master, -1, port)
        let ours = ours
        arrivals.withLock { $0.reserveCapacity(200_000) }
        try BackgroundThread.start(name: "bench-receiver") { [weak self] in
            Clock.wakeThisThreadOnTime()
            var bytes = [UInt8](repeating: 0, count: 4_096), frames: [UInt8] = []
            while true {
                // The master of a terminal does not wake its reader when it is closed.
                var ready = pollfd(fd: ours, events: Int16(POLLIN), revents: 0)
                _ = poll(&ready, 1, 100)
                guard let self else { break }
                let count = read(ours, &bytes, bytes.count)
                let now = Clock.now()
                guard count > 0 else { continue }
                frames += bytes[..<count]
                while frames.count >= 3 {
                    note(frames[..<3], at: now)
                    frames.removeFirst(3)
                }
            }
        }
    }

    /// The path of the serial port; nil: there is a socket.
    var port: String? { pty?.path }

    /// Ends the reading thread; that of a serial port ends with this object.
    func end() { if pty == nil { shutdown(ours, CInt(SHUT_RDWR)) } }

    /// Keeps children started from now on from inheriting `theirs`.
    func seal() { _ = fcntl(theirs, F_SETFD, FD_CLOEXEC) }

    /// Number of records since the last `take`.
    var count: Int { arrivals.withLock { $0.count } }

    /// Returns the records since the last call.
    func take() -> [Arrival] {
        arrivals.withLock { arrivals in
            defer { arrivals.removeAll(keepingCapacity: true) }
            return arrivals
        }
    }

    /// Decodes a frame of the bench's arm: 0xA5, then the value, 16 bits little-endian.
    private func note(_ bytes: ArraySlice<UInt8>, at now: Int64) {
        let isFrame = bytes.count == 3 && bytes[0] == 0xA5
        let value = isFrame ? Int32(Int16(truncatingIfNeeded: Int(bytes[1]) | Int(bytes[2]) << 8)) : -1
        arrivals.withLock { $0.append(Arrival(value: value, at: now)) }
    }
}
