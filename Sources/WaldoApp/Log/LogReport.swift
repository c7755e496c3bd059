package import WaldoCore
package import WaldoFiles
import WaldoTime

/// A drive's summary as text, for the operator.
package struct LogReport {
    let file: String
    let header: RecordingHeader
    let arm: Arm
    let mapping: Mapping
    let summary: DriveSummary
    let isTorn: Bool

    /// A report on a summarised recording.
    /// - Parameter isTorn: whether the recording's last line is incomplete.
    package init(
        file: String, header: RecordingHeader, arm: Arm, mapping: Mapping,
        summary: DriveSummary, isTorn: Bool
    ) {
        self.file = file
        self.header = header
        self.arm = arm
        self.mapping = mapping
        self.summary = summary
        self.isTorn = isTorn
    }

    /// A table of the commands and their gaps, then a list of facts.
    package var text: String {
        let facts = [
            ("arm", named(arm.name, header.arm.name)), ("mapping", named(mapping.name, header.mapping.name)),
            ("input", SafeText.escaped(header.input.name, upTo: 80)), ("end", end), ("link", link), ("halts", halts),
            ("stops", stops),
            ("input", "lost \(times(summary.inputLosses)), changes of it missed \(times(summary.resyncs))"),
            ("dropped", "\(summary.drops) pending commands"),
            ("notify", "\(summary.notifications) from the \(header.simulation != nil ? "simulated arm" : "shield")"),
            ("timing", timing),
        ]
        return """
            \(SafeText.escaped(file, upTo: .max)): a drive of \(seconds(summary.duration)), begun \(begun), recorded by waldo \
            \(SafeText.escaped(header.version, upTo: 20))

            \(TextTable.lines(rows, isNumber: { $0 > 0 }).joined(separator: "\n"))

            \(facts.map { $0.padded(to: 9) + $1 }.joined(separator: "\n"))
            """
    }

    private var begun: String {
        let text = WallTime(started: header.started).text(.clockStart)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) UTC"
    }

    private func named(_ name: String, _ file: String) -> String {
        "\(SafeText.escaped(name, upTo: 80)) (\(SafeText.escaped(file, upTo: 80)))"
    }

    private var rows: [[String]] {
        let channels = arm.channels.map { channel in
            let figures = summary.channels[channel]
            return ["\(arm.profiles[channel].name), held", "\(figures.commands)"] + Self.gaps(figures.gaps)
        }
        return [["", "commands", "a second", "least gap", "p50", "p99", "longest"]] + channels
            + [["all, with pauses", "\(summary.commands)"] + Self.gaps(summary.writes)]
    }

    private static func gaps(_ gaps: Histogram) -> [String] {
        [gaps.rate.map { tenths($0) } ?? "-"]
            + [gaps.least, gaps.quantile(0.5), gaps.quantile(0.99), gaps.greatest].map { span in
                span.map(milliseconds) ?? "-"
            }
    }

    private var end: String {
        if isTorn { return "the recording was cut off: its last line is not whole and was left out" }
        guard let status = summary.status else { return "the recording ends before the drive did" }
        return status > 128 ? "after signal \(status - 128) (exit status \(status))" : "exit status \(status)"
    }

    private var link: String {
        let losses = "lost \(times(summary.link.losses)), down for \(seconds(summary.link.down)) in all"
        let untaken = "\(summary.refused) commands had to wait, \(summary.gone) fell with it"
        if let options = header.simulation {
            return "a simulated arm (\(SafeText.escaped(options, upTo: 200))); \(losses); \(untaken)"
        }
        return (summary.isOverride ? "override, nothing was transmitted; " : "") + "\(losses); \(untaken)"
    }

    private var halts: String {
        let reasons = zip(HaltReason.allCases, summary.halts).filter { $1 > 0 }.map { "\($1) \($0.name)" }
        let total = summary.halts.reduce(0, +)
        return reasons.isEmpty ? "0" : "\(total): " + reasons.joined(separator: ", ")
    }

    private var stops: String {
        let causes = summary.stopCauses.map { cause in
            let source = StopSource.allCases.first { "\($0.name)" == cause.name }
            return "\(cause.count) by \(source?.words ?? SafeText.escaped(cause.name, upTo: 40))"
        }
        let by = causes.isEmpty ? "" : " (\(causes.joined(separator: ", ")))"
        return "\(summary.stops)\(by), resumes \(summary.resumes)"
    }

    private var timing: String {
        guard let median = summary.lateness.quantile(0.5), let p99 = summary.lateness.quantile(0.99),
            let worst = summary.lateness.greatest
        else { return "no deadlines" }
        return "\(summary.lateness.count) deadlines, met late p50 \(milliseconds(median)), "
            + "p99 \(milliseconds(p99)), at worst \(milliseconds(worst))"
    }

    private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

/// A span in milliseconds: `80.1 ms`.
private func milliseconds(_ span: TimeSpan) -> String { tenths(Double(span.microseconds) / 1_000) + " ms" }

/// A number with one digit after the point.
private func tenths(_ number: Double) -> String {
    let tenths = Int64((min(number, 1e17) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
}
