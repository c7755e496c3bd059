import CLibevdev
import WaldoTime

/// One record from the kernel, as it was read.
struct RawEvent: Equatable, Sendable {
    /// The EV_* type.
    var type: UInt16
    /// The code within that type.
    var code: UInt16
    /// The value; its meaning depends on the type.
    var value: Int32
    /// The time stamp, on the clock that the kernel uses for the device.
    var stamp: Instant

    /// Whether it ends a report.
    var isReport: Bool { CInt(type) == EV_SYN && CInt(code) == SYN_REPORT }

    init(type: UInt16, code: UInt16, value: Int32, stamp: Instant = .clockStart) {
        self.type = type
        self.code = code
        self.value = value
        self.stamp = stamp
    }

    init(_ event: input_event) {
        self.init(
            type: event.type, code: event.code, value: event.value,
            stamp: Instant(
                microseconds: Int64(event.time.tv_sec) &* 1_000_000 &+ Int64(event.time.tv_usec)))
    }
}
