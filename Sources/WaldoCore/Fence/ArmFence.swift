/// What the hand and the ends of an arm's links keep out of, in metres in the arm's own system: x forward, y to the
/// left, z up, from the base. Wheels carry it along.
public struct ArmFence: Equatable, Sendable {
    /// The most boxes.
    public static let maxBoxes = 8

    /// What is kept out of.
    public enum Shape: Equatable, Sendable {
        /// All below this height.
        case table(Double)
        /// A box between two corners; each coordinate of the first is less than that of the second.
        case box(ArmPoint, ArmPoint)
        /// All around the base within a radius of more than 0, up to a height.
        case cylinder(radius: Double, height: Double)
        /// All farther than this from the base.
        case reach(Double)
    }

    /// A shape with its name on screens.
    public struct Region: Equatable, Sendable {
        /// Its name: "table", "cylinder", "reach" or that of a box.
        public var name: String
        /// What it bounds.
        public var shape: Shape

        /// Creates a region.
        public init(_ name: String, _ shape: Shape) { (self.name, self.shape) = (name, shape) }
    }

    /// Its regions.
    public var regions: [Region]

    /// Creates a fence from its regions.
    public init(_ regions: [Region]) { self.regions = regions }
}

/// The shape's faces: a point is inside if it is behind all of them.
extension ArmFence.Shape {
    /// How deep a point is inside, in metres; not above zero: it is outside.
    public func depth(of point: ArmPoint) -> Double {
        var depth = depth(of: point, behind: 0)
        var face = 1
        while face < faceCount {
            depth = min(depth, self.depth(of: point, behind: face))
            face += 1
        }
        return depth
    }

    var faceCount: Int {
        switch self {
        case .table, .reach: 1
        case .cylinder: 2
        case .box: 6
        }
    }

    /// Whether a point that only a turn about the base's axis moves keeps its depth.
    var isRound: Bool { if case .box = self { false } else { true } }

    /// How far a point is behind a face, in metres; below zero: in front of it.
    @inline(__always)
    func depth(of point: ArmPoint, behind face: Int) -> Double {
        switch self {
        case .table(let height): height - point.z
        case .reach(let limit): (point.x * point.x + point.y * point.y + point.z * point.z).squareRoot() - limit
        case .cylinder(let radius, let height):
            face == 0 ? radius - (point.x * point.x + point.y * point.y).squareRoot() : height - point.z
        case .box(let low, let high):
            switch face {
            case 0: point.x - low.x
            case 1: high.x - point.x
            case 2: point.y - low.y
            case 3: high.y - point.y
            case 4: point.z - low.z
            default: high.z - point.z
            }
        }
    }

    /// How much deeper behind a face a point can be between two samples than at either of them.
    ///
    /// Where the depth is greatest it does not change, so from there to the nearer sample, half a part away, only the
    /// curvature counts. The length of a vector curves upwards; the distance from an axis does so towards the axis.
    func sag(behind face: Int, _ bound: FenceBound, part: Double) -> Double {
        let flat = bound.acceleration * part * part / 8
        guard case .cylinder(let radius, _) = self, face == 0 else { return flat }
        let distance = radius + bound.length * part / 2
        return (bound.length * bound.length + distance * bound.acceleration) * part * part / (8 * radius)
    }

    /// The most behind any face.
    func sag(_ bound: FenceBound, part: Double) -> Double {
        var most = 0.0, face = 0
        while face < faceCount {
            most = max(most, sag(behind: face, bound, part: part))
            face += 1
        }
        return most
    }
}
