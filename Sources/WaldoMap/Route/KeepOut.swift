/// Areas that no route may cross.
public struct KeepOut: Equatable, Sendable {
    /// The rings of the areas, outer ones and holes alike: a point is inside where a line from it crosses an odd
    /// number.
    public var rings: [[PlanePoint]]

    /// Creates areas of rings, each closed by its first point.
    public init(_ rings: [[PlanePoint]] = []) { self.rings = rings }

    /// Whether a point lies in an area.
    public func contains(_ point: PlanePoint) -> Bool {
        var isInside = false
        for ring in rings {
            for (start, end) in Self.sides(ring) where (start.y > point.y) != (end.y > point.y) {
                let part = (point.y - start.y) / (end.y - start.y)
                if point.x < start.x + part * (end.x - start.x) { isInside.toggle() }
            }
        }
        return isInside
    }

    /// Whether a straight way between two points touches an area.
    public func blocks(_ one: PlanePoint, _ other: PlanePoint) -> Bool {
        guard !rings.isEmpty else { return false }
        return crosses(one, other) || contains(one)
    }

    /// Whether a straight line between two points crosses or touches an edge of an area.
    func crosses(_ one: PlanePoint, _ other: PlanePoint) -> Bool {
        rings.contains { ring in
            Self.sides(ring).contains { start, end in
                let a = Self.turn(start, end, one), b = Self.turn(start, end, other)
                let c = Self.turn(one, other, start), d = Self.turn(one, other, end)
                if a * b > 0 || c * d > 0 { return false }
                // On one line: they meet where their extents overlap.
                return a != 0 || b != 0 || c != 0 || d != 0 || Self.overlap(one, other, start, end)
            }
        }
    }

    private static func sides(_ ring: [PlanePoint]) -> Zip2Sequence<[PlanePoint], [PlanePoint]> {
        zip(ring, Array(ring.dropFirst()) + ring.prefix(1))
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

extension KeepOut {
    /// For each cell of a grid whether an area covers or touches it, row by row.
    public func blocked(_ grid: MapGrid) -> [Bool] {
        var blocked = [Bool](repeating: false, count: grid.count)
        guard !rings.isEmpty else { return blocked }
        let corners = rings.joined()
        for corner in corners { if let cell = grid.cell(of: corner) { blocked[cell] = true } }
        let low = PlanePoint(x: corners.map(\.x).min() ?? 0, y: corners.map(\.y).min() ?? 0)
        let high = PlanePoint(x: corners.map(\.x).max() ?? 0, y: corners.map(\.y).max() ?? 0)
        let half = grid.cell / 2
        for index in blocked.indices {
            let centre = grid.centre(column: index % grid.columns, row: index / grid.columns)
            guard centre.x + half >= low.x, centre.x - half <= high.x, centre.y + half >= low.y,
                centre.y - half <= high.y
            else { continue }
            let diagonals = [(-half, -half, half, half), (-half, half, half, -half)]
            blocked[index] =
                blocked[index] || contains(centre)
                || diagonals.contains { x, y, otherX, otherY in
                    crosses(
                        PlanePoint(x: centre.x + x, y: centre.y + y),
                        PlanePoint(x: centre.x + otherX, y: centre.y + otherY))
                }
        }
        return blocked
    }
}
