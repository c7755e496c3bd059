package import WaldoCore
import WaldoFiles
import WaldoTime

/// `waldo replay FILE --verify --arm OTHER`: compares what was sent with what another arm or mapping would have sent
/// for the same inputs. Sends nothing.
package struct ReplayComparison {
    let path: String
    /// The arm and the mapping to compare with; nil: the recording's own.
    let arm: Arm?
    let mapping: Mapping?
    /// Whether to print every line, and not only the first difference.
    let showsAll: Bool

    /// A comparison of a recording.
    /// - Parameters:
    ///   - path: the recording.
    ///   - arm: the arm to compare with; nil: the recording's own.
    ///   - mapping: the mapping to compare with; nil: the recording's own.
    ///   - showsAll: whether to print every line, and not only the first difference.
    package init(path: String, arm: Arm?, mapping: Mapping?, showsAll: Bool) {
        self.path = path
        self.arm = arm
        self.mapping = mapping
        self.showsAll = showsAll
    }

    /// Prints the comparison.
    /// - Throws: `ExitStatus` 1 when the two differ; `FileError` or `Failure` when they cannot be compared.
    package func run() throws {
        let reader = try RecordingReader(path)
        guard !reader.header.isPlayed else {
            throw Failure(.file, "\(path): a replay was recorded here; compare the recording that was played")
        }
        let mapping = mapping ?? reader.mapping
        let arm = arm ?? reader.arm
        if let problem = arm.problem(with: mapping) { throw Failure(.file, problem) }
        var progress = Progress("Comparing \(path)")
        var other = Reencoding(arm: arm, mapping: mapping, startIsConfirmed: reader.header.position != nil)
        var merge = CommandMerge(reader.arm, with: arm)
        var counts = (same: 0, recorded: 0, other: 0)
        func report(_ rows: [CommandMerge.Row]) throws {
            for row in rows {
                switch row {
                case .same: counts.same += 1
                case .recorded: counts.recorded += 1
                case .other: counts.other += 1
                }
                guard showsAll || row.isDifference else { continue }
                progress.clear()
                print(merge.text(row))
                if !showsAll { throw ExitStatus.differs }
            }
        }
        var end = Instant.clockStart
        while let line = try reader.next() {
            switch line {
            case .step(let step):
                end = step.at
                other.encode(step) { merge.other($0) }
                try report(merge.rows(before: end))
            case .command(let command): if command.outcome.isSent { merge.recorded(command) }
            case .bytes, .notification, .event: break
            }
            progress.show(reader.progress)
        }
        other.finish(at: end) { merge.other($0) }
        try report(merge.rows(before: nil))
        progress.clear()
        let differ = counts.recorded + counts.other
        print(
            "\(InputFile.name(path)): \(counts.same) commands the same; \(counts.recorded) only in the recording (-), "
                + "\(counts.other) only by “\(SafeText.escaped(arm.name))” and “\(SafeText.escaped(mapping.name))” (+)")
        if differ > 0 { throw ExitStatus.differs }
    }
}
