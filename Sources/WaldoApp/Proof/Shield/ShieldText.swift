import WaldoCore
import WaldoSimulator
import WaldoTime

/// The report of a measured link, as text.
package struct ShieldText {
    private static let heads = [
        "phase", "sent", "answered", "lost", "late", "twice", "out of order", "a second", "min", "median", "p99", "max",
    ]

    let report: ShieldReport
    let surroundings: ShieldSurroundings

    init(_ report: ShieldReport, _ surroundings: ShieldSurroundings) {
        (self.report, self.surroundings) = (report, surroundings)
    }

    /// The report, to be read and shared.
    package var text: String {
        var lines = ["A link measured by waldo prove --shield" + (report.ending == .whole ? "" : ", incomplete"), ""]
        lines += TextTable.lines(surroundings.all.map { [$0.name, $0.value] })
        lines += ["", "Frames, and milliseconds until their answers:", ""]
        lines += TextTable.lines([Self.heads] + ShieldPhase.allCases.dropLast().map(cells))
        lines += ["", "Watchdog, by the board's clock: \(Self.list(report.stops.map { $0.board ?? $0.seen }))"]
        lines.append("Watchdog, seen from here: \(Self.list(report.stops.map(\.seen)))")
        lines.append("Reconnects, until the first answer: \(Self.list(report.reconnects))")
        lines.append(
            "Stopped in a stream: \(report.earlyStops) times; link lost: \(report.losses) times; bytes of no answer: "
                + "\(report.skippedBytes)")
        lines += [""] + TextTable.lines(ShieldReport.Bound.allCases.map { [$0.words, Self.verdict(report.holds($0))] })
        return lines.joined(separator: "\n")
    }

    private func cells(_ phase: ShieldPhase) -> [String] {
        let tally = report[phase], latency = tally.latency
        let counts = [tally.sent, tally.answered, tally.lost, tally.late, tally.duplicates, tally.reordered]
        let times = [latency?.min, latency?.median, latency?.p99, latency?.max]
        return [phase.words] + counts.map { "\($0)" }
            + [tally.rate > 0 ? DecimalText.text(Int64((tally.rate * 10).rounded()), decimals: 1) : "-"]
            + times.map { $0.map(Self.milliseconds) ?? "-" }
    }

    private static func list(_ times: [TimeSpan?]) -> String {
        times.isEmpty ? "not measured" : times.map { $0.map(milliseconds) ?? "never" }.joined(separator: ", ") + " ms"
    }

    private static func milliseconds(_ span: TimeSpan) -> String {
        DecimalText.text((span.microseconds + 50) / 100, decimals: 1)
    }

    private static func verdict(_ holds: Bool?) -> String { holds.map { $0 ? "holds" : "FAILS" } ?? "not measured" }
}

extension ShieldPhase {
    fileprivate var words: String {
        switch self {
        case .single: "one at a time"
        case .paced: "at the arm's pace"
        case .fast: "as fast as it goes"
        case .silence: "before a silence"
        case .reconnects: "reconnects"
        }
    }
}

extension ShieldReport.Bound {
    fileprivate var words: String {
        switch self {
        case .loss: "no frame is lost"
        case .order: "frames keep their order, and none comes twice"
        case .watchdog: "the watchdog stops after 300 to 400 ms"
        }
    }
}
