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

    private var joints: [String] {
        guard servos > 1 else { return [] }
        let bending = names[1..<max(2, servos - 1)]
        let arm = bending.flatMap { ["{ turn: y, by: \($0), unit: 1 deg, zero: 90 }", "{ move: z, length: 100 mm }"] }
        let all = ["{ turn: z, by: \(names[0]), unit: 1 deg, zero: 90 }"] + arm
        return ["settle: 500 ms", "joints:"] + all.map { "  - \($0)" }
    }
}
