/// All figures of all rounds, for closer analysis.
extension Report {
    var json: String {
        let outcomes = rounds.enumerated().flatMap { round, outcomes in outcomes.map { object($0, round) } }
        let counts = contestants.map { contestant in
            "    \"\(contestant.rawValue)\": \(number(allocations[contestant] ?? .nan))"
        }
        return """
            {
              "unit": "microseconds",
              "histogram edges": [\(Latencies.edges.map { text($0, 0) }.joined(separator: ", "))],
              "allocations a report": {
            \(counts.joined(separator: ",\n"))
              },
              "outcomes": [
            \(outcomes.joined(separator: ",\n"))
              ]
            }

            """
    }

    private func object(_ outcome: Outcome, _ round: Int) -> String {
        let latencies = outcome.latencies, usage = outcome.usage
        let fields: [(String, String)] = [
            ("contestant", "\"\(outcome.contestant.rawValue)\""), ("round", "\(round)"), ("rate", "\(outcome.rate)"),
            ("p50", number(latencies.quantile(0.5))), ("p90", number(latencies.quantile(0.9))),
            ("p99", number(latencies.quantile(0.99))), ("p99.9", number(latencies.quantile(0.999))),
            ("max", number(latencies.longest)), ("histogram", "\(latencies.histogram)"),
            ("arrived", "\(latencies.sorted.count)"), ("coalesced", "\(latencies.coalesced)"),
            ("lost", "\(latencies.lost)"), ("unknown", "\(latencies.unknown)"),
            ("cpu seconds a second", number(usage.processor)), ("user", number(usage.user)),
            ("system", number(usage.system)), ("wakeups a second", number(usage.wakeups)),
            ("preemptions a second", number(usage.preemptions)), ("page faults a second", number(usage.faults)),
            ("faults from disk a second", number(usage.diskFaults)), ("peak resident KiB", "\(usage.peak)"),
        ]
        return "    {" + fields.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
    }

    private func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }
}
