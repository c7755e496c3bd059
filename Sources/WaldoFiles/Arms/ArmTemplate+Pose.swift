extension ArmTemplate {
    /// A geometry to be measured: the first of several servos turns the base, the next ones bend, and the last one is
    /// a gripper; two wheels carry the base. Empty where no channel moves the hand.
    var pose: String {
        let lines = drive + joints
        guard !lines.isEmpty else { return "" }
        return """
            # Where the channels put the hand: `--simulate` draws it, and a survey is located by it. The lengths are an example:
            # measure yours, and write from where they are as `source: measured with a ruler`.
            pose:
              accuracy: 20 mm

            """ + lines.map { "  \($0)\n" }.joined()
    }

    private var drive: [String] {
        guard names.dropFirst(servos).starts(with: ["left", "right"]) else { return [] }
        return ["drive: { left: left, right: right, unit: 3 mm/s, width: 200 mm, error: 10 % }"]
    }

    /// The indices of the servos that bend the arm.
    private var bending: Range<Int> { servos > 1 ? 1..<max(2, servos - 1) : 0..<0 }

    /// Where a servo is assumed to stand. The arm leans back, is bent at the elbow and looks forward: a straight one
    /// could move its hand in few directions.
    func start(of servo: Int) -> Int {
        switch servo - bending.lowerBound {
        case _ where !bending.contains(servo): 90
        case 0 where bending.count > 1: 60
        case 1: 150
        default: 120
        }
    }

    private var joints: [String] {
        guard servos > 1 else { return [] }
        let arm = names[bending].flatMap {
            ["{ turn: y, by: \($0), unit: 1 deg, zero: 90 }", "{ move: z, length: 100 mm }"]
        }
        let all = ["{ turn: z, by: \(names[0]), unit: 1 deg, zero: 90 }"] + arm
        return ["settle: 500 ms", "joints:"] + all.map { "  - \($0)" }
    }
}
