import WaldoCore
public import WaldoSurvey

/// The lines and areas of a GeoJSON file (RFC 7946): roads, and areas to keep out of. Points are left out.
public struct GeoJSONShapes: Equatable, Sendable {

    /// Lines, each of two or more positions.
    public private(set) var lines: [[Place]] = []
    /// Areas: the outer ring of each and those of its holes, each of four or more positions.
    public private(set) var areas: [[[Place]]] = []

    /// The largest file in bytes: the roads of a city.
    static let limit = 256 << 20
    /// The most numbers and lists of coordinates: as many as such roads have.
    private static let maxElements = 8_000_000

    /// Reads a file.
    /// - Parameter system: what its coordinates are.
    /// - Throws: why it cannot be read, or where it is no GeoJSON.
    public init(_ path: String, system: Place.System) throws(FileError) {
        var file = try FileBuffer(path, capacity: 1 << 16)
        var bytes: [UInt8] = []
        while true {
            bytes.append(contentsOf: file.rest)
            file.consume(file.rest.count)
            guard bytes.count <= Self.limit else {
                throw FileError(file: path, "the file has more than 256 MB; cut it to the area of the survey")
            }
            guard try file.refill() else { break }
        }
        try self.init(bytes, named: path, system: system)
    }

    /// Parses the text of a file.
    init(
        _ bytes: [UInt8], named name: String, system: Place.System, limit: Int = Self.maxElements
    ) throws(FileError) {
        var lines: [[Place]] = [], areas: [[[Place]]] = []
        let fault = bytes.withUnsafeBytes { bytes -> JSONFault? in
            var parser = GeoJSONParser(system: system, limit: limit)
            do throws(JSONFault) { try parser.parse(bytes) } catch { return error }
            (lines, areas) = (parser.lines, parser.areas)
            return nil
        }
        if let fault {
            let before = bytes.prefix(fault.position)
            let line = before.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
            let column = before.count - (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1)
            throw FileError(
                file: name, line: line, column: column, "this is no GeoJSON: \(fault.expected) was expected")
        }
        (self.lines, self.areas) = (lines, areas)
    }
}
