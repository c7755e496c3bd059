import ArgumentParser
import WaldoApp
import WaldoFiles
import WaldoMap

/// `waldo survey map FILE`: a map of a survey, as a picture or a grid.
struct SurveyMapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Draw a survey's map.",
        discussion: """
                waldo survey map demo.gpkg --png demo.png
                waldo survey map walk.gpkg --svg walk.svg --scale safecast --max 98%
                waldo survey map r.gpkg --grid r.tif

            It draws the places of one stream, coloured by their numbers, with a legend, coordinates and a scale bar. \
            --svg writes the same picture as vectors, for print. In pictures above 1200x800 letters and lines grow with them.

            --surface also shows what is probably between the places: the mean of the 12 nearest, weighted by the inverse \
            square of their distance. Ground of which too little is known has a colour of its own. --grid writes the surface \
            as a GeoTIFF with two bands, the value and its error at one standard deviation, for QGIS and GDAL.
            """)

    @OptionGroup var selection: MapSelectionOptions

    @OptionGroup var times: TimeWindowOptions

    @Option(help: ArgumentHelp("Write a PNG picture.", valueName: "file"), completion: .file())
    var png: String?

    @Option(help: ArgumentHelp("Write an SVG picture.", valueName: "file"), completion: .file())
    var svg: String?

    @Option(help: ArgumentHelp("Write the surface as a GeoTIFF.", valueName: "file"), completion: .file())
    var grid: String?

    @Option(
        help: """
            The colours: viridis, which the colour-blind can read and which prints in grey; bands7 (seven bands) or safecast \
            (256 steps, for uSv/h and cpm), which do neither. Default: viridis.
            """)
    var scale = ColourScale.viridis

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            The number that has the last colour, such as 0.5, or the part of the places that are below it, such as 98%. \
            Default: 100%.
            """, valueName: "number"), transform: MapMaximum.parse)
    var max = MapMaximum(value: .part(1))

    @Flag(inversion: .prefixedNo, help: "Show what is between the places. Default: in an arm's workspace.")
    var surface: Bool?

    @Option(
        help: ArgumentHelp("Draw the lines and areas of a GeoJSON file, such as roads.", valueName: "file"),
        completion: .file())
    var roads: String?

    @Option(help: ArgumentHelp("The side of a cell of --grid in metres. Default: a 500th of the map.", valueName: "m"))
    var cell: Double?

    @Option(
        help: ArgumentHelp(
            "The size of the picture in pixels, 400x300 to 8000x8000. Default: 1200x800.", valueName: "WxH"))
    var size = PictureSize(width: 1_200, height: 800)

    @Flag(help: "Draw it for a dark room.")
    var dark = false

    func validate() throws {
        let files = [png, svg, grid].compactMap(\.self)
        guard !files.isEmpty else {
            throw ValidationError("nothing to write; give one or more of --png, --svg and --grid, each with a file")
        }
        guard Set(files).count == files.count, !StandardOutput.isTwice(files) else {
            throw ValidationError("two formats name the same file; give each its own")
        }
        if StandardPath.isStandardOutput(png) { try StandardOutput.requireNoTerminal(for: "--png") }
        if StandardPath.isStandardOutput(grid) { try StandardOutput.requireNoTerminal(for: "--grid") }
        if cell != nil, grid == nil { throw ValidationError("--cell belongs to --grid") }
        if scale == .safecast, case .number = max.value {
            throw ValidationError("--max does not belong to --scale safecast, which has its own; leave it out")
        }
        if let cell, !(cell > 0 && cell < 1e9) {
            throw ValidationError("--cell takes a side above zero and under 1e9 metres")
        }
    }

    func run() throws {
        Interruption.watch()
        ForeignFiles.limitMemory()
        var request = SurveyMap.Request(selection.selection(times.window))
        (request.png, request.svg, request.grid) = (png, svg, grid)
        (request.scale, request.maximum) = (scale, max.value)
        (request.showsSurface, request.roads, request.cell) = (surface, roads, cell)
        (request.width, request.height, request.isDark) = (size.width, size.height, dark)
        let isPiped = [png, svg, grid].contains { StandardPath.isStandardOutput($0) }
        for line in try SurveyMap.run(request) {
            if isPiped { Diagnostics.write("waldo: \(line)") } else { print(line) }
        }
    }
}

/// The number with the last colour on the command line: `0.5` or `98%`.
struct MapMaximum {
    let value: SurveyMap.Maximum

    /// Parses it.
    /// - Throws: why it is refused.
    @Sendable static func parse(_ argument: String) throws -> MapMaximum {
        if argument.hasSuffix("%") {
            guard let part = Double(argument.dropLast()), part > 0, part <= 100 else {
                throw ValidationError("no part; give one above 0% and up to 100%")
            }
            return MapMaximum(value: .part(part / 100))
        }
        guard let number = Double(argument), number > 0, number < 1e300 else {
            throw ValidationError("give one above zero and under 1e300, such as 0.5, or a part, such as 98%")
        }
        return MapMaximum(value: .number(number))
    }
}

/// The size of a picture on the command line: `1200x800`.
struct PictureSize: ExpressibleByArgument {
    let width: Int, height: Int

    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], (400...8_000).contains(width),
            (300...8_000).contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }

    var defaultValueDescription: String { "\(width)x\(height)" }
}
