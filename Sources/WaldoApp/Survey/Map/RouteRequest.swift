import WaldoFiles
package import WaldoMap

/// Which route through a survey is asked for.
package struct RouteRequest: Sendable {
    /// The samples.
    package var selection: MapSelection
    /// Where it begins and ends.
    package var from: RouteEnd, to: RouteEnd
    /// What it costs.
    package var weights = RouteWeights()
    /// How fast one goes in m/s, the longest way between two places in metres, and how many routes are wanted.
    package var speed = 1.4, reach = 50.0, alternatives = 5
    /// The side of a cell of free ground in metres; nil: the way is along measured places.
    package var cell: Double?
    /// A GeoJSON file with areas to keep out of; nil: none.
    package var keepOut: String?
    /// The file that the routes are written to as GeoJSON; nil: none.
    package var geojson: String?

    /// Creates a request of the necessary parts.
    package init(_ selection: MapSelection, from: RouteEnd, to: RouteEnd) {
        (self.selection, self.from, self.to) = (selection, from, to)
    }

    /// The areas to keep out of.
    /// - Throws: `FileError` for a file that cannot be read, or has no area.
    func keepOut(on plane: MapPlane) throws -> KeepOut {
        guard let path = keepOut else { return KeepOut() }
        let shapes = try GeoJSONShapes(path, system: plane.system)
        guard !shapes.areas.isEmpty else { throw FileError(file: path, "there is no area in it; give polygons") }
        return KeepOut(shapes.areas.map { area in area.map(plane.points) })
    }
}
