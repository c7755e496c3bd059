import Testing
import WaldoCore
import WaldoTestSupport

/// Compares a sketch with the model of its receiver on the same bytes.
struct SketchModel {
    /// How much later than the byte the sketch may have obeyed it, in microseconds: its clock counts milliseconds, and
    /// a turn of its loop takes its time.
    static let tolerance = 2_500

    /// What the sketch has to do: slider, zx and zy from the moment on at which they change, in microseconds.
    let motions: [(at: Int, values: [Int])]
    /// Whether no silence in the input is so close to three heartbeats that a millisecond decides.
    let isDecided: Bool

    init(_ receiver: ReceiverKind, _ input: SketchInput, baud: Int, repeat beat: Int64, rest: Int) {
        let arrivals = input.arrivals(baud: baud)
        var turns: [Turn] = [], motions: [(at: Int, values: [Int])] = [(0, [0, 0, 0])], now: Int64 = 0
        func tick(until end: Int64) {
            while now < end {
                now += 1
                turns.append(Turn(at: now))
            }
        }
        for (byte, at) in zip(input.bytes, arrivals) {
            tick(until: Int64(at) / 1_000)
            turns.append(Turn(at: Int64(at) / 1_000, byte: byte.byte))
        }
        tick(until: Int64(input.end(baud: baud) / 1_000 + rest))
        let frames = ReceiverModel.arrivals(receiver, turns, repeat: beat)
        for (turn, answer) in zip(turns, ReceiverModel.answers(turns, repeat: beat, frames)) {
            let values = answer.split(separator: " ").map { Int($0)! }
            if values != motions.last!.values { motions.append((Int(turn.at) * 1_000, values)) }
        }
        self.motions = motions
        var isDecided = true, heard: Int64?, before: Int64?
        for (index, turn) in turns.enumerated() where turn.byte != nil {
            let says = frames[index]?[.slider]
            for since in [before, says == nil ? nil : heard] {
                if let since, abs(turn.at - since - 3 * beat) < 5 { isDecided = false }
            }
            before = turn.at
            if says != nil { heard = turn.at }
        }
        self.isDecided = isDecided
    }

    /// Expects that the sketch held the same values one after the other, each from the same time on.
    func expect(_ run: SketchRun, _ what: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let seen = run.motions
        #expect(seen.count == motions.count, "\(what)", sourceLocation: sourceLocation)
        for (index, (seen, model)) in zip(seen, motions).enumerated() {
            let isSame = seen.values == model.values && (-1_000...Self.tolerance).contains(seen.at - model.at)
            guard isSame || (index == 0 && seen.values == model.values) else {
                Issue.record("\(what): change \(index): \(seen) instead of \(model)", sourceLocation: sourceLocation)
                return
            }
        }
    }

    /// Expects of each step that its motor was to go that way then.
    /// - Parameters:
    ///   - axis: 0 slider, 1 zx, 2 zy.
    ///   - steps: the motor's steps.
    ///   - isVelocity: whether the axis has a velocity; otherwise it goes to a position.
    func expect(
        _ axis: Int, _ steps: [(at: Int, direction: Int)], isVelocity: Bool, _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var position = 0, next = 0
        for step in steps {
            while next + 1 < motions.count && motions[next + 1].at + Self.tolerance < step.at { next += 1 }
            // What held at the step, and what has come so shortly before it that the sketch may not have known.
            let held = motions[next...].prefix { $0.at <= step.at + 1_000 }.map { $0.values[axis] }
            let isRight = held.contains { value in
                (isVelocity ? value.signum() : (value - position).signum()) == step.direction
            }
            position += step.direction
            guard isRight else {
                Issue.record(
                    "\(what): axis \(axis) steps \(step.direction) to \(position) at \(step.at) us, but was \(held)",
                    sourceLocation: sourceLocation)
                return
            }
        }
    }
}
