import Glibc

/// Turns the direction of a deflection onto the nearest axis if it is within a band beside it, so that a push along
/// one axis does not creep along the other. Outside the band the direction is continuous: at the band's edge it is
/// the axis's own, and midway between two axes it is unchanged.
struct AxialSnap: Equatable, Sendable {
    /// The tangent of the band's angle; 0: nothing is turned.
    private let edge: Double

    /// - Parameter degrees: the band's angle to either side of an axis, 0..<45.
    init(degrees: Double) { edge = tan(max(0, min(44, degrees)) * .pi / 180) }

    /// The deflection of this length in the direction of `way`, turned; `way` must not be zero.
    @inline(__always)
    func turned(_ way: (x: Double, y: Double), to length: Double) -> (x: Double, y: Double) {
        guard edge > 0 else { return scaled(way, to: length) }
        let isAlongX = way.x.magnitude >= way.y.magnitude
        let along = isAlongX ? way.x : way.y, across = isAlongX ? way.y : way.x
        // The tangent of the angle to the nearest axis, 0...1.
        let slope = (across / along).magnitude
        let turned = max(0, (slope - edge) / (1 - edge))
        let farther = length / (1 + turned * turned).squareRoot()
        let (long, short) = (along < 0 ? -farther : farther, across < 0 ? -farther * turned : farther * turned)
        return isAlongX ? (long, short) : (short, long)
    }

    private func scaled(_ way: (x: Double, y: Double), to length: Double) -> (x: Double, y: Double) {
        let scale = length / (way.x * way.x + way.y * way.y).squareRoot()
        return (way.x * scale, way.y * scale)
    }
}
