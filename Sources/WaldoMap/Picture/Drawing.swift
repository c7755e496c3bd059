/// A picture as shapes, in pixels from its upper left corner: SVG and PNG are made of the same ones.
public struct Drawing: Equatable, Sendable {
    /// Which part of a text its point is at.
    public enum Anchor: String, Sendable { case start, middle, end }

    /// A part of the picture.
    public enum Shape: Equatable, Sendable {
        /// A filled rectangle.
        case rectangle(x: Double, y: Double, width: Double, height: Double, Colour)
        /// A filled circle, with an edge if it has a colour.
        case circle(x: Double, y: Double, radius: Double, Colour, edge: Colour?)
        /// Straight lines through points.
        case line([PlanePoint], width: Double, Colour)
        /// A line of text that stands at a height.
        case text(String, x: Double, y: Double, Anchor, Colour, size: Int)
        /// Cells of one size, each of a colour by its number; nil: none.
        case cells(x: Double, y: Double, size: Double, columns: Int, [Colour?])
    }

    /// Its size in pixels.
    public var width: Int, height: Int
    /// What is behind all shapes.
    public var ground: Colour
    /// What it is, for those who cannot see it.
    public var title: String
    /// Its parts, the first ones behind the later ones.
    public var shapes: [Shape] = []

    /// Creates an empty picture.
    public init(width: Int, height: Int, ground: Colour, title: String) {
        (self.width, self.height, self.ground, self.title) = (width, height, ground, title)
    }
}
