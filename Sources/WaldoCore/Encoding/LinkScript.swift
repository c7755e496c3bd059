/// What an arm is sent beside its commands. One reference holds it, so that it costs nothing for an arm without it.
final class LinkScript: Sendable {
    /// What is sent before the first command on each link, and after the last one of a drive.
    let begin: [LinkSteps.Step], end: [LinkSteps.Step]
    /// How the arm is asked for its position; nil: it is not asked.
    let ask: ArmReports.Ask?
    /// The positions that it is asked for, one bit each.
    let asked: UInt8
    /// The board's answer to each frame; nil: motion waits for none.
    let answers: ArmReports.Answers?

    /// nil: the arm is sent nothing beside its commands.
    init?(_ arm: Arm) {
        (begin, end, ask, asked) = (arm.steps.begin, arm.steps.end, arm.reports.ask, arm.reports.asked)
        answers = arm.reports.answers
        if begin.isEmpty, end.isEmpty, ask == nil, answers == nil { return nil }
    }

    func steps(of phase: EncoderState.StepPhase) -> [LinkSteps.Step] {
        switch phase {
        case .none, .failed: []
        case .begin: begin
        case .end: end
        }
    }
}
