import Glibc
import WaldoTestSupport

/// A pad with one trigger to pull, which a contestant reads as /dev/input/eventN.
///
/// It is a FIFO of evdev's records, made a pad by `pad/pad.c` in the contestant. Reading it and sleeping on it take the kernel
/// what they take it with evdev; and it is the same for everybody.
final class Pad: Sendable {
    /// The trigger's range is 0 to this, and the arms of the bench send what it stands at.
    static let farthest: Int32 = 32_767

    /// Its node without the folder, and where the contestant finds it.
    let name: String
    let node: String
    private let path: String
    private let descriptor: CInt

    /// A pad in a folder that stands in for /dev/input.
    init(in folder: String, number: Int = 0) throws {
        name = "event\(number)"
        node = "/dev/input/\(name)"
        path = "\(folder)/\(name)"
        guard mkfifo(path, 0o600) == 0 else { throw DidNotHappen("mkfifo \(path): \(errno)") }
        // Open for reading too, so that it does not end when a contestant closes it.
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw DidNotHappen("open \(path): \(errno)") }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// Pulls the trigger to a value, as one report.
    /// - Returns: when, taken right before, in nanoseconds; it is the records' stamp too.
    func pull(to value: Int32) -> Int64 {
        let now = Clock.now()
        var records = (input_event(EV_ABS, ABS_RZ, value, now), input_event(EV_SYN, SYN_REPORT, 0, now))
        let size = MemoryLayout.size(ofValue: records)
        precondition(write(descriptor, &records, size) == size, "the pad is not read")
        return now
    }
}

/// The kernel's record of 64-bit machines.
private struct input_event {
    let seconds: Int64, microseconds: Int64
    let type: UInt16, code: UInt16, value: Int32

    init(_ type: UInt16, _ code: UInt16, _ value: Int32, _ now: Int64) {
        seconds = now / 1_000_000_000
        microseconds = now % 1_000_000_000 / 1_000
        (self.type, self.code, self.value) = (type, code, value)
    }
}

private let EV_SYN: UInt16 = 0, EV_ABS: UInt16 = 3, ABS_RZ: UInt16 = 5, SYN_REPORT: UInt16 = 0
