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
    /// A second line below the title: when and how much was measured.
    public var subtitle = ""
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
    /// The room for the titles, the coordinates and the legend, in pixels.
    private static let above = 64.0, below = 46.0, before = 96.0, behind = 150.0
    /// A symbol is never smaller or greater than this, in pixels; around the outermost ones there is so much space.
    private static let symbol = 3.0...40.0, margin = 28.0
    /// The size from which on letters and lines are larger, so that they are as easy to read in a large picture.
    private static let usual = (width: 1_200.0, height: 800.0)

    /// The picture.
    /// - Parameters:
    ///   - width: its size in pixels, at least 400 x 300.
    public func drawing(width: Int, height: Int) -> Drawing {
        let (width, height) = (Double(max(400, width)), Double(max(300, height)))
        let factor = max(1, min(width / Self.usual.width, height / Self.usual.height))
        return drawing(width / factor, height / factor, cell: Self.cell / factor).scaled(by: factor)
    }

    private func drawing(_ width: Double, _ height: Double, cell: Double) -> Drawing {
        var view = view(width, height, margin: Self.margin)
        // No symbol reaches the numbers at the edges.
        let reach = symbolRadius(view) + 6
        if reach > Self.margin { view = self.view(width, height, margin: reach) }
        var drawing = Drawing(
            width: Int(width.rounded()), height: Int(height.rounded()), ground: theme.ground,
            title: "\(title): map of \(stream) in \(unit.isEmpty ? "units of its own" : unit)")
        drawing.shapes.append(
            .rectangle(x: view.left, y: view.top, width: view.width, height: view.height, theme.field))
        if let surface { drawing.shapes.append(cells(surface, view, cell)) }
        drawing.shapes += MapFurniture.graticule(view, plane, theme)
        add(roads, view, &drawing)
        // The highest ones last, so that none is hidden by a lower one.
        let colours = scale.colours
        for point in points.sorted(by: { $0.value < $1.value }) { drawing.shapes += symbol(point, view, colours) }
        add(routes, view, &drawing)
        let column = view.left + view.width + 16
        drawing.shapes += MapLegend.shapes(self, x: column, y: view.top, height: view.height)
        drawing.shapes += MapFurniture.scaleBar(view, x: column, width: Self.behind - 40, theme)
        drawing.shapes.append(line(title, y: 24, size: 16, within: width))
        drawing.shapes.append(line(subtitle, y: 44, size: 13, within: width))
        return drawing
    }

    /// A line above the map, in smaller letters where it would be longer than the picture.
    private func line(_ text: String, y: Double, size: Double, within width: Double) -> Drawing.Shape {
        let space = width - Self.before - 8, needed = Glyphs.width(text, size: size)
        let fitting = needed > space ? max(7, size * space / needed) : size
        return .text(text, x: Self.before, y: y, .start, theme.ink, size: Int(fitting))
    }

    private func view(_ width: Double, _ height: Double, margin: Double) -> MapView {
        MapView(
            of: points.map(\.point) + routes.flatMap(\.points), least: plane.system == .world ? 10 : 0.1,
            left: Self.before, top: Self.above, width: width - Self.before - Self.behind,
            height: height - Self.above - Self.below, margin: margin)
    }

    private func add(_ lines: [Line], _ view: MapView, _ drawing: inout Drawing) {
        for line in lines {
            for piece in view.clipped(line.points) {
                drawing.shapes.append(.line(piece, width: line.width, line.colour ?? theme.road))
            }
        }
    }

    /// The radius of a symbol in pixels. On a surface they are smaller, so that it is seen.
    private func symbolRadius(_ view: MapView) -> Double {
        let size = radius * view.scale * (surface == nil ? 1 : 0.5)
        return min(max(Self.symbol.lowerBound, size), Self.symbol.upperBound)
    }

    /// A symbol; one above the maximum has a dot in its middle, which is seen in grey too.
    private func symbol(_ point: MapPoint, _ view: MapView, _ colours: [Colour]) -> [Drawing.Shape] {
        let pixel = view.pixel(point.point), colour = colour(point.value, colours), radius = symbolRadius(view)
        // On a surface a symbol has nearly the colour around it: its edge has to be seen on that.
        let edge = surface == nil ? theme.ink : Colour(colour.lightness < 50 ? 0xffffff : 0x1b1f24)
        let circle = Drawing.Shape.circle(x: pixel.x, y: pixel.y, radius: radius, colour, edge: edge)
        guard colour == ColourScale.over else { return [circle] }
        return [circle, .circle(x: pixel.x, y: pixel.y, radius: max(1, radius / 3), theme.ink, edge: nil)]
    }

    private func colour(_ value: Double, _ colours: [Colour]) -> Colour {
        scale.index(value, unit: unit, maximum: maximum).map { colours[$0] } ?? ColourScale.over
    }

    /// The surface, where it is known: ground so far from the points that twice the error of the distance is more
    /// than a quarter of the scale has a colour of its own.
    private func cells(_ surface: Surface, _ view: MapView, _ cell: Double) -> Drawing.Shape {
        let columns = Int(view.width / cell), rows = Int(view.height / cell), colours = scale.colours
        let grid = MapGrid(
            corner: view.point(x: view.left, y: view.top), cell: cell / view.scale, columns: columns, rows: rows)
        let known = surface.estimates(on: grid, rows: 0..<rows).map { estimate -> Colour? in
            guard let estimate, 2 * estimate.spread <= maximum / 4 else { return theme.unknown }
            return colour(estimate.value, colours)
        }
        return .cells(x: view.left, y: view.top, size: cell, columns: columns, known)
    }
}
