import WaldoCore
import WaldoSurvey

/// What helps to read a map: coordinates at its edges with their names, and a scale bar.
enum MapFurniture {
    /// So many pixels are between two lines at least.
    static let spacing = (across: 100.0, up: 50.0)

    /// A workspace whose shorter side is below this has its numbers in millimetres.
    private static let millimetres = 2.0

    /// Lines of equal coordinates, with their numbers and what these are: degrees in the world, millimetres or metres
    /// in an arm's workspace.
    static func graticule(_ view: MapView, _ plane: MapPlane, _ theme: MapTheme) -> [Drawing.Shape] {
        if case .wide(let area) = plane {
            return CurvedGraticule(view, area, theme).shapes + titles(view, "longitude", "latitude", theme)
        }
        let corner = view.point(x: view.left, y: view.top + view.height)
        let other = view.point(x: view.left + view.width, y: view.top)
        var (first, last) = (plane.coordinates(corner), plane.coordinates(other))
        var names = (across: "longitude", up: "latitude"), unit = "°"
        if case .arm(let side) = plane {
            let isSmall = min(last.x - first.x, last.y - first.y) < millimetres, metre = isSmall ? 1_000.0 : 1
            first = (first.x * metre, first.y * metre)
            last = (last.x * metre, last.y * metre)
            let letters = side.rawValue.map { "\($0) (\(isSmall ? "mm" : "m"))" }
            (names, unit) = ((letters[0], letters[1]), "")
        }
        // Across the antimeridian longitudes go on beyond 180 degrees.
        let east = plane.system == .world && last.x < first.x ? last.x + 360 : last.x
        var shapes: [Drawing.Shape] = []
        let right = view.left + view.width, bottom = view.top + view.height
        for line in lines(first.x, east, spacing.across / view.width) {
            // The middle of a pixel: a line of one pixel is sharp there.
            let x = (view.left + (line.value - first.x) / (east - first.x) * view.width).rounded(.down) + 0.5
            let text = plane.system == .world ? line.longitude : line.text
            shapes.append(.line([PlanePoint(x: x, y: view.top), PlanePoint(x: x, y: bottom)], width: 1, theme.faint))
            shapes.append(.text(text + unit, x: x, y: bottom + 17, .middle, theme.ink, size: 13))
        }
        for line in lines(first.y, last.y, spacing.up / view.height) {
            let y = (bottom - (line.value - first.y) / (last.y - first.y) * view.height).rounded(.down) + 0.5
            shapes.append(.line([PlanePoint(x: view.left, y: y), PlanePoint(x: right, y: y)], width: 1, theme.faint))
            shapes.append(
                .text(line.text + unit, x: view.left - 6, y: y + 4, .end, theme.ink, size: 13))
        }
        return shapes + titles(view, names.across, names.up, theme)
    }

    /// What the numbers at the edges are: below the lower one, and above the left one.
    private static func titles(
        _ view: MapView, _ across: String, _ up: String, _ theme: MapTheme
    ) -> [Drawing.Shape] {
        [
            .text(across, x: view.left + view.width / 2, y: view.top + view.height + 36, .middle, theme.ink, size: 13),
            .text(up, x: view.left - 6, y: view.top - 8, .end, theme.ink, size: 13),
        ]
    }

    /// A line of equal coordinates.
    struct Line {
        /// The coordinate, and the distance to the next line.
        var value: Double, step: Double

        /// Its number's text.
        var text: String { Self.text(value, step) }

        /// The text of a longitude, which may be beyond the antimeridian.
        var longitude: String {
            let little = step / 1_000
            return Self.text(value > 180 + little ? value - 360 : value < little - 180 ? value + 360 : value, step)
        }

        private static func text(_ value: Double, _ step: Double) -> String {
            DecimalText.rounded(value.magnitude < step / 2 ? 0 : value, error: step * 10)
        }
    }

    /// Round coordinates between two.
    /// - Parameter least: the part of the way that is between two of them at least.
    static func lines(_ low: Double, _ high: Double, _ least: Double) -> [Line] {
        guard high > low else { return [] }
        let wanted = (high - low) * least, below = MapView.round(wanted)
        // The next of 1, 2, 5, 10, ... that is not below it.
        let step = below < wanted ? MapView.round(below * 2.5) : below, first = (low / step).rounded(.up)
        return (0...Int(((high - low) / step).rounded(.down))).compactMap { count in
            let value = (first + Double(count)) * step
            return value <= high ? Line(value: value, step: step) : nil
        }
    }

    /// The scale bar, beside the map: in it, it could cover what was measured.
    static func scaleBar(_ view: MapView, x: Double, width: Double, _ theme: MapTheme) -> [Drawing.Shape] {
        let metres = MapView.round(width / view.scale), length = metres * view.scale
        let y = view.top + view.height
        return [
            .line(
                [
                    PlanePoint(x: x, y: y - 6), PlanePoint(x: x, y: y), PlanePoint(x: x + length, y: y),
                    PlanePoint(x: x + length, y: y - 6),
                ], width: 1.5, theme.ink),
            .text(distance(metres), x: x + length / 2, y: y - 10, .middle, theme.ink, size: 13),
        ]
    }

    /// A distance with a unit that suits it.
    private static func distance(_ metres: Double) -> String {
        if metres >= 1_000 { return DecimalText.rounded(metres / 1_000) + " km" }
        return metres >= 1 ? DecimalText.rounded(metres) + " m" : DecimalText.rounded(metres * 100) + " cm"
    }
}
