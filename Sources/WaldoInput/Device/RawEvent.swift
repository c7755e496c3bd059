internal import CLibevdev

/// One record of the kernel's, as it was read.
struct RawEvent: Equatable, Sendable {
    /// EV_* type.
    var type: UInt16
    /// Code of that type.
    var code: UInt16
    /// The value, whose sense is the type's.
    var value: Int32
    /// Microseconds on the clock that the device stamps with.
    var stamp: Int64

    /// Whether it ends a report.
    var isReport: Bool { CInt(type) == EV_SYN && CInt(code) == SYN_REPORT }

    init(type: UInt16, code: UInt16, value: Int32, stamp: Int64 = 0) {
        self.type = type
        self.code = code
        self.value = value
        self.stamp = stamp
    }

    init(_ event: input_event) {
        self.init(
            type: event.type, code: event.code, value: event.value,
            stamp: Int64(event.time.tv_sec) &* 1_000_000 &+ Int64(event.time.tv_usec))
    }
}
