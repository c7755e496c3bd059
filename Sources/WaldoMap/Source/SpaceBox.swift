public import WaldoCore
import WaldoSurvey

/// A box in space, along the axes.
public struct SpaceBox: Equatable, Sendable {
    /// The corners with the least and the greatest coordinates, in metres.
    public var low: ArmPoint, high: ArmPoint

    /// Creates a box from its corners.
    public init(low: ArmPoint, high: ArmPoint) { (self.low, self.high) = (low, high) }

    /// Creates the least box around points; nil: there are none.
    public init?(around points: some Sequence<ArmPoint>) {
        var box: SpaceBox?
        for point in points {
            box = SpaceBox(
                low: ArmPoint(
                    x: min(box?.low.x ?? point.x, point.x), y: min(box?.low.y ?? point.y, point.y),
                    z: min(box?.low.z ?? point.z, point.z)),
                high: ArmPoint(
                    x: max(box?.high.x ?? point.x, point.x), y: max(box?.high.y ?? point.y, point.y),
                    z: max(box?.high.z ?? point.z, point.z)))
        }
        guard let box else { return nil }
        self = box
    }

    /// The longest side in metres.
    public var side: Double { max(high.x - low.x, high.y - low.y, high.z - low.z) }

    /// Whether a point lies in it.
    public func contains(_ point: ArmPoint) -> Bool {
        point.x >= low.x && point.x <= high.x && point.y >= low.y && point.y <= high.y && point.z >= low.z
            && point.z <= high.z
    }

    /// The box with so many metres more on each side.
    /// - Parameter top: the greatest height of the result.
    public func grown(by margin: Double, upTo top: Double = .infinity) -> SpaceBox {
        SpaceBox(
            low: ArmPoint(x: low.x - margin, y: low.y - margin, z: low.z - margin),
            high: ArmPoint(x: high.x + margin, y: high.y + margin, z: min(high.z + margin, top)))
    }
}
