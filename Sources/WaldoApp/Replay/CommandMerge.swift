internal import WaldoCore
internal import WaldoFiles

/// Two streams of commands, each in order of time, laid side by side.
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
