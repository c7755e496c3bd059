import ArgumentParser
import WaldoApp
import WaldoFiles
import WaldoLoop
import WaldoMap

/// `waldo survey route FILE --from A --to B`: routes of little exposure.
struct SurveyRouteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route",
        abstract: "Find the routes between two places, from the fastest to the one of least exposure; drive an arm's.",
        discussion: """
                waldo survey route walk.gpkg --from 37.40,140.92 --to 37.41,140.93
                waldo survey route r.gpkg --from zx=-40,zy=0 --to zx=40,zy=0
                waldo survey route r.gpkg --from zx=-40,zy=0 --to zx=40,zy=0 \\
                    --drive --simulate

            The route costs what is received on it and the time that it takes, each by its --weight: with dose=1,time=0.1 a \
            unit of what is received (such as 1 uSv) costs as much as ten hours. What the survey is unsure of is added to the cost, \
            so that ground that nobody measured is never free. The table and --geojson state what was measured.

            The way leads along measured places, of which each is joined to the 8 nearest within --reach. With --cell it \
            leads over free ground, as cells of that side. Over an arm's raster --from and --to are numbers of its channels, \
            and each step moves one channel along a row of points.

            With --drive the arm goes the cheapest route, behind the same stops as a raster, and what was measured on the \
            way is compared with what was predicted. Sensor and graph are those of the survey, and with --simulate its \
            field too: `waldo survey route r.gpkg --from zx=-40,zy=0 --to zx=40,zy=0 --drive --simulate`
            """)

    @OptionGroup var selection: MapSelectionOptions

    @Option(
        name: .customLong("from"), parsing: .unconditional,
        help: ArgumentHelp("Where it begins: LAT,LON, or channels such as zx=-40,zy=20.", valueName: "place"))
    var start: RouteEnd

    @Option(
        name: .customLong("to"), parsing: .unconditional,
        help: ArgumentHelp("Where it ends.", valueName: "place"))
    var end: RouteEnd

    @Option(
        help: ArgumentHelp("What it costs. Default: dose=1,time=0.1.", valueName: "dose=D,time=T"),
        transform: WeightText.parse)
    var weight = RouteWeights()

    @Option(help: ArgumentHelp("How fast one goes, in m/s. Default: 1.4, a walk.", valueName: "m/s"))
    var speed = 1.4

    @Option(
        help: ArgumentHelp("The longest step between two places. Default: 50m.", valueName: "m"),
        transform: AccuracyLimit.parse)
    var reach = AccuracyLimit(metres: 50)

    @Option(
        help: ArgumentHelp("Cross free ground in cells of this side, such as 5m.", valueName: "m"),
        transform: AccuracyLimit.parse)
    var cell: AccuracyLimit?

    @Option(help: ArgumentHelp("Keep out of the areas of a GeoJSON file.", valueName: "file"), completion: .file())
    var keepOut: String?

    @Option(help: ArgumentHelp("How many routes at most. Default: 5.", valueName: "n"))
    var alternatives = 5

    @Option(help: ArgumentHelp("Write the routes as GeoJSON.", valueName: "file"), completion: .file())
    var geojson: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup(title: "Options of --drive") var driving: RouteDriveOptions

    func validate() throws {
        try driving.validate(isJSON: json)
        guard speed > 0, speed < 1e4 else { throw ValidationError("--speed is above zero, in m/s") }
        guard !json || !StandardPath.isStandardOutput(geojson) else {
            throw ValidationError("--json and --geojson - would both be on standard output; give one of them a file")
        }
        guard !driving.drive || !StandardPath.isStandardOutput(geojson) else {
            throw ValidationError("--drive writes to standard output too; give --geojson a file")
        }
        guard (1...50).contains(alternatives) else { throw ValidationError("--alternatives is from 1 to 50") }
    }

    func run() throws {
        // A drive has its own way to end by a signal; until it begins, one ends the process at once.
        if !driving.drive { Interruption.watch() }
        ForeignFiles.limitMemory()
        var request = RouteRequest(selection.selection(), from: start, to: end)
        (request.weights, request.speed, request.alternatives) = (weight, speed, alternatives)
        request.reach = reach.metres ?? .infinity
        (request.cell, request.keepOut, request.geojson) = (cell?.metres, keepOut, geojson)
        let route = try SurveyRoute(request)
        try route.write()
        let isPiped = StandardPath.isStandardOutput(geojson)
        if json {
            print(String(decoding: route.json, as: UTF8.self))
        } else {
            for line in route.lines { if isPiped { Diagnostics.write(line) } else { print(line) } }
        }
        guard driving.drive else { return }
        // A drive waits for no reader: what has been printed leaves before it.
        _ = PrintedOutput.flush()
        Signals.block()
        ForeignFiles.liftMemory()
        try driving.run(route)
    }
}

extension RouteEnd: ExpressibleByArgument {
    /// Parses a place, as `init(_:)` does.
    public init?(argument: String) { self.init(argument) }
}

/// Weights on the command line: `dose=1,time=0.1`.
enum WeightText {
    /// Parses weights; what is not named stays at its default.
    /// - Throws: why they are refused.
    @Sendable static func parse(_ argument: String) throws -> RouteWeights {
        var weights = RouteWeights()
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let number = Double(sides[1]), number >= 0, number < 1e12 else {
                throw ValidationError("no weights; give numbers from 0 on: dose=1,time=0.1")
            }
            switch sides[0] {
            case "dose": weights.dose = number
            case "time": weights.time = number
            default: throw ValidationError("there is no weight “\(sides[0])”; give dose and time")
            }
        }
        guard weights.dose + weights.time > 0 else { throw ValidationError("both weights are 0; give one above it") }
        return weights
    }
}
