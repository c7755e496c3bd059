public import WaldoCore
import WaldoTime

/// What goes wrong in a proved drive, or ends it.
public enum ProofFault: String, CaseIterable, Sendable {
    case handsOff = "the controls are released"
    case stop = "a stop is pressed"
    case padLost = "the pad is unplugged"
    case padSilent = "the pad falls silent"
    case linkLost = "the link is lost"
    case linkStalled = "the link stalls"
    case unanswered = "the board stops answering"
    case hung = "the program hangs"
    case killed = "the program is killed"
    case crashed = "the program crashes"
    case asleep = "the machine sleeps"
    case ended = "the drive ends"

    /// The faults that an arm can have: a board that answers nothing cannot stop answering.
    public static func all(of arm: Arm) -> [ProofFault] {
        let isAnswering = arm.reports.answers != nil || !arm.steps.expected.isEmpty
        return allCases.filter { $0 != .unanswered || isAnswering }
    }

    /// The fault in a file's name: its words without the article.
    public var fileWord: String { rawValue.split(separator: " ").dropFirst().joined(separator: "-") }

    /// Whether waldo sends zeros as soon as it notices, over a link that carries them.
    var isReleased: Bool {
        switch self {
        case .handsOff, .stop, .padLost, .padSilent, .unanswered, .ended: true
        case .linkLost, .linkStalled, .hung, .killed, .crashed, .asleep: false
        }
    }

    /// How long it lasts; nil: to the end of the drive.
    var lengths: ClosedRange<TimeSpan>? {
        switch self {
        case .linkLost: .milliseconds(500) ... .seconds(5)
        // Shorter ones halt nothing.
        case .linkStalled, .unanswered: .milliseconds(600) ... .seconds(3)
        case .hung: .milliseconds(600) ... .seconds(2)
        case .asleep: .seconds(1) ... .seconds(10)
        case .handsOff, .stop, .padLost, .padSilent, .killed, .crashed, .ended: nil
        }
    }
}
