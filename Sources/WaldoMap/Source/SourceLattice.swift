import WaldoCore

/// Evenly spaced places in a box, each with its index along the axes.
struct SourceLattice {
    struct Index: Hashable {
        var x: Int, y: Int, z: Int
    }

    let origin: ArmPoint
    let spacing: Double
    let box: SpaceBox

    /// A lattice with a place at a point.
    init(through origin: ArmPoint, spacing: Double, in box: SpaceBox) {
        (self.origin, self.spacing, self.box) = (origin, spacing, box)
    }

    func point(_ index: Index) -> ArmPoint {
        ArmPoint(
            x: origin.x + Double(index.x) * spacing, y: origin.y + Double(index.y) * spacing,
            z: origin.z + Double(index.z) * spacing)
    }

    /// The indices of all places in the box.
    var indices: [Index] {
        let x = range(origin.x, box.low.x, box.high.x), y = range(origin.y, box.low.y, box.high.y)
        let z = range(origin.z, box.low.z, box.high.z)
        return z.flatMap { z in y.flatMap { y in x.map { x in Index(x: x, y: y, z: z) } } }
    }

    private func range(_ origin: Double, _ low: Double, _ high: Double) -> ClosedRange<Int> {
        let first = Int(((low - origin) / spacing).rounded(.up)), last = Int(((high - origin) / spacing).rounded(.down))
        return first...max(first, last)
    }
}

extension SourceLattice.Index {
    /// The places beside it along the axes.
    var beside: [SourceLattice.Index] {
        [
            .init(x: x - 1, y: y, z: z), .init(x: x + 1, y: y, z: z), .init(x: x, y: y - 1, z: z),
            .init(x: x, y: y + 1, z: z), .init(x: x, y: y, z: z - 1), .init(x: x, y: y, z: z + 1),
        ]
    }
}
