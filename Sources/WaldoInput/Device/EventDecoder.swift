internal import CLibevdev
internal import WaldoCore

/// Turns the kernel's records into the state machine's events. A value; allocates nothing.
///
/// What is not wanted, and autorepeat, is left out; a report that would bring nothing new is left out too, unless the
/// one before it promised more.
struct EventDecoder: Sendable {
    private let axes: CodeSet
    private let keys: CodeSet
    private var reportIsDue = false

    init(_ wanted: CodesWanted) {
        axes = CodeSet(wanted.axes)
        keys = CodeSet(wanted.keys)
    }

    /// The event that a record stands for, nil for one that bears on nothing.
    /// - Parameter more: at the end of a report: whether another is already waiting.
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

    /// After a loss of events: what was begun is void, the state that follows says all.
    mutating func reset() { reportIsDue = false }
}
