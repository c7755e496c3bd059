import WaldoCore

/// What a collector has done since it was started.
public struct CollectAccount: Equatable, Sendable {
    /// Rows that were new, that were there already, and that were there with another content.
    public var inserted = 0, equal = 0, conflicts = 0
    /// Transactions.
    public var commits = 0
    /// Batches that were left because rows before them were missing: they are sent again.
    public var gapBatches = 0
    /// Payloads that were refused.
    public var rejected = 0
    /// Why the last one was refused.
    public var lastReason: String?
    /// How often the sums of the map could not be brought up to date, and why the last time.
    public var mapFaults = 0, lastMapFault: String?
    /// How often the database and the broker were lost.
    public var databaseLost = 0, brokerLost = 0

    /// An account of nothing.
    public init() {}

    /// Adds what became of a stream's batches; a count that the database gives is never more than an account takes.
    mutating func count(_ stream: IngestOutcome.Stream) {
        func add(_ count: Int, to sum: inout Int) {
            let (result, overflow) = sum.addingReportingOverflow(max(0, count))
            sum = overflow ? .max : result
        }
        add(stream.inserted, to: &inserted)
        add(stream.equal, to: &equal)
        add(stream.conflicts, to: &conflicts)
    }

    /// Notes why the sums of the map could not be brought up to date.
    mutating func noteMapFault(_ fault: String) {
        (mapFaults, lastMapFault) = (min(mapFaults, .max - 1) + 1, fault)
    }

    /// `waldo-relay: 12,000 rows ...` in one line.
    /// - Parameter rate: rows a second since the line before.
    public func line(rate: Int) -> String {
        var parts = ["\(inserted) rows stored", "\(rate) rows/s", "\(commits) commits"]
        if equal > 0 { parts.append("\(equal) came again") }
        if gapBatches > 0 { parts.append("\(gapBatches) batches asked for again") }
        if conflicts > 0 { parts.append("\(conflicts) conflicts") }
        if rejected > 0 { parts.append("\(rejected) rejected") }
        if mapFaults > 0 {
            let why = lastMapFault.map { " (\(SafeText.escaped($0, upTo: 200)))" } ?? ""
            parts.append("the map could not be brought up to date \(mapFaults) times\(why)")
        }
        return parts.joined(separator: ", ")
    }

    /// The same as a JSON object.
    public func json(rate: Int, state: String, utc: Int64) -> String {
        var json = JSONObject()
        json.add("event", "collect")
        json.add("utc", Int(utc))
        json.add("state", state)
        json.add("rows", inserted)
        json.add("rate", rate)
        json.add("commits", commits)
        json.add("equal", equal)
        json.add("conflicts", conflicts)
        json.add("behindGaps", gapBatches)
        json.add("rejected", rejected)
        json.add("lastReason", whole: lastReason)
        json.add("mapFaults", mapFaults)
        json.add("lastMapFault", whole: lastMapFault)
        json.add("databaseLost", databaseLost)
        json.add("brokerLost", brokerLost)
        return json.text
    }
}
