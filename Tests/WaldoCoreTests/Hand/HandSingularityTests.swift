import Testing
import WaldoTestSupport

@testable import WaldoCore

/// A MeArm's hand at half speed against its straight elbow, where the way outwards ends, and back.
@Suite struct HandSingularityTests {
    private static let span = 0.02, speed = 30.0

    /// The longest steps of the hand, in millimetres, and of a joint, in degrees, and where the hand is at the end.
    private struct Steps {
        var hand = 0.0, joint = 0.0, numbers = HandNumbers.vector([90, 60, 80])

        mutating func take(_ next: SIMD8<Double>, _ chain: HandChain) {
            let way = chain.place(at: next).point - chain.place(at: numbers).point
            hand = max(hand, (way * way).sum().squareRoot())
            for index in 0..<8 { joint = max(joint, (next[index] - numbers[index]).magnitude) }
            numbers = next
        }
    }

    /// The speeds that a plain inverse of the Jacobian gives for a way in the arm's own plane: by Cramer's rule.
    private func inverted(_ reach: Double, _ place: HandPlace) -> SIMD8<Double> {
        let determinant = place.x[1] * place.z[2] - place.x[2] * place.z[1]
        var speeds = SIMD8<Double>.zero
        (speeds[1], speeds[2]) = (reach * place.z[2] / determinant, -reach * place.z[1] / determinant)
        return speeds
    }

    @Test func atHalfSpeedNoStepIsLongerThanAsked() throws {
        let arm = try #require(try HandNumbers().arms["mearm"]), chain = try #require(HandChain(arm))
        let solver = HandSolver(
            chain, limits: HandLimits(low: .zero, high: .init(repeating: 180)), rows: 0b111)
        var own = Steps(), plain = Steps(), least = 1.0
        let start = chain.place(at: own.numbers).point
        for turn in 0..<200 {
            let reach = turn < 100 ? Self.speed : -Self.speed
            let step = solver.step(
                HandVelocity(.cylinder, HandNumbers.vector([reach])), from: own.numbers, over: Self.span)
            own.take(step.numbers, chain)
            least = min(least, step.share)
            plain.take(plain.numbers + inverted(reach, chain.place(at: plain.numbers)) * Self.span, chain)
        }
        let asked = Self.speed * Self.span
        print(
            "through the straight elbow at \(Self.speed) mm/s: \(asked) mm asked in a step, \(own.hand) mm at most, "
                + "a joint \(own.joint) degrees, \(least) of the speed at least; "
                + "plain inversion \(plain.hand) mm, a joint \(plain.joint) degrees")
        #expect(own.hand <= asked * 1.01 && own.joint < 1 && least < 0.2)
        #expect(plain.hand > 10 * asked && plain.joint > 10 * own.joint)
        #expect(chain.place(at: own.numbers).point.x < start.x + 18)
    }
}
