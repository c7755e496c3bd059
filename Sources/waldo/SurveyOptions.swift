public import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoSurvey
import WaldoTime

/// The options of every command that surveys.
struct SurveyOptions: ParsableArguments {
    @Option(help: "The sensor: a name (see `waldo sensors`) or a file; demo is built in.", completion: .sensors)
    var sensor: String?

    @Option(
        help: "The graph: a name (see `waldo graphs`), a file, or none. Default: that of the sensor's file.",
        completion: .graphsOrNone)
    var graph: String?

    @Option(
        help: """
            Position sources, in order of preference, separated by commas: message, gpsd, gpsd=HOST:PORT, arm, \
            fixed=LATITUDE,LONGITUDE; or none. Default: those of the graph, else message,gpsd,fixed,arm; in a drive of an \
            arm with a pose arm comes first.
            """, transform: OptionValue.locating)
    var locate: Locating?

    @Option(help: TravelMethod.help)
    var method: TravelMethod?

    @Option(
        help: """
            The address or name of the sensor's peripheral. Default: the one used before (`waldo forget` clears it), else \
            the only one in reach.
            """)
    var peripheral: String?

    @Option(help: "The survey's title. Default: the sensor's name and the time.")
    var title: String?

    @Option(name: .customLong("tag"), help: "A tag; may be repeated.")
    var tags: [String] = []

    @Flag(help: "Mark the survey as not for upload, for example with a test source.")
    var noUpload = false

    @Option(
        help: ArgumentHelp(
            "Send the stored survey while it goes on, by waldo-relay: mqtts://HOST of a broker, or postgres://USER@HOST/DATABASE.",
            valueName: "url"))
    var stream: String?

    @Option(
        help: ArgumentHelp(
            "A file of mode 0600 with the broker's user in its first line and the password in its second.",
            valueName: "file"),
        completion: .file())
    var streamCredentials: String?

    @Option(
        help: ArgumentHelp("The authorities whose certificates are trusted for the broker, in PEM.", valueName: "file"),
        completion: .file())
    var streamCa: String?

    static let noSensor = Failure(
        .usage, "a survey needs a sensor: --sensor NAME, such as --sensor demo (see `waldo sensors`)")

    /// The survey that was asked for, or that of the default sensor; nil: none.
    /// - Parameter store: the option that names the file to store it in.
    func plan(store: String?, _ settings: Settings) throws -> SurveyPlan? {
        guard let sensor = settings.value(.sensor, given: sensor) else {
            guard store == nil, graph == nil, locate == nil, method == nil, title == nil, tags.isEmpty,
                peripheral == nil, !noUpload
            else {
                throw Self.noSensor
            }
            return nil
        }
        var plan = try SurveyPlan(
            sensor: sensor, graph: graph, locate: locate ?? Locating(),
            store: settings.value(.survey, given: store), title: title, tags: tags,
            allowsUpload: !noUpload)
        if let method { plan.carry(by: method) }
        plan.peripheral = peripheral
        plan.stream = try streamPlan()
        return plan
    }
}

extension SurveyOptions {
    /// Where it is streamed to; nil: nowhere.
    private func streamPlan() throws -> StreamPlan? {
        guard let stream else {
            guard streamCredentials == nil, streamCa == nil else {
                throw ValidationError("--stream-credentials and --stream-ca belong to --stream")
            }
            return nil
        }
        guard !noUpload else {
            throw ValidationError("--stream and --no-upload exclude each other: leave one out")
        }
        return try StreamPlan(url: stream, credentials: streamCredentials, authorities: streamCa)
    }
}

extension TravelMethod: ExpressibleByArgument {
    /// What the option does.
    static var help: ArgumentHelp {
        """
        How the sensor is carried: foot, bicycle, boat, uav, car, train or aircraft. A position that no speed of that \
        explains is an outlier. Default: that of the sensor's file, else aircraft.
        """
    }
}

/// Values of options, each refused with the reason.
enum OptionValue {
    /// Parses where places come from.
    @Sendable static func locating(_ argument: String) throws -> Locating {
        do { return try Locating(argument) } catch { throw ValidationError(error.sentence) }
    }

    /// Parses a time: `500ms`, `90s`, `10m`, `2h`.
    @Sendable static func span(_ argument: String) throws -> TimeSpan {
        let units: [(suffix: String, microseconds: Double)] = [
            ("ms", 1e3), ("s", 1e6), ("m", 60e6), ("h", 3600e6),
        ]
        guard Double(argument) == nil else {
            throw ValidationError("a number without a unit; give one of ms, s, m and h, such as 90s")
        }
        guard let unit = units.first(where: { argument.hasSuffix($0.suffix) }),
            let number = Double(argument.dropLast(unit.suffix.count)), !number.isNaN
        else { throw ValidationError("no time; give a number with a unit, such as 90s, 10m or 2h") }
        let advice = "give a time above zero, such as 90s, 10m or 2h"
        guard number >= 0 else { throw ValidationError("a time below zero; \(advice)") }
        guard number * unit.microseconds >= 1 else { throw ValidationError("a survey of no time; \(advice)") }
        guard number * unit.microseconds < 1e15 else {
            throw ValidationError("too long; give a time of less than 30 years")
        }
        return .microseconds(Int64(number * unit.microseconds))
    }
}
