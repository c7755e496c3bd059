import Glibc
import Testing
import WaldoTestSupport

@testable import WaldoCore

@Suite struct DegreesTests {
    @Test func rightAnglesAreExact() {
        for turns in [-1_000_000_000, -3, -1, 0, 1, 2, 7] {
            let turn = Double(turns) * 360
            for (angle, sine, cosine) in [(0.0, 0.0, 1.0), (90, 1, 0), (180, 0, -1), (270, -1, 0), (-90, -1, 0)] {
                #expect(Degrees.sine(turn + angle) == sine && Degrees.cosine(turn + angle) == cosine, "\(turn + angle)")
            }
        }
    }

    /// By a Python script that works the same polynomials: another program, the same bits.
    @Test(
        arguments: [
            (1, 0x3f91df0b2b89dd1e, 0x3feffec097f5af8a),
            (30, 0x3fe0000000000000, 0x3febb67ae8584caa),
            (44.999, 0x3fe6a08484bb5f4b, 0x3fe6a0b848257db4),
            (45, 0x3fe6a09e667f3bcc, 0x3fe6a09e667f3bcf),
            (60, 0x3febb67ae8584caa, 0x3fe0000000000000),
            (133.7, 0x3fe7228bfef87326, 0xbfe61bb56e1e9d92),
            (-12.345678, 0xbfcb5e19fc29adff, 0x3fef429042b4bd91),
            (359.999999, 0xbe52bd8645f687c5, 0x3fefffffffffffff),
            (1234567.89, 0x3fe9410e155ae7c6, 0xbfe3a7189819bb2c),
            (-899999.1, 0x3f90159438a7d7e8, 0x3feffefd479162d9),
        ] as [(Double, UInt64, UInt64)])
    func theBitsAreThoseOfThePolynomial(_ angle: Double, _ sine: UInt64, _ cosine: UInt64) {
        #expect(Degrees.sine(angle).bitPattern == sine && Degrees.cosine(angle).bitPattern == cosine)
    }

    /// Against the C library, which is right to a unit in the last place.
    @Test func theErrorIsBelowTheStatedOne() {
        var random = SeededGenerator(3)
        for _ in 0..<200_000 {
            let angle = Double.random(in: -180...180, using: &random)
            #expect(abs(Degrees.sine(angle) - sin(angle * .pi / 180)) < 1e-15, "\(angle)")
            #expect(abs(Degrees.cosine(angle) - cos(angle * .pi / 180)) < 1e-15, "\(angle)")
        }
    }

    @Test func aDirectionIsTheAngleOfItsSineAndCosine() {
        for tenth in -1_799...1_800 {
            let angle = Double(tenth) / 10
            let found = Degrees.direction(Degrees.cosine(angle) * 0.01, Degrees.sine(angle) * 0.01)
            #expect(abs((found ?? .nan) - angle) < 1e-12, "\(angle)")
        }
        for (x, y) in [(0.0, 0.0), (.nan, 1), (.infinity, 1), (1, -.infinity)] {
            #expect(Degrees.direction(x, y) == nil)
        }
    }

    @Test func anAngleWithoutANumberIsZero() {
        for angle in [Double.nan, .infinity, -.infinity, 1e13, .greatestFiniteMagnitude] {
            #expect(Degrees.sine(angle) == 0 && Degrees.cosine(angle) == 1)
        }
    }
}
