import WaldoCore
import WaldoStore
import WaldoSurvey
import WaldoTime

/// What is missing, what was rejected, and by what it was computed.
extension ReportWriter {
    /// The most lines of a file that are named, and the most alarms.
    private static let maxShown = 20

    var gaps: [ReportDocument.Block] {
        guard !found.gaps.isEmpty else { return [.sentence("None.")] }
        let rows = Gap.Cause.allCases.compactMap { cause -> [String]? in
            let gaps = found.gaps.filter { $0.cause == cause }
            guard !gaps.isEmpty else { return nil }
            let spans = gaps.map { $0.to - $0.from }, known = gaps.compactMap(\.missing)
            return [
                Self.text(cause), "\(gaps.count)", SurveyNumber.duration(spans.reduce(.zero, +)),
                SurveyNumber.duration(spans.max() ?? .zero), known.isEmpty ? "not known" : "\(known.reduce(0, +))",
            ]
        }
        return [
            .table(
                header: ["Known by", "Gaps", "Together", "Longest", "Messages missing"], numbers: [1, 2, 3, 4],
                rows: rows)
        ]
    }

    private static func text(_ cause: Gap.Cause) -> String {
        switch cause {
        case .link: "the link was lost"
        case .counter: "the sensor's own counter"
        case .late: "no message in the sensor's interval"
        case .pause: "a pause by the operator"
        case .session: "between two sessions"
        }
    }

    var alarms: [ReportDocument.Block] {
        guard !found.alarms.isEmpty else { return [.sentence("None.")] }
        let text = AlarmText(found.graph)
        let rows = found.alarms.prefix(Self.maxShown).map { alarm in
            let effect =
                switch (alarm.hasHalted, alarm.raised.halts) {
                case (true, _): "the drive was halted"
                case (false, true): "would halt a drive"
                case (false, false): "none"
                }
            return [
                alarm.raised.node, time(alarm.raised.at, alarm.raisedUTC, of: alarm),
                alarm.cleared.map { time($0.at, $0.utc, of: alarm) } ?? "not cleared", text.cause(alarm.raised), effect,
            ]
        }
        let rest = found.alarms.count - rows.count
        return [.table(header: ["Alarm", "Raised", "Cleared", "Cause", "Effect"], numbers: [], rows: rows)]
            + (rest > 0 ? [.sentence("And \(rest) more.")] : [])
    }

    private func time(_ at: Instant, _ utc: Int64?, of alarm: ReportAlarm) -> String {
        utc.map(measuredTime) ?? "after \(SurveyNumber.duration(at - alarm.began))"
    }

    var account: [ReportDocument.Block] {
        var rows: [[String]] = [], isEven = true, isKnown = true
        for session in survey.sessions {
            for account in session.accounts {
                isEven = isEven && account.isEven
                isKnown = isKnown && account.accepted != nil
                rows.append([
                    "\(session.id)", "\(account.channel)", "\(account.received)",
                    account.accepted.map { "\($0)" } ?? "not known", "\(account.rejectedBytes)",
                    "\(account.overflowed)",
                ])
            }
        }
        guard !rows.isEmpty else { return [.sentence("None.")] }
        let all = survey.sessions.flatMap(\.lost), surplus = all.filter(\.isSurplus).reduce(0) { $0 + $1.rows }
        let lost = all.filter { !$0.isSurplus }.map { "\(SurveyNumber.count($0.rows, "row")) of \($0.kind)" }
        var blocks: [ReportDocument.Block] = [
            .table(
                header: ["Session", "Channel", "Received", "Accepted", "Rejected", "Overflowed"],
                numbers: [0, 1, 2, 3, 4, 5], rows: rows)
        ]
        if !isEven {
            blocks.append(
                .sentence(
                    "Not every byte is accounted for: some are neither accepted nor rejected nor overflowed.",
                    isWarning: true))
        } else {
            blocks.append(
                .sentence(
                    isKnown
                        ? "Every byte is accounted for: it was accepted, rejected or counted as overflowed."
                        : "Every byte is accounted for, as far as is known."))
        }
        if let text = survey.sessions.flatMap(\.accounts).compactMap(\.measurements).total.text {
            blocks.append(.sentence("\(text)."))
        }
        if surplus > 0 {
            let count = SurveyNumber.count(surplus, "fix", "fixes")
            blocks.append(.sentence("\(count) left out: \(FixRate.surplus).", isWarning: true))
        }
        if !lost.isEmpty {
            blocks.append(.sentence("The store was too slow for \(lost.joined(separator: ", ")).", isWarning: true))
        }
        return blocks
    }

    var rejects: [ReportDocument.Block] {
        guard !found.rejects.isEmpty else { return [.sentence("Nothing.")] }
        let rows = Reject.Reason.allCases.compactMap { reason -> [String]? in
            let rejects = found.rejects.filter { $0.reject.reason == reason }
            guard !rejects.isEmpty else { return nil }
            var lines: [Int] = []
            for line in rejects.compactMap(\.line) where lines.last != line { lines.append(line) }
            let shown = lines.prefix(Self.maxShown).map { "\($0)" }.joined(separator: ", ")
            return [
                reason.text, "\(rejects.count)", "\(rejects.reduce(0) { $0 + $1.reject.bytes.count })",
                shown + (lines.count > Self.maxShown ? ", ..." : ""),
            ]
        }
        return [.table(header: ["Reason", "Rejects", "Bytes", "Lines of the file"], numbers: [1, 2], rows: rows)]
    }

    var notes: [ReportDocument.Block] {
        survey.notes.isEmpty ? [] : [.facts(survey.notes.map { (time($0.utc), $0.text) })]
    }

    var provenance: [ReportDocument.Block] {
        let rows = found.runs.map { session, run in
            [
                "\(session.id)", "\(run.id)", run.isLive ? "original" : "processed", time(run.made),
                run.description.version,
                run.hash,
            ]
        }
        return [
            .table(
                header: [
                    "Session", "Run", "Kind", "Computed", "Waldo", "SHA-256 of sensor, graph, arm, rules and version",
                ],
                numbers: [0, 1], rows: rows),
            .sentence("The same raw rows give the same numbers: `waldo survey process --verify` computes them again."),
        ]
    }
}
