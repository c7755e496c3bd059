import Glibc
import WaldoCore
import WaldoFiles
package import WaldoMap
import WaldoStore
import WaldoSurvey

/// Draws a survey's map into files.
package struct SurveyMap: Sendable {
    /// The number that has the last colour.
    package enum Maximum: Equatable, Sendable {
        /// This one.
        case number(Double)
        /// The number below which such a part of the points lies, 0...1.
        case part(Double)
    }

    /// What is asked for.
    package struct Request: Sendable {
        /// The samples.
        package var selection: MapSelection
        /// The files; nil: not wanted.
        package var png: String?, svg: String?, grid: String?
        /// How numbers become colours, and which has the last one.
        package var scale = ColourScale.viridis, maximum = Maximum.part(1)
        /// Whether what is between the points is shown; nil: in an arm's workspace.
        package var showsSurface: Bool?
        /// Roads, and other lines, behind the points; nil: none.
        package var roads: String?
        /// The size of the picture in pixels.
        package var width = 1_200, height = 800
        /// Whether the picture is for a dark room.
        package var isDark = false
        /// The side of a cell of the grid in metres; nil: a 500th of the longer side of the map.
        package var cell: Double?

        /// Creates a request for no file.
        package init(_ selection: MapSelection) { self.selection = selection }
    }

    /// Writes the files.
    /// - Returns: a line for each.
    /// - Throws: `StoreError`, `ExportError` or `Failure` for a store that cannot be read, a stream that is not there
    ///   and a file that cannot be written; `ExitStatus`.
    package static func run(_ request: Request) throws -> [String] {
        let stream = try MappedStream(request.selection)
        let picture = try picture(request, stream)
        let what =
            "\(SurveyNumber.count(stream.points.count, "place")) of “\(SafeText.escaped(stream.stream.name))”"
        var lines: [String] = []
        func write(_ path: String?, _ bytes: () throws -> [UInt8]) throws {
            guard let path else { return }
            let bytes = try bytes()
            try Interruption.check()
            let file = try ExportFile(path)
            try file.write(bytes)
            try file.finish()
            lines.append("\(SafeText.escaped(ExportFile.name(path), upTo: .max)): \(what)")
        }
        let drawing = picture.drawing(width: request.width, height: request.height)
        try write(request.svg) { Array(SVGFile.text(drawing).utf8) }
        try write(request.png) { PNGFile.bytes(drawing) }
        try write(request.grid) { try grid(request, stream) }
        let reasons = MappedStream.reasons(stream.leftOut)
        if stream.leftOut != PlaceCollector.LeftOut() { lines.append("samples left out: \(reasons)") }
        return lines
    }

    private static func picture(_ request: Request, _ stream: MappedStream) throws -> MapPicture {
        let description = stream.stream, unit = description.unit
        if let units = request.scale.units, !units.contains(unit) {
            throw Failure(
                .usage,
                """
                the scale \(request.scale.rawValue) is for streams in \(units.joined(separator: " or ")), and \
                “\(SafeText.escaped(description.name))” is in \(SafeText.escaped(unit)); take another --scale or --stream
                """)
        }
        var picture = MapPicture(
            title: title(stream.survey.description), stream: description.name, unit: unit, plane: stream.plane,
            points: stream.points, scale: request.scale, maximum: maximum(request, stream.points),
            radius: stream.method.radius ?? stream.spacing / 2 * 0.6)
        picture.subtitle = subtitle(stream)
        picture.theme = request.isDark ? .dark : .light
        if request.showsSurface ?? (stream.method == .arm) { picture.surface = Surface(stream.points) }
        if let roads = request.roads {
            let shapes = try GeoJSONShapes(roads, system: stream.plane.system)
            picture.roads = (shapes.lines + shapes.areas.joined()).map { .init(stream.plane.points($0)) }
        }
        return picture
    }

    /// What was surveyed. When is in the second line: a title that was made of the time ends before it.
    private static func title(_ survey: SurveyDescription) -> String {
        let stamp = ", " + DateText.text(survey.started, decimals: 0)
        return survey.title.hasSuffix(stamp) ? String(survey.title.dropLast(stamp.count)) : survey.title
    }

    /// `dose in µSv/h, 181 places, 2026-11-28 18:20 to 18:35 UTC`.
    private static func subtitle(_ stream: MappedStream) -> String {
        let unit = stream.stream.unit.isEmpty ? "" : " in " + MarkupText.unit(stream.stream.unit)
        var text = "\(stream.stream.name)\(unit), \(SurveyNumber.count(stream.points.count, "place"))"
        guard let times = stream.times else { return text }
        // 2026-11-28T18:20:17Z
        let (from, to) = (DateText.text(times.lowerBound, decimals: 0), DateText.text(times.upperBound, decimals: 0))
        func minute(_ stamp: String) -> Substring { stamp.dropFirst(11).prefix(5) }
        text += ", \(from.prefix(10)) \(minute(from))"
        if from.prefix(16) != to.prefix(16) {
            text += " to \(from.prefix(10) == to.prefix(10) ? "" : "\(to.prefix(10)) ")\(minute(to))"
        }
        return text + " UTC"
    }

    /// The number with the last colour; above zero, so that a map of nothing has a scale too.
    private static func maximum(_ request: Request, _ points: [MapPoint]) -> Double {
        switch request.maximum {
        case .number(let number): return number
        case .part(let part):
            let values = points.map(\.value).sorted()
            let found = values[min(values.count - 1, Int(Double(values.count) * part))]
            return request.scale.rounded(maximum: found > 0 ? found : 1)
        }
    }

    private static func grid(_ request: Request, _ stream: MappedStream) throws -> [UInt8] {
        let surface = Surface(stream.points), places = stream.points.map(\.point)
        if let cell = request.cell { try requireFewCells(cell, MapGrid.smallestCell(around: places)) }
        let grid = MapGrid(around: places, cell: request.cell)
        if request.cell != nil { try requireCells(grid, around: places) }
        return GeoTIFFFile.bytes(
            grid, surface.estimates(on: grid, rows: 0..<grid.rows), plane: stream.plane, name: stream.stream.name,
            unit: stream.stream.unit)
    }

    /// Refuses a cell so large that it is the only one, unless all places are the same.
    private static func requireCells(_ grid: MapGrid, around places: [PlanePoint]) throws {
        let half = MapGrid.smallestCell(around: places, maxCells: 2)
        guard grid.count == 1, half > 0.01 else { return }
        throw Failure(
            .usage,
            "--cell: one cell would cover the whole survey; give \(DecimalText.rounded(half)) m at most")
    }

    /// Refuses cells so small that there would be too many.
    /// - Throws: `Failure`, which names the smallest side.
    static func requireFewCells(_ cell: Double, _ least: Double) throws {
        guard cell < least else { return }
        // Rounded up, so that what the sentence names is taken.
        let digit = pow(10, log10(least).rounded(.down)) / 10, side = (least / digit).rounded(.up) * digit
        throw Failure(
            .usage, "--cell: so small cells are too many for this survey; give at least \(DecimalText.rounded(side)) m")
    }
}
