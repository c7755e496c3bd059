import Testing
import WaldoTestSupport

@testable import WaldoCore

/// A hand that has been pushed against its straight arm, or the base's axis, comes back.
@Suite struct StraightArmTests {
    private struct Hand {
        let solver: HandSolver
        var numbers: SIMD8<Double>
        private(set) var reversals = 0
        private var before = 0.0

        /// The hand of one of the shipped arms, kept level where it has joints for that.
        init(_ name: String, at numbers: [Double]) throws {
            let arm = try #require(try HandNumbers().arms[name]), chain = try #require(HandChain(arm))
            let isSmall = name == "mearm"
            solver = HandSolver(
                chain, limits: HandLimits(low: .zero, high: .init(repeating: isSmall ? 180 : 4_095)),
                rows: isSmall ? 0b111 : 0b11111)
            self.numbers = HandNumbers.vector(numbers)
        }

        var point: SIMD3<Double> { solver.chain.place(at: numbers).point }
        /// As the arm is sent it.
        var rounded: SIMD8<Double> { numbers.rounded(.toNearestOrAwayFromZero) }

        mutating func reach(_ speed: Double, for seconds: Double) {
            for _ in 0..<Int(seconds * 50) {
                let velocity = HandVelocity(.cylinder, HandNumbers.vector([speed]))
                numbers = solver.step(velocity, from: numbers, over: 0.02).numbers
            }
        }
    }

    private struct Start: Sendable, CustomTestStringConvertible {
        let arm: String, numbers: [Double]
        /// How far the elbow is bent, in the board's units; 0: the arm is straight.
        let bend: @Sendable (SIMD8<Double>) -> Double
        /// How far it is back after one second and after two, of 60 and 120 mm.
        let back: (one: Double, two: Double)
        var testDescription: String { arm }
    }

    private static let starts = [
        Start(arm: "mearm", numbers: [90, 60, 80], bend: { $0[1] + $0[2] - 90 }, back: (56, 116)),
        Start(arm: "so101", numbers: [Double](repeating: 2_048, count: 5), bend: { $0[2] - 1_212 }, back: (31, 91)),
    ]

    @Test(arguments: starts, [2.0, 5, 12, 60]) private func itComesBackAtOnceAndAsItWent(
        start: Start, seconds: Double
    ) throws {
        var hand = try Hand(start.arm, at: start.numbers)
        let side = start.bend(hand.numbers)
        hand.reach(60, for: seconds)
        let straight = hand.point.x
        hand.reach(-60, for: 1)
        #expect(straight - hand.point.x > start.back.one)
        hand.reach(-60, for: 1)
        #expect(straight - hand.point.x > start.back.two)
        #expect(start.bend(hand.numbers) * side > 0, "it folds to the other side")
    }

    /// Exactly straight, it has to begin on one of the two sides.
    @Test func outOfAStraightArmItComesAtOnce() throws {
        var hand = try Hand("mearm", at: [90, 0, 90])
        hand.reach(60, for: 1)
        #expect(hand.point.x > 227)
        hand.reach(-60, for: 2)
        #expect(hand.point.x < 228 - 100)
    }

    @Test(arguments: starts) private func theWayInwardsEndsAtTheBasesAxis(start: Start) throws {
        var hand = try Hand(start.arm, at: start.numbers)
        hand.reach(-60, for: 12)
        let end = hand.rounded
        #expect(hand.point.x.magnitude < 1)
        for _ in 0..<50 {
            hand.reach(-60, for: 0.02)
            #expect(hand.rounded == end, "it stands still")
        }
        hand.reach(60, for: 1)
        #expect(hand.point.x > 45)
    }
}
