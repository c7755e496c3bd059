/// The colours of a map that stand for no number.
public struct MapTheme: Equatable, Sendable {
    /// Behind everything, behind the map, of text, of lines that help to read, and of roads.
    public var ground: Colour, field: Colour, ink: Colour, faint: Colour, road: Colour
    /// Of ground that nobody knows enough about.
    public var unknown: Colour

    /// For paper and bright rooms.
    public static let light = MapTheme(
        ground: Colour(0xffffff), field: Colour(0xf4f5f7), ink: Colour(0x1b1f24), faint: Colour(0xd3d8de),
        road: Colour(0x9aa4af), unknown: Colour(0xe3e6ea))
    /// For dark rooms.
    public static let dark = MapTheme(
        ground: Colour(0x0f1216), field: Colour(0x171b21), ink: Colour(0xe8ecf1), faint: Colour(0x2d343d),
        road: Colour(0x5b6672), unknown: Colour(0x252b33))
}
