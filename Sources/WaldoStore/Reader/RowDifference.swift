import WaldoCore
import WaldoSurvey
import WaldoTime

/// In what a computed row differs from the stored one: the first of its parts that is not equal, in words.
struct RowDifference {
    /// `value 60 computed, 61 stored`; nil: no part differs.
    private(set) var text: String?

    /// Compares two samples of one stream.
    init(_ computed: Sample, _ stored: Sample, since began: Instant) {
        func time(_ at: Instant) -> String { Self.time(at, since: began) }
        compare("number", computed.sequence, stored.sequence) { "\($0)" }
        compare("value", computed.value, stored.value, Self.number)
        compare("lower limit of the error", computed.low, stored.low, Self.number)
        compare("upper limit of the error", computed.high, stored.high, Self.number)
        compare("begin", computed.from, stored.from, time)
        compare("end", computed.to, stored.to, time)
        compare("time", computed.utc, stored.utc) { $0.map { DateText.text($0) } ?? "none" }
        compare("flags", computed.flags, stored.flags) { "\($0.text.isEmpty ? "none" : $0.text) (\($0.rawValue))" }
        compare("place", computed.place, stored.place, Self.place)
    }

    /// Compares two alarms.
    init(_ computed: AlarmChange, _ stored: AlarmChange, since began: Instant) {
        func time(_ at: Instant) -> String { Self.time(at, since: began) }
        compare("node", computed.node, stored.node, Self.name)
        compare("time", computed.at, stored.at, time)
        compare("cause", computed.cause, stored.cause) { $0?.rawValue ?? "clear" }
        compare("value", computed.value, stored.value, Self.number)
        compare("halt", computed.halts, stored.halts) { $0 ? "yes" : "no" }
    }

    /// Compares two gaps.
    init(_ computed: Gap, _ stored: Gap, since began: Instant) {
        func time(_ at: Instant) -> String { Self.time(at, since: began) }
        compare("begin", computed.from, stored.from, time)
        compare("end", computed.to, stored.to, time)
        compare("cause", computed.cause, stored.cause) { $0.rawValue }
        compare("missing messages", computed.missing, stored.missing) { $0.map { "\($0)" } ?? "not known" }
    }

    /// Compares two rejects.
    init(_ computed: Reject, _ stored: Reject, since began: Instant) {
        func time(_ at: Instant) -> String { Self.time(at, since: began) }
        compare("time", computed.at, stored.at, time)
        compare("channel", computed.channel, stored.channel) { "\($0)" }
        compare("reason", computed.reason, stored.reason) { $0.rawValue }
        compare("field", computed.field, stored.field) { $0.map(Self.name) ?? "none" }
        compare("bytes", computed.bytes, stored.bytes) { SafeText.escaped(HexText.text(of: $0, separator: " ")) }
    }

    /// Compares what two streams are.
    init(_ computed: StreamDescription, _ stored: StreamDescription) {
        compare("name", computed.name, stored.name, Self.name)
        compare("unit", computed.unit, stored.unit) { $0.isEmpty ? "none" : Self.name($0) }
        compare("quantity", computed.quantity, stored.quantity) { $0.map(Self.name) ?? "none" }
        compare("exposure", computed.exposure, stored.exposure, Self.span)
        compare("interval", computed.interval, stored.interval, Self.span)
        compare("dead time corrected", computed.isCompensated, stored.isCompensated) { $0 ? "yes" : "no" }
        compare("thresholds", computed.thresholds, stored.thresholds) {
            $0.isEmpty ? "none" : $0.map(Self.number).joined(separator: " ")
        }
    }

    private mutating func compare<Value: Equatable>(
        _ name: String, _ computed: Value, _ stored: Value, _ words: (Value) -> String
    ) {
        guard text == nil, computed != stored else { return }
        text = "\(name) \(words(computed)) computed, \(words(stored)) stored"
    }

    // MARK: parts in words

    /// All digits that tell a number from its neighbours; a whole one without a point.
    private static func number(_ value: Double?) -> String {
        guard let value else { return "none" }
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func name(_ text: String) -> String { "“\(SafeText.escaped(text))”" }

    /// A time on the session's clock, since the session's first row.
    static func time(_ time: Instant, since began: Instant) -> String {
        DecimalText.trimmed((time - began).microseconds, decimals: 6) + " s after the begin"
    }

    private static func span(_ span: TimeSpan?) -> String {
        span.map { DecimalText.trimmed($0.microseconds, decimals: 6) + " s" } ?? "none"
    }

    private static func place(_ place: Place?) -> String {
        guard let place else { return "none" }
        var parts = ["x \(number(place.x))", "y \(number(place.y))"]
        if let z = place.z { parts.append("z \(number(z))") }
        if let accuracy = place.accuracy { parts.append("within \(number(accuracy)) m") }
        if let accuracy = place.verticalAccuracy { parts.append("in height within \(number(accuracy)) m") }
        return (place.system == .world ? "" : "arm ") + parts.joined(separator: " ")
    }
}
