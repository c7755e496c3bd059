import WaldoCore
import WaldoSurvey

/// A map of a stream: what it shows, before it is laid out.
public struct MapPicture: Sendable {
    /// A line on the map: a road, a route.
    public struct Line: Equatable, Sendable {
        /// Its points on the plane.
        public var points: [PlanePoint]
        /// Its width in pixels.
        public var width: Double
        /// Its colour; nil: that of roads.
        public var colour: Colour?

        /// Creates a line.
        public init(_ points: [PlanePoint], width: Double = 1.5, colour: Colour? = nil) {
            (self.points, self.width, self.colour) = (points, width, colour)
        }
    }

    /// What is written above it, and what its numbers are.
    public var title: String, stream: String, unit: String
    /// The plane.
    public var plane: MapPlane
    /// The measured points.
    public var points: [MapPoint]
    /// What is between them; nil: only the points are shown.
    public var surface: Surface?
    /// Roads, behind the points, and routes, before them.
    public var roads: [Line] = [], routes: [Line] = []
    /// How numbers become colours.
    public var scale: ColourScale
    /// The number with the last colour.
    public var maximum: Double
    /// The radius of a point's symbol in metres.
    public var radius: Double
    /// The colours of the rest.
    public var theme = MapTheme.light

    /// Creates a map of points.
    public init(
        title: String, stream: String, unit: String, plane: MapPlane, points: [MapPoint], scale: ColourScale,
        maximum: Double, radius: Double
    ) {
        (self.title, self.stream, self.unit, self.plane) = (title, stream, unit, plane)
        (self.points, self.scale, self.maximum, self.radius) = (points, scale, maximum, radius)
    }

    /// The size of a cell of the surface in pixels.
    private static let cell = 4.0
    /// The room for the title, the coordinates and the legend, in pixels.
    private static let above = 40.0, below = 30.0, before = 96.0, behind = 150.0
    /// A symbol is never smaller or greater than this, in pixels.
    private static let symbol = 3.0...40.0

    /// The picture.
    /// - Parameters:
    ///   - width: its size in pixels, at least 400 x 300.
    public func drawing(width: Int, height: Int) -> Drawing {
        let (width, height) = (max(400, width), max(300, height))
        let view = MapView(
            of: points.map(\.point) + routes.flatMap(\.points), least: plane.system == .world ? 10 : 0.1,
            left: Self.before, top: Self.above, width: Double(width) - Self.before - Self.behind,
            height: Double(height) - Self.above - Self.below)
        var drawing = Drawing(
            width: width, height: height, ground: theme.ground,
            title: "\(title): map of \(stream) in \(unit.isEmpty ? "units of its own" : unit)")
        drawing.shapes.append(
            .rectangle(x: view.left, y: view.top, width: view.width, height: view.height, theme.field))
        if let surface { drawing.shapes.append(cells(surface, view)) }
        drawing.shapes += MapFurniture.graticule(view, plane, theme)
        add(roads, view, &drawing)
        // The highest ones last, so that none is hidden by a lower one.
        let colours = scale.colours
        for point in points.sorted(by: { $0.value < $1.value }) { drawing.shapes.append(symbol(point, view, colours)) }
        add(routes, view, &drawing)
        drawing.shapes += MapFurniture.bars(view, plane, theme)
        drawing.shapes += MapLegend.shapes(self, x: view.left + view.width + 16, y: view.top, height: view.height)
        drawing.shapes.append(
            .text(title, x: view.left, y: 26, .start, theme.ink, size: 16))
        return drawing
    }

    private func add(_ lines: [Line], _ view: MapView, _ drawing: inout Drawing) {
        for line in lines {
            for piece in view.clipped(line.points) {
                drawing.shapes.append(.line(piece, width: line.width, line.colour ?? theme.road))
            }
        }
    }

    private func symbol(_ point: MapPoint, _ view: MapView, _ colours: [Colour]) -> Drawing.Shape {
        let pixel = view.pixel(point.point)
        // On a surface they are smaller, so that it is seen.
        let size = radius * view.scale * (surface == nil ? 1 : 0.5)
        let radius = min(max(Self.symbol.lowerBound, size), Self.symbol.upperBound)
        return .circle(x: pixel.x, y: pixel.y, radius: radius, colour(point.value, colours), edge: theme.ink)
    }

    private func colour(_ value: Double, _ colours: [Colour]) -> Colour {
        scale.index(value, unit: unit, maximum: maximum).map { colours[$0] } ?? ColourScale.over
    }

    /// The surface, where it is known: ground so far from the points that twice the error of the distance is more
    /// than a quarter of the scale has a colour of its own.
    private func cells(_ surface: Surface, _ view: MapView) -> Drawing.Shape {
        let columns = Int(view.width / Self.cell), rows = Int(view.height / Self.cell), colours = scale.colours
        let grid = MapGrid(
            corner: view.point(x: view.left, y: view.top), cell: Self.cell / view.scale, columns: columns, rows: rows)
        let known = surface.estimates(on: grid, rows: 0..<rows).map { estimate -> Colour? in
            guard let estimate, 2 * estimate.spread <= maximum / 4 else { return theme.unknown }
            return colour(estimate.value, colours)
        }
        return .cells(x: view.left, y: view.top, size: Self.cell, columns: columns, known)
    }
}
