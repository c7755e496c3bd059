public import WaldoCore

/// How a push stands, for those who wait for it.
public struct PushShown: Equatable, Sendable {
    /// Where it is with the broker and the collector.
    public var state = PushState.connecting
    /// Rows that the database has acknowledged in this run, and those that it has not.
    public var acknowledged = 0, pending = 0
    /// Rows a second.
    public var rate = 0.0
    /// What went wrong last; nil: nothing, or it is over.
    public var error: String?

    /// Nothing has happened yet.
    public init() {}

    /// A line for people.
    public var line: String {
        let rows = "\(Self.grouped(acknowledged)) rows acknowledged, \(Self.grouped(pending)) to go"
        let words =
            switch state {
            case .connecting: error.map { "not connected: \($0)" } ?? "connecting"
            case .waiting: "waiting for a collector"
            case .connected: "\(Self.grouped(rate: rate)) rows/s"
            case .done: "done"
            }
        return "\(rows); \(SafeText.escaped(words, upTo: 160))"
    }

    /// A line for programs, of JSON.
    public func json(to destination: String, at utc: Int64) -> String {
        var json = JSONObject()
        json.add("utc", Int(utc))
        json.add("destination", destination)
        json.add("state", state.rawValue)
        json.add("acknowledged", acknowledged)
        json.add("pending", pending)
        json.add("rate", (rate * 10).rounded() / 10)
        json.add("error", whole: error)
        return json.text
    }

    /// A rate of any size, as a ledger may hold it.
    static func grouped(rate: Double) -> String {
        grouped(Int(exactly: max(0, min(rate, 1e15)).rounded()) ?? 0)
    }

    static func grouped(_ number: Int) -> String {
        var digits = Array(String(number)), position = digits.count - 3
        while position > 0 {
            digits.insert(",", at: position)
            position -= 3
        }
        return String(digits)
    }
}
