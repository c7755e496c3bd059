import WaldoCore
import WaldoSurvey

/// A map without a background: points coloured by their numbers, a scale bar, north and a legend.
struct MapSketch {
    /// The bands of colours from low to high, which differ in lightness too.
    static let colours = ["#440154", "#443983", "#31688e", "#21918c", "#35b779", "#90d743", "#fde725"]
    static let width = 720.0, height = 420.0
    /// Room around the points; below them is the scale bar.
    private static let margin = 24.0, below = 50.0
    private static let metresADegree = 111_195.0

    /// A point of the drawing.
    struct Dot {
        var x: Double, y: Double
        /// The index of its colour.
        var band: Int
    }

    /// What the numbers are.
    let name: String, unit: String
    /// The points, in units of the drawing.
    let dots: [Dot]
    /// The edges of the bands, one more than there are colours.
    let edges: [Double]
    /// The length of the scale bar in metres, and in units of the drawing.
    let bar: (metres: Double, length: Double)
    /// Whether up is north; if not, it is the arm's y.
    let isWorld: Bool

    /// - Returns: nil where there are no points, or all of them are one place.
    init?(_ points: [MapPoints.Point], name: String, unit: String) {
        guard let first = points.first, let low = points.map(\.value).min(), let high = points.map(\.value).max()
        else { return nil }
        self.name = name
        self.unit = unit
        isWorld = first.place.system == .world
        let count = Double(Self.colours.count), band = high / count - low / count
        edges = (0...Self.colours.count).map { low + band * Double($0) }
        let flat = points.map { Self.plane($0.place, around: first.place) }
        let (left, right) = (flat.map(\.x).min() ?? 0, flat.map(\.x).max() ?? 0)
        let (bottom, top) = (flat.map(\.y).min() ?? 0, flat.map(\.y).max() ?? 0)
        guard left < right || bottom < top else { return nil }
        // A survey nearly in one place is shown with ten metres around it, one of an arm with ten centimetres.
        let least = isWorld ? 10.0 : 0.1
        let scale = min(
            (Self.width - 2 * Self.margin) / max(right - left, least),
            (Self.height - Self.margin - Self.below) / max(top - bottom, least))
        let (middleX, middleY) = ((left + right) / 2, (bottom + top) / 2)
        let centre = (Self.height + Self.margin - Self.below) / 2
        dots = zip(points, flat).map { point, flat in
            let part = band > 0 ? point.value / band - low / band : 0
            let band = part.isFinite ? Int(min(max(0, part), count)) : 0
            return Dot(
                x: Self.width / 2 + (flat.x - middleX) * scale, y: centre - (flat.y - middleY) * scale,
                band: min(band, Self.colours.count - 1))
        }
        let metres = Self.round(Self.width / 4 / scale)
        bar = (metres, metres * scale)
    }

    /// Metres east and north of a place, near it.
    private static func plane(_ place: Place, around first: Place) -> (x: Double, y: Double) {
        guard place.system == .world else { return (place.x, place.y) }
        var east = place.x - first.x
        if east > 180 { east -= 360 } else if east < -180 { east += 360 }
        return (east * Degrees.cosine(first.y) * metresADegree, (place.y - first.y) * metresADegree)
    }

    /// The greatest of 1, 2, 5, 10, ... that is not above a length.
    private static func round(_ length: Double) -> Double {
        var step = 0.001
        while step * 10 <= length { step *= 10 }
        return [5, 2].map { $0 * step }.first { $0 <= length } ?? step
    }
}
