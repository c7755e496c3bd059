package import WaldoCore

/// Whether a link waits for its arm, and what was named of what keeps the arm from being ready: each once a link.
package struct BeginNotes {
    /// Whether the operator waits for the link although it is up: the arm is not ready yet.
    package var isAwaited = false
    /// The positions that were named.
    package var positions: PositionNotes
    private var hasNamedStep = false

    /// Notes of an arm.
    package init(_ arm: Arm) { positions = PositionNotes(arm) }

    /// Names a step of `begin` that the arm did not answer, once.
    /// - Parameter step: its index; nil: the arm has answered.
    package mutating func unanswered(_ step: Int?) -> String? {
        guard let step, !hasNamedStep else { return nil }
        hasNamedStep = true
        return "the arm has not answered as step \(step + 1) of `begin` expects: nothing moves on this link; look at "
            + "its power, its cable and the step"
    }

    /// The arm is sent `begin` once more and asked where it is: everything is named again.
    package mutating func beginAgain() {
        hasNamedStep = false
        positions.beginAgain()
    }

    /// The link is lost: the next one names everything again.
    package mutating func loseLink() {
        isAwaited = false
        beginAgain()
        positions.loseLink()
    }
}
