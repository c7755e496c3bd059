import Glibc

/// A joystick's position as an angle and a displacement, for polar inputs and for the display.
///
/// The angle is in degrees clockwise from north (up), [0, 360); the displacement is 0...1, and a displacement of 0 has
/// the angle 0. This is the convention of the original app's joystick (JoyStickView).
public struct Polar: Equatable, Sendable {
    /// Degrees clockwise from up, [0, 360).
    public let angle: Double
    /// The fraction of full travel, 0...1.
    public let displacement: Double

    /// Creates a position from an angle in degrees, of any size, and a displacement, clamped to 0...1. A value that is
    /// not finite becomes 0.
    public init(angle: Double, displacement: Double) {
        let clamped = displacement.isFinite ? max(0, min(1, displacement)) : 0
        self.displacement = clamped
        self.angle = clamped == 0 || !angle.isFinite ? 0 : Self.normalised(angle)
    }

    /// Creates a position from a point, x to the right and y upward.
    public init(x: Double, y: Double) {
        self.init(angle: atan2(x, y) * 180 / .pi, displacement: (x * x + y * y).squareRoot())
    }

    /// Rounded to whole degrees and to 0.01, as in the original app, so that what a polar input passes to the state
    /// machine does not depend on the last bit of a libm.
    public var rounded: Polar {
        Polar(angle: angle.rounded(), displacement: (displacement * 100).rounded() / 100)
    }

    /// x = d sin a, to the right: the ZX plane.
    public var x: Double { displacement * sin(angle * .pi / 180) }

    /// y = d cos a, upward: the ZY plane.
    public var y: Double { displacement * cos(angle * .pi / 180) }

    private static func normalised(_ angle: Double) -> Double {
        let rest = fmod(angle, 360)
        let positive = rest < 0 ? rest + 360 : rest
        return positive >= 360 ? 0 : positive
    }
}
