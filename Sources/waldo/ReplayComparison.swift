internal import ArgumentParser
internal import WaldoCore
internal import WaldoFiles

/// `waldo replay FILE --verify --arm OTHER`: what another arm or mapping would have made of the same operator, beside what
/// was sent. Nothing is sent.
struct ReplayComparison {
    let path: String
    /// nil: the recording's own.
    let arm: Arm?
    let mapping: Mapping?
    /// Every line is told, and not only the first that differs.
    let showsAll: Bool

    /// - Throws: `ExitCode(1)` when the two differ.
    func run() throws {
        let reader = try RecordingReader(path)
        guard !reader.header.isPlayed else {
            throw Failure(Failure.file, "\(path): a replay was recorded here; compare the recording that was played")
        }
        let mapping = mapping ?? reader.mapping
        let arm = arm ?? reader.arm
        if let problem = arm.problem(with: mapping) { throw Failure(Failure.file, problem) }
        var progress = Progress("Comparing \(path)")
        var other = Reencoding(arm: arm, mapping: mapping, isPlaced: reader.header.position != nil)
        var merge = Merge()
        var counts = (same: 0, recorded: 0, other: 0)
        func tell(_ rows: [Merge.Row]) throws {
            for row in rows {
                switch row {
                case .same: counts.same += 1
                case .recorded: counts.recorded += 1
                case .other: counts.other += 1
                }
                guard showsAll || row.isDifference else { continue }
                progress.clear()
                print(row.text)
                if !showsAll { throw ExitCode(1) }
            }
        }
        var end: Microseconds = 0
        while let line = try reader.next() {
            switch line {
            case .step(let step):
                end = step.at
                other.take(step) { merge.other($0) }
                try tell(merge.rows(before: end))
            case .command(let command): if command.outcome.isOnItsWay { merge.recorded(command) }
            case .remark: break
            }
            progress.show(reader.progress)
        }
        other.finish(at: end) { merge.other($0) }
        try tell(merge.rows(before: .max))
        progress.clear()
        let differ = counts.recorded + counts.other
        print(
            "\(path): \(counts.same) commands the same; \(counts.recorded) only in the recording (-), "
                + "\(counts.other) only by “\(printable(arm.name))” and “\(printable(mapping.name))” (+)")
        if differ > 0 { throw ExitCode(1) }
    }
}

/// Two streams of commands, each in order of time, laid side by side.
struct Merge {
    enum Row {
        case same(RecordedCommand)
        case recorded(RecordedCommand)
        case other(RecordedCommand)

        var isDifference: Bool { if case .same = self { false } else { true } }

        var text: String {
            switch self {
            case .same(let command): "  \(seconds(command.at))  \(command.command.shown)"
            case .recorded(let command): "- \(seconds(command.at))  \(command.command.shown)"
            case .other(let command): "+ \(seconds(command.at))  \(command.command.shown)"
            }
        }
    }

    /// Loops come back a little after their deadlines; an ideal one is on time.
    private static let jitter: Microseconds = .milliseconds(20)

    private var recorded: [RecordedCommand] = []
    private var other: [RecordedCommand] = []

    mutating func recorded(_ command: RecordedCommand) { recorded.append(command) }

    mutating func other(_ command: RecordedCommand) { other.append(command) }

    /// What is settled: everything well before a time.
    mutating func rows(before end: Microseconds) -> [Row] {
        var rows: [Row] = []
        while let next = [recorded.first?.at, other.first?.at].compactMap(\.self).min(),
            end == .max || next < end - 2 * Self.jitter
        {
            rows.append(row())
        }
        return rows
    }

    private mutating func row() -> Row {
        guard let theirs = other.first else { return .recorded(recorded.removeFirst()) }
        guard let ours = recorded.first else { return .other(other.removeFirst()) }
        if ours.command == theirs.command, abs(ours.at - theirs.at) <= Self.jitter {
            other.removeFirst()
            return .same(recorded.removeFirst())
        }
        return ours.at <= theirs.at ? .recorded(recorded.removeFirst()) : .other(other.removeFirst())
    }
}
