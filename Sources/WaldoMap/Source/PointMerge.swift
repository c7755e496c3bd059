import Glibc
import WaldoCore

/// Fewer points for a search: those within one cell count together, at the middle of their exposure.
///
/// The cells are the smaller, the nearer they are to where most was counted: at most a quarter as wide as their
/// distance to it. There the field of a source that is as near changes by little within a cell. What is hot is looked
/// for in cells of all sizes, from that of a step to that of the whole survey.
struct PointMerge {
    /// So many points are searched as they are; of more, about so many are left.
    static let maxPoints = 2_000
    /// The places where most was counted, the hottest first.
    private(set) var hot: [ArmPoint] = []
    /// What is left of the points.
    private(set) var points: [CountedPoint]

    /// Cells from a side's 16,384th part up are looked at, and so many hot places are kept.
    private static let finest = 16_384.0, maxHotCells = 3
    /// A smaller gain in likelihood within a hot cell means nothing.
    private static let leastGain = 3.0
    /// How wide a cell is at most, as a part of its distance to a hot place.
    private static let width = 0.25

    private struct Key: Hashable { var size: Int32, x: Int32, y: Int32, z: Int32 }

    /// Merges points.
    /// - Parameter around: the least box around them; its side is above zero.
    init(_ points: [CountedPoint], around: SpaceBox) {
        self.points = points
        guard points.count > Self.maxPoints else { return }
        let step = around.side / Self.finest
        hot = Self.hot(points, from: around.low, step)
        var width = Self.width
        repeat {
            self.points = Self.merge(points, from: around.low, step) { point in
                let away = hot.map { Self.distance($0, point) }.min() ?? around.side
                return Int32(max(0, log2(max(1, away * width / step)).rounded(.down)))
            }
            width *= 1.5
        } while self.points.count > Self.maxPoints && width < 100
    }

    /// A cell in which more was counted than elsewhere.
    private struct HotCell {
        var point: ArmPoint, gain: Double, size: Int32
    }

    /// The places where most was counted, each found in ever smaller cells. The points of a large hot cell are left out
    /// of the search for the next.
    private static func hot(_ points: [CountedPoint], from low: ArmPoint, _ step: Double) -> [ArmPoint] {
        let rate = points.reduce(0) { $0 + $1.counts } / points.reduce(0) { $0 + $1.exposure }
        var rest = points, hot: [ArmPoint] = []
        while hot.count < maxHotCells, let outer = hottest(rest, from: low, step, below: Int32(log2(finest)), rate) {
            func isInside(_ cell: HotCell) -> (CountedPoint) -> Bool {
                { key($0.point, cell.size, low, step) == key(cell.point, cell.size, low, step) }
            }
            var cell = outer, inside = rest.filter(isInside(outer))
            while let inner = hottest(inside, from: low, step, below: cell.size, rate), inner.gain > leastGain {
                cell = inner
                inside = inside.filter(isInside(inner))
            }
            hot.append(cell.point)
            let isOuter = isInside(outer)
            rest = rest.filter { !isOuter($0) }
        }
        return hot
    }

    /// The hottest cell, by how much likelier its counts are with a rate of its own than with that of all points.
    private static func hottest(
        _ points: [CountedPoint], from low: ArmPoint, _ step: Double, below limit: Int32, _ rate: Double
    ) -> HotCell? {
        var cells = points, best: HotCell?
        for size in 0..<limit {
            cells = merge(cells, from: low, step) { _ in size }
            for cell in cells {
                let gain = gain(cell, rate)
                if gain > best?.gain ?? 0 { best = HotCell(point: cell.point, gain: gain, size: size) }
            }
        }
        return best
    }

    private static func gain(_ cell: CountedPoint, _ rate: Double) -> Double {
        let expected = cell.exposure * rate
        guard cell.counts > expected else { return 0 }
        return cell.counts * log(cell.counts / expected) - (cell.counts - expected)
    }

    /// - Parameter size: the binary logarithm of the side of a point's cell, in steps.
    private static func merge(
        _ points: [CountedPoint], from low: ArmPoint, _ step: Double, size: (ArmPoint) -> Int32
    ) -> [CountedPoint] {
        var indices: [Key: Int] = [:], merged: [CountedPoint] = []
        for point in points {
            let key = key(point.point, size(point.point), low, step)
            guard let index = indices[key] else {
                indices[key] = merged.count
                merged.append(point)
                continue
            }
            let exposure = merged[index].exposure + point.exposure, part = point.exposure / exposure
            merged[index].point.x += (point.point.x - merged[index].point.x) * part
            merged[index].point.y += (point.point.y - merged[index].point.y) * part
            merged[index].point.z += (point.point.z - merged[index].point.z) * part
            merged[index].counts += point.counts
            merged[index].exposure = exposure
        }
        return merged
    }

    private static func key(_ point: ArmPoint, _ size: Int32, _ low: ArmPoint, _ step: Double) -> Key {
        let side = step * exp2(Double(size))
        func index(_ coordinate: Double, _ low: Double) -> Int32 { Int32(((coordinate - low) / side).rounded(.down)) }
        return Key(size: size, x: index(point.x, low.x), y: index(point.y, low.y), z: index(point.z, low.z))
    }

    private static func distance(_ one: ArmPoint, _ other: ArmPoint) -> Double {
        let x = one.x - other.x, y = one.y - other.y, z = one.z - other.z
        return (x * x + y * y + z * z).squareRoot()
    }
}
