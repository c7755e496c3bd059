import Testing
import WaldoTestSupport

@testable import WaldoCore

@Suite struct HandSolverTests {
    /// A MeArm: base, shoulder and elbow in degrees.
    private func mearm(slew: Double = .infinity) throws -> HandSolver {
        let arm = try #require(try HandNumbers().arms["mearm"])
        return HandSolver(
            try #require(HandChain(arm)),
            limits: HandLimits(
                low: .zero, high: .init(repeating: 180), slew: .init(repeating: slew)), rows: 0b111)
    }

    private func point(_ solver: HandSolver, _ numbers: SIMD8<Double>) -> SIMD3<Double> {
        solver.chain.place(at: numbers).point
    }

    @Test func aStraightLineIsStraight() throws {
        let solver = try mearm()
        var numbers = HandNumbers.vector([90, 100, 100])
        let start = point(solver, numbers)
        for step in 1...100 {
            let asked = HandVelocity(.base, HandNumbers.vector([-20, 30, 10]))
            let next = solver.step(asked, from: numbers, over: 0.02)
            numbers = next.numbers
            #expect(abs(next.share - 1) < 1e-9)
            let way = point(solver, numbers) - start, time = Double(step) * 0.02
            for (part, rate) in [(way.x, -20.0), (way.y, 30), (way.z, 10)] {
                #expect(abs(part - rate * time) < 0.01, "\(step)")
            }
        }
    }

    @Test(arguments: [HandAxis.Frame.base, .cylinder, .hand])
    func theHandGoesWhereItIsAskedToGo(frame: HandAxis.Frame) throws {
        let solver = try mearm(), numbers = HandNumbers.vector([70, 100, 100]), seconds = 0.001
        for rates in [[30.0, 0, 0], [0, 30, 0], [0, 0, 30], [-20, 10, 15]] {
            let asked = HandVelocity(frame, HandNumbers.vector(rates))
            let next = solver.step(asked, from: numbers, over: seconds).numbers
            let gone = (point(solver, next) - point(solver, numbers)) / seconds
            let off = solver.way(asked, at: numbers) - gone
            #expect((off * off).sum().squareRoot() < 0.1, "\(rates): \(gone)")
        }
    }

    @Test func aTurnIsAnArc() throws {
        let solver = try mearm()
        var numbers = HandNumbers.vector([90, 100, 100])
        for _ in 0..<50 {
            let asked = HandVelocity(.cylinder, [0, 30, 0, 0, 0, 0, 0, 0])
            numbers = solver.step(asked, from: numbers, over: 0.02).numbers
        }
        #expect(abs(numbers[0] - 120) < 1e-6 && abs(numbers[1] - 100) < 1e-6 && abs(numbers[2] - 100) < 1e-6)
    }

    /// Plain inversion would need any speed where the elbow is straight.
    @Test func throughTheStraightElbowTheHandSlowsAndDoesNotJump() throws {
        let solver = try mearm()
        var numbers = HandNumbers.vector([90, 60, 80]), worst = 0.0, slowest = 1.0
        for step in 0..<400 {
            // Outwards beyond the reach, then back.
            let asked = HandVelocity(.cylinder, [step < 200 ? 50 : -50, 0, 0, 0, 0, 0, 0, 0])
            let next = solver.step(asked, from: numbers, over: 0.02), before = point(solver, numbers)
            let way = point(solver, next.numbers) - before
            worst = max(worst, (way * way).sum().squareRoot())
            slowest = min(slowest, next.share)
            numbers = next.numbers
        }
        #expect(slowest < 0.05)
        #expect(worst <= 50 * 0.02 * 1.05)
        // It came back.
        #expect(point(solver, numbers).x < 180)
    }

    @Test func noJointIsFasterThanItsSlewAndTheDirectionStays() throws {
        let solver = try mearm(slew: 10)
        let numbers = HandNumbers.vector([90, 100, 100])
        let asked = HandVelocity(.base, HandNumbers.vector([40, 80, 30]))
        let found = solver.speeds(asked, at: numbers), free = try mearm().speeds(asked, at: numbers)
        let fastest = (0..<3).map { abs(found.speeds[$0]) }.max()
        #expect(abs(fastest! - 10) < 1e-9)
        for index in 0..<3 { #expect(abs(found.speeds[index] - free.speeds[index] * found.share) < 1e-9) }
    }

    @Test func aJointAtItsEndLetsTheOthersGoOn() throws {
        let solver = try mearm()
        // Outward and to the left with the base at its left end, where outward is along y: the rest goes outward.
        let numbers = HandNumbers.vector([180, 100, 100])
        let next = solver.step(HandVelocity(.cylinder, [10, 20, 0, 0, 0, 0, 0, 0]), from: numbers, over: 0.02)
        #expect(next.ended[0] && !next.ended[1] && next.numbers[0] == 180)
        #expect(next.share > 0 && next.share < 1)
        let (before, after) = (point(solver, numbers), point(solver, next.numbers))
        #expect(abs((after.y - before.y) - 0.2) < 1e-3 && abs(before.x - after.x) < 1e-9)
    }

    @Test func outsideOfItsEndsAJointMayOnlyComeBack() throws {
        let solver = try mearm()
        let numbers = HandNumbers.vector([190, 100, 100])
        let out = solver.step(HandVelocity(.cylinder, [0, 20, 0, 0, 0, 0, 0, 0]), from: numbers, over: 0.02)
        #expect(out.numbers[0] == 190)
        let back = solver.step(HandVelocity(.cylinder, [0, -20, 0, 0, 0, 0, 0, 0]), from: numbers, over: 0.02)
        #expect(abs(back.numbers[0] - 189.6) < 1e-6)
    }

    @Test func anywhereAndWithAnyWishNumbersStayWithinTheirLimits() throws {
        var chance = SeededGenerator(11)
        for (_, arm) in try HandNumbers().arms.sorted(by: { $0.key < $1.key }) {
            let slew = 80.0, span = 0.02
            let limits = HandLimits(
                low: .init(repeating: -100), high: .init(repeating: 100), slew: .init(repeating: slew))
            let solver = HandSolver(try #require(HandChain(arm)), limits: limits, rows: 0b11111)
            var numbers = SIMD8<Double>.zero
            for step in 0..<3_000 {
                var asked = HandVelocity([.base, .cylinder, .hand][step / 50 % 3])
                for row in 0..<5 {
                    let wishes = [0, .random(in: -300...300, using: &chance), 1e300, -.infinity, .nan]
                    asked.rates[row] = wishes[step % 50 == 0 ? row : .random(in: 0...1, using: &chance)]
                }
                let next = solver.step(asked, from: numbers, over: span).numbers
                for index in 0..<8 {
                    #expect(next[index].magnitude <= 100)
                    #expect((next[index] - numbers[index]).magnitude <= slew * span * (1 + 1e-9), "\(arm.name) \(step)")
                }
                numbers = next
            }
        }
    }
}
