import WaldoCore
import WaldoTestSupport

/// A step of a hand with six joints and five directions, beside the same in C.
struct HandSpeed {
    private static let arm = "sliding", steps = 24_000

    /// Nanoseconds for a step: the best of five rounds, because disturbances only add time.
    let waldo: Double, c: Double

    /// - Throws: `DidNotHappen` if the C program fails, or its numbers are others.
    init(_ programs: Programs) async throws {
        let foreign = try HandNumbers()
        guard let arm = foreign.arms[Self.arm], let chain = HandChain(arm) else {
            throw DidNotHappen("\(HandNumbers.file) has no arm \(Self.arm)")
        }
        let limits = HandLimits(
            low: .init(repeating: -5_000), high: .init(repeating: 5_000), slew: .init(repeating: 80))
        let solver = HandSolver(chain, limits: limits, rows: 0b11111)
        let poses = foreign.poses.filter { $0.arm == Self.arm }
        var best = Double.infinity, sum = 0.0
        for _ in 0..<5 {
            let start = Clock.now()
            sum = 0
            for index in 0..<Self.steps {
                let pose = poses[index % poses.count]
                sum += solver.step(pose.velocity, from: pose.numbers, over: 0.02).numbers.sum()
            }
            best = min(best, Double(Clock.now() - start) / Double(Self.steps))
        }
        let child = try ChildProcess(programs.hand, [HandNumbers.file, Self.arm, "\(Self.steps)"])
        defer { child.close() }
        let line = try await child.waitForLine(containing: " ")
        let figures = line.split(separator: " ").compactMap { Double($0) }
        guard figures.count == 2, (figures[1] - sum).magnitude <= 1e-9 * sum.magnitude else {
            throw DidNotHappen("the hand in C makes other numbers: \(line), here \(sum)")
        }
        (waldo, c) = (best, figures[0])
    }
}
