import Glibc
import Synchronization
import WaldoLoop
import WaldoTestSupport

/// The shield's end of the write socket: reads and timestamps each record on arrival.
final class Receiver: Sendable {
    /// One record: the trigger's value in it, and its arrival in nanoseconds.
    struct Arrival: Sendable {
        let value: Int32
        let at: Int64
    }

    /// The end that the fake BlueZ inherits and hands to contestants.
    let theirs: CInt
    private let ours: CInt
    private let arrivals = Mutex<[Arrival]>([])

    /// Creates a socket pair like AcquireWrite's, and a thread that reads it.
    /// - Parameter pause: the time that the link takes per record, in nanoseconds; 0: none.
    /// - Throws: `SystemFailure` if the system has no resources left.
    init(pause: Int64 = 0) throws {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0 else {
            throw SystemFailure("socketpair")
        }
        (ours, theirs) = (ends[0], ends[1])
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

    /// Ends the reading thread.
    func end() { shutdown(ours, CInt(SHUT_RDWR)) }

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
