import WaldoCore
import WaldoLoop
import WaldoTeleop
import WaldoTime

/// Measures how long the link of a drive takes: from the return of a motion's write to the board's answer, where the
/// arm's file states `answers`; else what the link itself learns. It only observes the state machine, and allocates
/// nothing after initialization.
@LoopActor
struct DeliveryGauge {
    private var answers = Histogram(upTo: .seconds(1))
    /// When the motion whose answer is missing was written; nil: none is missing.
    private var askedAt: Instant?
    /// How many answers from now that one is.
    private var answersLeft = 0
    private var hasAnswers = false

    /// The drive begins. Under override the drive answers itself.
    mutating func begin(_ drive: Drive) {
        hasAnswers = drive.stateMachine.arm.reports.answers != nil && !(drive.link is OverrideLink)
    }

    /// The state machine has handled an event.
    mutating func handled(_ event: DriveEvent, _ drive: Drive) {
        guard hasAnswers else { return }
        switch event {
        case .answered:
            answersLeft -= 1
            guard let askedAt, answersLeft <= 0 else { return }
            answers.add(drive.time - askedAt)
            self.askedAt = nil
        case .link(.opened), .link(.up), .link(.down), .link(.refused): askedAt = nil
        default: break
        }
    }

    /// The step has sent a command. Motion alone is answered for: a zero does not begin a measurement, nor end one.
    mutating func wrote(_ outcome: WriteOutcome, _ drive: Drive) {
        guard hasAnswers, outcome.isSent, askedAt == nil, !drive.stateMachine.isBeginning,
            case let left = drive.stateMachine.answersUntilMotion, left > 0
        else { return }
        (askedAt, answersLeft) = (drive.writtenAt, left)
    }

    /// How long the link took; nil or empty: nothing is known of it.
    func spans(of drive: Drive) -> Histogram? { hasAnswers ? answers : drive.link.deliveries }
}
