internal import ArgumentParser
internal import WaldoApp
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoMap

/// `waldo survey route FILE --from A --to B`: routes of little exposure.
struct SurveyRouteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route",
        abstract: "Find the routes between two places, from the fastest to the one of least exposure.",
        discussion: """
            The route costs what is received on it and the time that it takes, each by its --weight: with dose=1,time=0.1 a \
            unit of the dose (such as 1 uSv) costs as much as ten hours. What the survey is unsure of is added to the cost, \
            so that ground that nobody measured is never free. The table and --geojson state what was measured.

            The way leads along measured places, of which each is joined to the 8 nearest within --reach. With --cell it \
            leads over free ground, as cells of that side.
            """)

    @OptionGroup var selection: MapSelectionOptions

    @Option(
        name: .customLong("from"), parsing: .unconditional, help: ArgumentHelp("Where it begins.", valueName: "lat,lon")
    )
    var fromPlace: PlaceText

    @Option(
        name: .customLong("to"), parsing: .unconditional, help: ArgumentHelp("Where it ends.", valueName: "lat,lon"))
    var toPlace: PlaceText

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

    @Option(help: ArgumentHelp("Keep out of the areas of a GeoJSON file.", valueName: "file"))
    var keepOut: String?

    @Option(help: ArgumentHelp("How many routes at most. Default: 5.", valueName: "n"))
    var alternatives = 5

    @Option(help: ArgumentHelp("Write the routes as GeoJSON.", valueName: "file"))
    var geojson: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard speed > 0, speed < 1e4 else { throw ValidationError("--speed is above zero, in m/s") }
        guard !json || geojson != ExportFile.standardOutput else {
            throw ValidationError("--json and --geojson - would both be on standard output; give one of them a file")
        }
        guard (1...50).contains(alternatives) else { throw ValidationError("--alternatives is from 1 to 50") }
    }

    func run() throws {
        // Nothing is written while it computes: a signal ends it at once.
        Signals.unblock()
        var request = RouteRequest(selection.selection(), from: fromPlace.place, to: toPlace.place)
        (request.weights, request.speed, request.alternatives) = (weight, speed, alternatives)
        request.reach = reach.metres ?? .infinity
        (request.cell, request.keepOut, request.geojson) = (cell?.metres, keepOut, geojson)
        let route = try SurveyRoute(request)
        try route.write()
        let isPiped = geojson == ExportFile.standardOutput
        if json {
            print(String(decoding: route.json, as: UTF8.self))
        } else {
            for line in route.lines { if isPiped { Diagnostics.write(line) } else { print(line) } }
        }
    }
}

/// A place of the world on the command line: `-37.8136,144.9631`.
struct PlaceText: ExpressibleByArgument {
    let place: (longitude: Double, latitude: Double)

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        place = (longitude, latitude)
    }
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
