import Glibc
import Synchronization
import WaldoLoop
import WaldoTestSupport

/// The shield's end: takes each record as it comes, and stamps it.
final class Receiver: Sendable {
    /// One record: the trigger's value that it carries, and when it arrived, in nanoseconds.
    struct Arrival: Sendable {
        let value: Int32
        let at: Int64
    }

    /// The end that the fake BlueZ hands to contestants; inherited by it.
    let theirs: CInt
    private let ours: CInt
    private let arrivals = Mutex<[Arrival]>([])

    /// A socket pair as AcquireWrite makes it, and a thread that reads.
    /// - Parameter pause: how long the link takes for a record, in nanoseconds; 0: it takes all as they come.
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

    /// Ends the thread.
    func end() { shutdown(ours, CInt(SHUT_RDWR)) }

    /// No child started from now on inherits their end.
    func seal() { _ = fcntl(theirs, F_SETFD, FD_CLOEXEC) }

    /// How many records came so far.
    var count: Int { arrivals.withLock { $0.count } }

    /// What came since the last call.
    func take() -> [Arrival] {
        arrivals.withLock { arrivals in
            defer { arrivals.removeAll(keepingCapacity: true) }
            return arrivals
        }
    }

    /// A frame of the bench's arm: 0xA5, then the value, little-endian.
    private func note(_ bytes: ArraySlice<UInt8>, at now: Int64) {
        let isFrame = bytes.count == 3 && bytes[0] == 0xA5
        let value = isFrame ? Int32(Int16(truncatingIfNeeded: Int(bytes[1]) | Int(bytes[2]) << 8)) : -1
        arrivals.withLock { $0.append(Arrival(value: value, at: now)) }
    }
}
