internal import WaldoCore
internal import WaldoFiles

/// Merges two streams of commands, each in order of time, into rows for comparison.
struct CommandMerge {
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

    /// The largest difference in time between equal commands: a real loop wakes up a little after its deadlines, the
    /// simulated one on time.
    private static let jitter: Microseconds = .milliseconds(20)

    private var recorded: [RecordedCommand] = []
    private var other: [RecordedCommand] = []

    mutating func recorded(_ command: RecordedCommand) { recorded.append(command) }

    mutating func other(_ command: RecordedCommand) { other.append(command) }

    /// Removes and returns the rows that later commands can no longer change: those more than 40 ms before `end`, or
    /// all for `.max`.
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
