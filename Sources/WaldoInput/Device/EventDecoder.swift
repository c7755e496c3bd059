import CLibevdev
import WaldoCore

/// Converts the kernel's records to the state machine's events. A value; allocates nothing.
///
/// Leaves out unwanted codes and autorepeat, and also a report without a wanted change, unless the report before it
/// announced more.
struct EventDecoder: Sendable {
    private let axes: CodeSet
    private let keys: CodeSet
    private var reportIsDue = false

    init(_ wanted: CodesWanted) {
        axes = CodeSet(wanted.axes)
        keys = CodeSet(wanted.keys)
    }

    /// Converts one record; nil for one without effect.
    /// - Parameter more: for the record that ends a report: whether another is already waiting.
    mutating func decode(_ raw: RawEvent, more: Bool) -> InputEvent? {
        switch CInt(raw.type) {
        case EV_KEY where keys.contains(raw.code) && (raw.value == 0 || raw.value == 1):
            reportIsDue = true
            return .key(raw.code, down: raw.value == 1)
        case EV_ABS where axes.contains(raw.code):
            reportIsDue = true
            return .axis(raw.code, raw.value)
        case EV_SYN where raw.isReport && reportIsDue:
            reportIsDue = more
            return .report(more: more)
        default: return nil
        }
    }

    /// Discards the report in progress after a loss of events; the full state follows.
    mutating func reset() { reportIsDue = false }
}
