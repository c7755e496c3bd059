/// The part of a map's plane that a picture shows, and where on it.
struct MapView: Equatable {
    /// The frame of the map within the picture, in pixels.
    let left: Double, top: Double, width: Double, height: Double
    /// The point of the plane in the middle.
    let centre: PlanePoint
    /// Pixels of a metre.
    let scale: Double

    /// A view of all points, with room around them.
    /// - Parameters:
    ///   - least: the shortest side of what it shows, in metres.
    ///   - margin: the room around the points in pixels.
    init(
        of points: [PlanePoint], least: Double, left: Double, top: Double, width: Double, height: Double,
        margin: Double = 28
    ) {
        let (low, high) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
        let (bottom, upper) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
        centre = PlanePoint(x: (low + high) / 2, y: (bottom + upper) / 2)
        scale = min(
            max(1, width - 2 * margin) / max(high - low, least),
            max(1, height - 2 * margin) / max(upper - bottom, least))
    }

    /// Where a point is in the picture.
    func pixel(_ point: PlanePoint) -> PlanePoint {
        PlanePoint(
            x: left + width / 2 + (point.x - centre.x) * scale, y: top + height / 2 - (point.y - centre.y) * scale)
    }

    /// The point of the plane at a point of the picture.
    func point(x: Double, y: Double) -> PlanePoint {
        PlanePoint(
            x: centre.x + (x - left - width / 2) / scale, y: centre.y - (y - top - height / 2) / scale)
    }

    /// The greatest of 1, 2, 5, 10, ... times a power of ten that is not above a length.
    static func round(_ length: Double) -> Double {
        var step = 1e-9
        while step * 10 <= length { step *= 10 }
        return [5, 2].map { $0 * step }.first { $0 <= length } ?? step
    }

    /// The points of lines that are within the frame, as pieces.
    func clipped(_ line: [PlanePoint]) -> [[PlanePoint]] {
        zip(line, line.dropFirst()).compactMap { start, end in clip(pixel(start), pixel(end)).map { [$0, $1] } }
    }

    /// The part of a straight line that is within the frame (Liang and Barsky).
    private func clip(_ start: PlanePoint, _ end: PlanePoint) -> (PlanePoint, PlanePoint)? {
        let delta = PlanePoint(x: end.x - start.x, y: end.y - start.y)
        var (from, to) = (0.0, 1.0)
        let sides = [
            (-delta.x, start.x - left), (delta.x, left + width - start.x), (-delta.y, start.y - top),
            (delta.y, top + height - start.y),
        ]
        for (slope, room) in sides {
            if slope == 0 {
                if room < 0 { return nil }
            } else if slope < 0 {
                from = max(from, room / slope)
            } else {
                to = min(to, room / slope)
            }
        }
        guard from <= to else { return nil }
        func at(_ part: Double) -> PlanePoint { PlanePoint(x: start.x + part * delta.x, y: start.y + part * delta.y) }
        return (at(from), at(to))
    }
}
