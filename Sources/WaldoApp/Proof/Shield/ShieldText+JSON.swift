import WaldoCore
import WaldoSimulator
import WaldoTime

extension ShieldText {
    /// One JSON object. Times are in microseconds.
    package var json: String {
        var json = JSONObject()
        for row in surroundings.all { json.add(row.name, row.value) }
        json.add("ending", report.ending.rawValue)
        json.addObject("phases") { json in
            for phase in ShieldPhase.allCases.dropLast() {
                json.addObject(phase.rawValue) { add(report[phase], to: &$0) }
            }
        }
        json.add("watchdog", report.stops.map { Self.microseconds($0.board ?? $0.seen) })
        json.add("watchdogSeen", report.stops.map { Self.microseconds($0.seen) })
        json.add("reconnects", report.reconnects.map { Int($0.microseconds) })
        json.add("earlyStops", report.earlyStops)
        json.add("linkLosses", report.losses)
        json.add("skippedBytes", report.skippedBytes)
        json.addObject("holds") { json in
            for bound in ShieldReport.Bound.allCases {
                if let holds = report.holds(bound) { json.add(bound.rawValue, holds) }
            }
        }
        return json.text
    }

    /// The number of a list; a time that is not known becomes `null`.
    private static func microseconds(_ span: TimeSpan?) -> Double { span.map { Double($0.microseconds) } ?? .nan }

    private func add(_ tally: ShieldTally, to json: inout JSONObject) {
        json.add("sent", tally.sent)
        json.add("answered", tally.answered)
        json.add("lost", tally.lost)
        json.add("late", tally.late)
        json.add("duplicates", tally.duplicates)
        json.add("reordered", tally.reordered)
        json.add("time", Int(tally.time.microseconds))
        if let latency = tally.latency {
            let times = [latency.min, latency.median, latency.p99, latency.max]
            json.add("latency", times.map { Int($0.microseconds) })
        }
    }
}
