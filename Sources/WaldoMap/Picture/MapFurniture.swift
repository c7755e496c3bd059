import WaldoCore
import WaldoSurvey

/// What helps to read a map: coordinates at its edges, a scale bar, and where up is.
enum MapFurniture {
    /// So many pixels are between two lines at least.
    static let spacing = (across: 100.0, up: 50.0)

    /// Lines of equal coordinates, with their numbers: degrees in the world, metres in an arm's workspace.
    static func graticule(_ view: MapView, _ plane: MapPlane, _ theme: MapTheme) -> [Drawing.Shape] {
        if case .wide(let area) = plane { return CurvedGraticule(view, area, theme).shapes }
        let corner = view.point(x: view.left, y: view.top + view.height)
        let other = view.point(x: view.left + view.width, y: view.top)
        let (first, last) = (plane.coordinates(corner), plane.coordinates(other))
        let unit = plane.system == .world ? "°" : ""
        // Across the antimeridian longitudes go on beyond 180 degrees.
        let east = plane.system == .world && last.x < first.x ? last.x + 360 : last.x
        var shapes: [Drawing.Shape] = []
        let right = view.left + view.width, bottom = view.top + view.height
        for line in lines(first.x, east, spacing.across / view.width) {
            let x = view.left + (line.value - first.x) / (east - first.x) * view.width
            let text = plane.system == .world ? line.longitude : line.text
            shapes.append(.line([PlanePoint(x: x, y: view.top), PlanePoint(x: x, y: bottom)], width: 1, theme.faint))
            shapes.append(.text(text + unit, x: x, y: bottom + 17, .middle, theme.ink, size: 13))
        }
        for line in lines(first.y, last.y, spacing.up / view.height) {
            let y = bottom - (line.value - first.y) / (last.y - first.y) * view.height
            shapes.append(.line([PlanePoint(x: view.left, y: y), PlanePoint(x: right, y: y)], width: 1, theme.faint))
            shapes.append(
                .text(line.text + unit, x: view.left - 5, y: y + 4, .end, theme.ink, size: 13))
        }
        return shapes
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

    /// The scale bar, and the directions of the axes.
    static func bars(_ view: MapView, _ plane: MapPlane, _ theme: MapTheme) -> [Drawing.Shape] {
        let metres = MapView.round(view.width / 4 / view.scale), length = metres * view.scale
        let x = view.left + 14, y = view.top + view.height - 14
        let (across, up) = names(plane), arrow = view.left + view.width - 22
        return [
            .rectangle(x: x - 6, y: y - 24, width: length + 12, height: 32, theme.ground),
            .line(
                [
                    PlanePoint(x: x, y: y - 5), PlanePoint(x: x, y: y), PlanePoint(x: x + length, y: y),
                    PlanePoint(x: x + length, y: y - 5),
                ], width: 1.5, theme.ink),
            .text(distance(metres), x: x + length / 2, y: y - 9, .middle, theme.ink, size: 13),
            .rectangle(x: arrow - 34, y: view.top + 8, width: 50, height: 48, theme.ground),
            .line(
                [
                    PlanePoint(x: arrow - 22, y: view.top + 20), PlanePoint(x: arrow - 22, y: view.top + 44),
                    PlanePoint(x: arrow + 2, y: view.top + 44),
                ], width: 1.5, theme.ink),
            .text(up, x: arrow - 22, y: view.top + 18, .middle, theme.ink, size: 13),
            .text(across, x: arrow + 8, y: view.top + 48, .middle, theme.ink, size: 13),
        ]
    }

    private static func names(_ plane: MapPlane) -> (across: String, up: String) {
        switch plane {
        case .world, .wide: ("E", "N")
        case .arm(.xy): ("x", "y")
        case .arm(.xz): ("x", "z")
        case .arm(.yz): ("y", "z")
        }
    }

    /// A distance with a unit that suits it.
    private static func distance(_ metres: Double) -> String {
        if metres >= 1_000 { return DecimalText.rounded(metres / 1_000) + " km" }
        return metres >= 1 ? DecimalText.rounded(metres) + " m" : DecimalText.rounded(metres * 100) + " cm"
    }
}
