public import WaldoTime

/// What an arm is sent beside its commands: before the first one on each link, and after the last one of a drive.
public struct LinkSteps: Equatable, Sendable {
    /// One step.
    public enum Step: Equatable, Sendable {
        /// These bytes are sent in one write.
        case send(Frame)
        /// Nothing but zeros is sent for this long.
        case wait(TimeSpan)
    }

    /// The steps before the first command.
    public var begin: [Step]
    /// Whether one of them can move the arm or switch its torque on: then each link waits for the operator's resume.
    public var beginMoves: Bool
    /// The steps after the last zeros of a drive that ends in order.
    public var end: [Step]

    /// Creates steps; none by default.
    public init(begin: [Step] = [], beginMoves: Bool = false, end: [Step] = []) {
        self.begin = begin
        self.beginMoves = beginMoves
        self.end = end
    }

    /// What is sent, in order.
    public var sent: [Frame] {
        (begin + end).compactMap { step in if case .send(let bytes) = step { bytes } else { nil } }
    }
}
