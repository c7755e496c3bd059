import WaldoCore
import WaldoSurvey

/// Parses GeoJSON objects, whose members come in any order.
struct GeoJSONParser {
    private(set) var lines: [[Place]] = []
    private(set) var areas: [[[Place]]] = []
    private let system: Place.System
    /// The numbers and lists of coordinates so far.
    private var elements = 0
    private let maxElements: Int

    /// The deepest nesting of objects: a collection of features with collections of geometries.
    private static let depth = 8
    private static let types = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
        "Feature", "FeatureCollection",
    ]

    /// - Parameter most: the most numbers and lists of coordinates, each of which takes more memory than its text.
    init(system: Place.System, limit: Int) { (self.system, maxElements) = (system, limit) }

    /// Parses the whole text.
    mutating func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONFault) {
        var cursor = JSONCursor(bytes)
        guard try object(&cursor, depth: 0) else { throw cursor.fault("an object with a `type` of GeoJSON") }
        try cursor.end()
    }

    /// Parses an object; returns whether it has a type.
    private mutating func object(_ cursor: inout JSONCursor, depth: Int) throws(JSONFault) -> Bool {
        guard depth < Self.depth else { throw cursor.fault("no more than \(Self.depth) levels of objects") }
        var type: String?, coordinates: Coordinates?
        try cursor.object { (key, cursor) throws(JSONFault) in
            switch key {
            case "type":
                let name = try cursor.string()
                guard Self.types.contains(name) else { throw cursor.fault("a type of GeoJSON") }
                type = name
            case "coordinates": coordinates = try self.coordinates(&cursor, depth: 0)
            case "geometry": if !cursor.takesNull() { _ = try object(&cursor, depth: depth + 1) }
            case "features", "geometries":
                try cursor.list { (cursor) throws(JSONFault) in _ = try object(&cursor, depth: depth + 1) }
            default: try cursor.skipValue()
            }
        }
        if let type, let coordinates { try add(type, coordinates, cursor) }
        return type != nil
    }

    // MARK: coordinates

    private enum Coordinates {
        case number(Double)
        case list([Coordinates])
    }

    private mutating func coordinates(_ cursor: inout JSONCursor, depth: Int) throws(JSONFault) -> Coordinates {
        elements += 1
        guard elements <= maxElements else {
            throw cursor.fault("no more than \(maxElements) numbers and lists of coordinates")
        }
        guard depth < 5 else { throw cursor.fault("coordinates of at most four levels") }
        guard cursor.isAtList else { return .number(try cursor.double()) }
        var list: [Coordinates] = []
        try cursor.list { (cursor) throws(JSONFault) in list.append(try coordinates(&cursor, depth: depth + 1)) }
        return .list(list)
    }

    private mutating func add(_ type: String, _ coordinates: Coordinates, _ cursor: JSONCursor) throws(JSONFault) {
        switch type {
        case "LineString": try addLine(coordinates, cursor)
        case "MultiLineString": for line in try parts(coordinates, cursor) { try addLine(line, cursor) }
        case "Polygon": try addArea(coordinates, cursor)
        case "MultiPolygon": for polygon in try parts(coordinates, cursor) { try addArea(polygon, cursor) }
        default: break
        }
    }

    private mutating func addLine(_ coordinates: Coordinates, _ cursor: JSONCursor) throws(JSONFault) {
        let line = try positions(coordinates, cursor)
        guard line.count >= 2 else { throw cursor.fault("a line of at least two positions") }
        lines.append(line)
    }

    private mutating func addArea(_ coordinates: Coordinates, _ cursor: JSONCursor) throws(JSONFault) {
        var rings: [[Place]] = []
        for part in try parts(coordinates, cursor) {
            let ring = try positions(part, cursor)
            guard ring.count >= 4 else { throw cursor.fault("a ring of at least four positions") }
            rings.append(ring)
        }
        areas.append(rings)
    }

    private func parts(_ coordinates: Coordinates, _ cursor: JSONCursor) throws(JSONFault) -> [Coordinates] {
        guard case .list(let list) = coordinates else { throw cursor.fault("a list of coordinates") }
        return list
    }

    private func positions(_ coordinates: Coordinates, _ cursor: JSONCursor) throws(JSONFault) -> [Place] {
        var places: [Place] = []
        for part in try parts(coordinates, cursor) {
            guard case .list(let numbers) = part, numbers.count >= 2, case .number(let x) = numbers[0],
                case .number(let y) = numbers[1]
            else { throw cursor.fault("a position of two or three numbers") }
            switch system {
            case .world:
                guard (-180...180).contains(x), (-90...90).contains(y) else {
                    throw cursor.fault("a longitude within 180 and a latitude within 90 degrees")
                }
            case .arm:
                guard max(x.magnitude, y.magnitude) < 1e6 else { throw cursor.fault("metres below a million") }
            }
            places.append(Place(system: system, x: x, y: y))
        }
        return places
    }
}
