import WaldoCore
import WaldoFiles
import WaldoTime

/// Merges two streams of commands, each in order of time, into rows for comparison.
struct CommandMerge {
    enum Row {
        case same(RecordedCommand)
        case recorded(RecordedCommand)
        case other(RecordedCommand)

        var isDifference: Bool { if case .same = self { false } else { true } }
    }

    /// The largest difference in time between equal commands: a real loop wakes up a little after its deadlines, the
    /// simulated one on time.
    private static let jitter: TimeSpan = .milliseconds(20)

    /// The recording's arm, and the one that it is compared with.
    let arm: Arm, otherArm: Arm
    private var recorded: [RecordedCommand] = []
    private var other: [RecordedCommand] = []

    init(_ arm: Arm, with otherArm: Arm) { (self.arm, self.otherArm) = (arm, otherArm) }

    /// A row as it is printed.
    func text(_ row: Row) -> String {
        switch row {
        case .same(let command): "  \(seconds(command.at))  \(command.command.shown(by: arm))"
        case .recorded(let command): "- \(seconds(command.at))  \(command.command.shown(by: arm))"
        case .other(let command): "+ \(seconds(command.at))  \(command.command.shown(by: otherArm))"
        }
    }

    mutating func recorded(_ command: RecordedCommand) { recorded.append(command) }

    mutating func other(_ command: RecordedCommand) { other.append(command) }

    /// Removes and returns the rows that later commands can no longer change: those more than 40 ms before `end`, or
    /// all for nil.
    mutating func rows(before end: Instant?) -> [Row] {
        var rows: [Row] = []
        while let next = Instant.earlier(recorded.first?.at, other.first?.at) {
            if let end, next >= end - Self.jitter * 2 { break }
            rows.append(row())
        }
        return rows
    }

    private mutating func row() -> Row {
        guard let theirs = other.first else { return .recorded(recorded.removeFirst()) }
        guard let ours = recorded.first else { return .other(other.removeFirst()) }
        if areSame(ours.command, theirs.command), max(ours.at, theirs.at) - min(ours.at, theirs.at) <= Self.jitter {
            other.removeFirst()
            return .same(recorded.removeFirst())
        }
        return ours.at <= theirs.at ? .recorded(recorded.removeFirst()) : .other(other.removeFirst())
    }

    /// Whether both send the same bytes for channels of the same name.
    private func areSame(_ ours: Command, _ theirs: Command) -> Bool {
        ours.frame == theirs.frame && ours.value == theirs.value && ours.decimals == theirs.decimals
            && arm.profiles[ours.channel].name == otherArm.profiles[theirs.channel].name
    }
}
