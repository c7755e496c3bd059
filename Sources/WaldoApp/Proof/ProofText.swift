import WaldoCore
import WaldoFiles
package import WaldoSimulator
import WaldoTime

/// A proof as a table, and as JSON Lines.
package struct ProofText {
    private let run: ProofRun
    private let report: ProofReport
    /// The recording of each fault's worst drive.
    private let recordings: [ProofFault: String]

    /// The text of a report.
    /// - Parameter recordings: the file of each fault's worst drive.
    package init(_ run: ProofRun, _ report: ProofReport, _ recordings: [ProofFault: String] = [:]) {
        (self.run, self.report, self.recordings) = (run, report, recordings)
    }

    private static let heads = ["first fault", "drives", "velocities at zero", "then moves", "hand ends", "bound"]

    /// The table, a row for each fault.
    package var table: String {
        (["“\(SafeText.escaped(run.arm.name))” by the mapping “\(SafeText.escaped(run.mapping.name))”: \(total)"]
            + TextTable.lines([Self.heads] + report.rows.map(cells)))
            .joined(separator: "\n") + "\n"
    }

    /// The lines behind the table: how a drive is run again, and what was recorded.
    package var hints: String {
        var lines = [
            "`\(command) --drive SEED` runs one drive again, and with `--record FOLDER` records it"
        ]
        let files = report.rows.compactMap { recordings[$0.fault] }
        lines += files.map { "recorded: \(SafeText.escaped($0, upTo: .max))" }
        if let file = files.first {
            let replay = SafeText.escaped(ShellWord.line(["waldo", "replay", file]), upTo: .max)
            lines.append(
                "`\(replay) --verify` compares it with today's frames, and "
                    + "`\(replay) --arm \(word(run.armSource.name)) --simulate` plays it")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private var command: String {
        let usual = ["gamepad", "demo"].contains(run.mappingSource.name)
        return "waldo prove \(word(run.armSource.name))" + (usual ? "" : " --mapping \(word(run.mappingSource.name))")
    }

    private func word(_ name: String) -> String { SafeText.escaped(ShellWord.quoted(name), upTo: .max) }

    private var total: String {
        let hours = DecimalText.trimmed(Int64((report.time.inSeconds / 36).rounded()), decimals: 2)
        return "\(report.drives) drives, \(hours) hours, seeds from \(run.seed)"
    }

    private func cells(_ row: ProofReport.Row) -> [String] {
        let zero = row.slowest.map { "within \(Self.text($0.untilZero ?? .zero)) (seed \($0.seed))" }
        let hasVelocity = run.arm.movingChannels.contains { run.arm.profiles[$0].mode == .velocity }
        let moves = row.longestMove.map { outcome in
            let longest = outcome.movers.max { $0.time < $1.time }
            let name = longest.map { run.arm.profiles[$0.channel].name } ?? ""
            return "\(name) for \(Self.text(outcome.longestMove)) (seed \(outcome.seed))"
        }
        let ends = row.farthest.map { outcome in
            "\(Int(((outcome.distance ?? 0) * 1_000).rounded())) mm away at most (seed \(outcome.seed))"
        }
        let bound = row.worst.map {
            "\(SurveyNumber.count(row.beyond, "drive")) beyond it, by \(Self.text($0.beyond ?? .zero)) (seed \($0.seed))"
        }
        return [
            row.fault.rawValue, "\(row.drives)" + (row.wentOn > 0 ? ", \(row.wentOn) went on" : ""),
            zero ?? (hasVelocity ? "none moved" : "there is none"),
            moves ?? "nothing", ends ?? "no pose", bound ?? (hasVelocity ? "holds" : "-"),
        ]
    }

    private static func text(_ span: TimeSpan) -> String {
        "\(DecimalText.trimmed(Int64((Double(span.microseconds) / 1_000).rounded()), decimals: 3)) s"
    }

    /// One JSON object a line: the run, and each row. Times are in microseconds.
    package var json: String {
        var head = JSONObject()
        head.add("arm", whole: run.arm.name)
        head.add("mapping", whole: run.mapping.name)
        head.add("seed", whole: Int(exactly: run.seed))
        head.add("drives", report.drives)
        head.add("time", Int(report.time.microseconds))
        head.add("holds", report.holds)
        return ([head] + report.rows.map(object)).map { $0.text + "\n" }.joined()
    }

    private func object(_ row: ProofReport.Row) -> JSONObject {
        var json = JSONObject()
        json.add("fault", whole: row.fault.rawValue)
        json.add("drives", row.drives)
        json.add("moving", row.moving)
        json.add("wentOn", row.wentOn)
        add("velocitiesAtZero", row.slowest, to: &json) { $0.add("time", Int(($1.untilZero ?? .zero).microseconds)) }
        add("movesOn", row.longestMove, to: &json) { json, outcome in
            json.add("time", Int(outcome.longestMove.microseconds))
            json.add("channels", outcome.movers.map { run.arm.profiles[$0.channel].name })
        }
        add("handEnds", row.farthest, to: &json) { $0.add("metres", $1.distance) }
        json.add("beyond", row.beyond)
        if let file = recordings[row.fault] { json.add("recording", whole: file) }
        add("worstBeyond", row.worst, to: &json) { $0.add("time", Int(($1.beyond ?? .zero).microseconds)) }
        return json
    }

    private func add(
        _ key: String, _ outcome: ProofOutcome?, to json: inout JSONObject,
        _ fields: (inout JSONObject, ProofOutcome) -> Void
    ) {
        guard let outcome else { return }
        json.addObject(key) { json in
            fields(&json, outcome)
            json.add("seed", whole: Int(exactly: outcome.seed))
            json.add("faults", outcome.faults.map(\.rawValue))
        }
    }
}
