public import WaldoTime

/// What an arm is sent beside its commands: before the first one on each link, and after the last one of a drive.
public struct LinkSteps: Equatable, Sendable {
    /// One step.
    public enum Step: Equatable, Sendable {
        /// These bytes are sent in one write.
        case send(Frame)
        /// Nothing but zeros is sent for this long.
        case wait(TimeSpan)
        /// Nothing but zeros is sent until the arm answers the bytes before it; for this long at most.
        case expect(ReportPattern, within: TimeSpan)
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

    /// Each answer that is waited for, once.
    public var expected: [ReportPattern] {
        (begin + end).reduce(into: []) { all, step in
            if case .expect(let pattern, _) = step, !all.contains(pattern) { all.append(pattern) }
        }
    }

    /// The answers that these bytes have: those expected between them and what is sent next.
    public func answers(to bytes: Frame) -> [ReportPattern] {
        var answers: [ReportPattern] = []
        for steps in [begin, end] {
            var isAnswering = false
            for step in steps {
                switch step {
                case .send(let sent): isAnswering = sent == bytes
                case .wait: break
                case .expect(let pattern, _):
                    if isAnswering, !answers.contains(pattern) { answers.append(pattern) }
                }
            }
        }
        return answers
    }
}
