import WaldoCore
import WaldoSurvey

/// Meridians and parallels of a wide map, which are curves there, with their numbers at the lower and the left edge.
struct CurvedGraticule {
    /// The steps in which a curve is drawn, and in which the frame is looked through.
    private static let steps = 90
    /// So many pixels are between two numbers at least.
    private static let room = (across: 64.0, up: 20.0)

    private let view: MapView, area: EqualArea, theme: MapTheme

    init(_ view: MapView, _ area: EqualArea, _ theme: MapTheme) {
        (self.view, self.area, self.theme) = (view, area, theme)
    }

    /// What the frame shows: longitudes as differences from the middle's, and latitudes, in degrees.
    private var extent: (turns: ClosedRange<Double>, latitudes: ClosedRange<Double>)? {
        var turns: [Double] = [], latitudes: [Double] = []
        for column in 0...Self.steps {
            for row in 0...Self.steps {
                let x = view.left + view.width * Double(column) / Double(Self.steps)
                let y = view.top + view.height * Double(row) / Double(Self.steps)
                guard let place = area.place(view.point(x: x, y: y)) else { continue }
                turns.append(EqualArea.wrapped(place.x - area.longitude))
                latitudes.append(place.y)
            }
        }
        for pole in [-90.0, 90] where isShown(pole: pole) {
            turns += [-180, 180]
            latitudes.append(pole)
        }
        guard let west = turns.min(), let east = turns.max(), let south = latitudes.min(), let north = latitudes.max()
        else { return nil }
        return (west...east, south...north)
    }

    private func isShown(pole: Double) -> Bool {
        guard let pixel = area.point(Place(x: 0, y: pole)).map(view.pixel) else { return false }
        return (view.left...view.left + view.width).contains(pixel.x)
            && (view.top...view.top + view.height).contains(pixel.y)
    }

    /// The lines and their numbers.
    var shapes: [Drawing.Shape] {
        guard let (turns, latitudes) = extent else { return [] }
        let bottom = view.top + view.height
        var shapes: [Drawing.Shape] = [], numbers: [Double] = []
        let west = area.longitude + turns.lowerBound, east = area.longitude + turns.upperBound
        for line in MapFurniture.lines(west, east, MapFurniture.spacing.across / view.width) {
            let curve = drawn { Place(x: line.value, y: Self.between(latitudes, $0)) }
            shapes += curve.map { .line($0, width: 1, theme.faint) }
            guard let end = Self.end(of: curve, where: { ($0.y - bottom).magnitude < 0.5 }),
                numbers.allSatisfy({ ($0 - end.x).magnitude >= Self.room.across })
            else { continue }
            numbers.append(end.x)
            shapes.append(.text(line.longitude + "°", x: end.x, y: bottom + 17, .middle, theme.ink, size: 13))
        }
        numbers.removeAll()
        for line in MapFurniture.lines(
            latitudes.lowerBound, latitudes.upperBound, MapFurniture.spacing.up / view.height)
        {
            let curve = drawn { Place(x: area.longitude + Self.between(turns, $0), y: line.value) }
            shapes += curve.map { .line($0, width: 1, theme.faint) }
            guard let end = Self.end(of: curve, where: { ($0.x - view.left).magnitude < 0.5 }),
                numbers.allSatisfy({ ($0 - end.y).magnitude >= Self.room.up })
            else { continue }
            numbers.append(end.y)
            shapes.append(.text(line.text + "°", x: view.left - 5, y: end.y + 4, .end, theme.ink, size: 13))
        }
        return shapes
    }

    private static func between(_ range: ClosedRange<Double>, _ part: Double) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * part
    }

    /// The parts of a curve that are within the frame, in pixels.
    private func drawn(_ place: (Double) -> Place) -> [[PlanePoint]] {
        let points = (0...Self.steps).map { area.point(place(Double($0) / Double(Self.steps))) }
        var parts: [[PlanePoint]] = []
        for (start, end) in zip(points, points.dropFirst()) {
            guard let start, let end, let piece = view.clipped([start, end]).first else { continue }
            if let last = parts.last?.last, last.distance(to: piece[0]) < 0.01 {
                parts[parts.count - 1].append(piece[1])
            } else {
                parts.append(piece)
            }
        }
        return parts
    }

    /// The first end of a part of a curve that is on an edge.
    private static func end(of curve: [[PlanePoint]], where isOnEdge: (PlanePoint) -> Bool) -> PlanePoint? {
        curve.lazy.flatMap { [$0[0], $0[$0.count - 1]] }.first(where: isOnEdge)
    }
}
