import Glibc
import Testing
import WaldoTestSupport

@testable import WaldoCore

/// A push along one axis moves along that axis alone.
@Suite struct AxialSnapTests {
    private let snap = AxialSnap(degrees: 8)

    /// The direction that a stick pushed in the direction of `degrees` moves in, and how far for a full push.
    private func turned(_ degrees: Double, by snap: AxialSnap) -> (degrees: Double, length: Double) {
        let angle = degrees * .pi / 180
        let way = snap.turned((cos(angle) * 0.7, sin(angle) * 0.7), to: 0.9)
        return (atan2(way.y, way.x) * 180 / .pi, (way.x * way.x + way.y * way.y).squareRoot())
    }

    @Test func withinTheBandTheOtherAxisIsExactlyZero() {
        for axis in [0.0, 90, 180, 270] {
            for beside in [-7.99, -3, 0, 3, 7.99] {
                let angle = (axis + beside) * .pi / 180
                let way = snap.turned((cos(angle), sin(angle)), to: 1)
                let isAlongX = axis == 0 || axis == 180
                #expect((isAlongX ? way.y : way.x) == 0)
                #expect(((isAlongX ? way.x : way.y).magnitude - 1).magnitude < 1e-12)
            }
        }
    }

    @Test func theDirectionNeverJumpsAndTheLengthStays() {
        var last = turned(-180.05, by: snap).degrees
        for step in 0...7200 {
            let now = turned(-180 + Double(step) * 0.05, by: snap)
            let turn = (now.degrees - last).magnitude
            // A twentieth of a degree of the hand is never more than a tenth of a degree of the arm.
            #expect(min(turn, 360 - turn) < 0.1, "at \(step)")
            #expect((now.length - 0.9).magnitude < 1e-12)
            last = now.degrees
        }
    }

    @Test(arguments: [45.0, 135, -45, -135]) func midwayBetweenTwoAxesNothingIsTurned(degrees: Double) {
        #expect((turned(degrees, by: snap).degrees - degrees).magnitude < 1e-9)
    }

    @Test func absentItTurnsNothing() {
        for degrees in stride(from: -179.0, through: 179, by: 3.7) {
            #expect((turned(degrees, by: AxialSnap(degrees: 0)).degrees - degrees).magnitude < 1e-9)
        }
    }

    @Test func aJoystickSnapsByItsMapping() throws {
        var mapping = try #require(Mapping.pad().joystick)
        for (band, moves) in [(0.0, true), (8, false)] {
            mapping.snap = band
            var stick = JoystickControl(.joystick, mapping, moves: (nil, nil))
            stick.adopt(.padAtRest, isAdded: true)
            stick.update(isBlocked: false, at: 0)
            stick.update(isBlocked: false, at: 250_000)
            stick.apply(.axis(Code.rx, 30_000))
            stick.apply(.axis(Code.ry, 3_000))
            #expect((stick.deflection.y != 0) == moves)
        }
    }
}
