/// Areas that no route may cross.
public struct KeepOut: Equatable, Sendable {
    /// An area: its outer ring and those of its holes, and the rectangle around them.
    private struct Area: Equatable, Sendable {
        let rings: [[PlanePoint]]
        let low: PlanePoint, high: PlanePoint

        init(_ rings: [[PlanePoint]]) {
            // Each ring is closed by its first point.
            self.rings = rings.map { $0 + $0.prefix(1) }
            let points = rings.joined()
            low = PlanePoint(x: points.map(\.x).min() ?? 0, y: points.map(\.y).min() ?? 0)
            high = PlanePoint(x: points.map(\.x).max() ?? 0, y: points.map(\.y).max() ?? 0)
        }

        /// Whether the rectangle around two points touches that of the area.
        func isNear(_ one: PlanePoint, _ other: PlanePoint) -> Bool {
            max(one.x, other.x) >= low.x && min(one.x, other.x) <= high.x && max(one.y, other.y) >= low.y
                && min(one.y, other.y) <= high.y
        }

        /// A point is inside where a line from it crosses an odd number of sides.
        func contains(_ point: PlanePoint) -> Bool {
            var isInside = false
            for ring in rings {
                for (start, end) in zip(ring, ring.dropFirst()) where (start.y > point.y) != (end.y > point.y) {
                    let part = (point.y - start.y) / (end.y - start.y)
                    if point.x < start.x + part * (end.x - start.x) { isInside.toggle() }
                }
            }
            return isInside
        }
    }

    private let areas: [Area]

    /// Creates areas, each of its outer ring and those of its holes.
    public init(_ areas: [[[PlanePoint]]] = []) { self.areas = areas.map { Area($0) } }

    /// Whether a point lies in an area.
    public func contains(_ point: PlanePoint) -> Bool {
        areas.contains { $0.isNear(point, point) && $0.contains(point) }
    }

    /// Whether a straight way between two points touches an area.
    public func blocks(_ one: PlanePoint, _ other: PlanePoint) -> Bool {
        crosses(one, other) || contains(one)
    }

    /// Whether a straight line between two points crosses or touches an edge of an area.
    func crosses(_ one: PlanePoint, _ other: PlanePoint) -> Bool {
        areas.contains { area in
            area.isNear(one, other)
                && area.rings.contains { ring in
                    zip(ring, ring.dropFirst()).contains { Self.meet(one, other, $0, $1) }
                }
        }
    }

    private static func meet(_ one: PlanePoint, _ other: PlanePoint, _ start: PlanePoint, _ end: PlanePoint) -> Bool {
        let a = turn(start, end, one), b = turn(start, end, other)
        let c = turn(one, other, start), d = turn(one, other, end)
        if a * b > 0 || c * d > 0 { return false }
        // On one line: they meet where their extents overlap.
        return a != 0 || b != 0 || c != 0 || d != 0 || overlap(one, other, start, end)
    }

    /// For each cell of a grid whether an area covers or touches it, row by row.
    public func blocked(_ grid: MapGrid) -> [Bool] {
        var blocked = [Bool](repeating: false, count: grid.count)
        let half = grid.cell / 2
        for area in areas {
            for corner in area.rings.joined() { if let cell = grid.cell(of: corner) { blocked[cell] = true } }
            for index in blocked.indices where !blocked[index] {
                let centre = grid.centre(column: index % grid.columns, row: index / grid.columns)
                func corner(_ x: Double, _ y: Double) -> PlanePoint { PlanePoint(x: centre.x + x, y: centre.y + y) }
                guard area.isNear(corner(-half, -half), corner(half, half)) else { continue }
                blocked[index] =
                    area.contains(centre) || crosses(corner(-half, -half), corner(half, half))
                    || crosses(corner(-half, half), corner(half, -half))
            }
        }
        return blocked
    }

    /// Above zero where `point` lies to the left of the line, below where to the right.
    private static func turn(_ start: PlanePoint, _ end: PlanePoint, _ point: PlanePoint) -> Double {
        (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
    }

    private static func overlap(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint, _ d: PlanePoint) -> Bool {
        min(a.x, b.x) <= max(c.x, d.x) && min(c.x, d.x) <= max(a.x, b.x) && min(a.y, b.y) <= max(c.y, d.y)
            && min(c.y, d.y) <= max(a.y, b.y)
    }
}
