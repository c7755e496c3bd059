internal import ArgumentParser
internal import Glibc
internal import WaldoApp
internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTime

/// `waldo survey raster`: drives the hand over a grid of points and measures at each.
struct SurveyRasterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "raster",
        abstract: "Drive the hand over a grid of points and measure at each.",
        discussion: """
            `waldo survey raster --simulate --sensor demo --over zx=-50..50/10 --over zy=-50..50/10 --dwell 5s --to r.gpkg` \
            needs no hardware. The first --over moves fastest, and every other row goes back.

            The plan is printed, and where the arm is believed to stand, before anything moves: Enter begins. Space and \
            Escape stop, P pauses, Enter goes on, N leaves a point out, Ctrl-C ends. A lost link, a halt and a silent sensor \
            pause too, and the point is measured again.

            Only what is measured while the arm rests counts. Each point is one sample of the streams spot NAME, which \
            `waldo survey map` and `waldo survey source` take.
            """)

    @OptionGroup var shield: ShieldOptions

    @OptionGroup var simulation: SimulateOption

    @OptionGroup var options: SurveyOptions

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A channel and its numbers, such as zx=-100..100/20; may be repeated.", valueName: "channel=a..b/step"))
    var over: [String] = []

    @Option(
        help: ArgumentHelp(
            "How long to measure at a point, such as 5s; or until the error of counting is this small, such as 20%.",
            valueName: "time|error"), transform: DwellText.parse)
    var dwell: DwellText

    @Option(help: "With an error: the longest time at a point. Default: 60s.", transform: OptionValue.span)
    var max: TimeSpan?

    @Option(help: "The file to store the survey in, or a directory, where it gets a name of its own.")
    var to: String?

    @Option(
        help: "Where the arm stands at the start: a number for each position channel, X,Y. Default: the arm's start.")
    var position: StartPosition?

    @Option(help: "Record the drive into a file, or into a directory under a name of its own.")
    var record: String?

    @Flag(help: "Print the plan and end.")
    var plan = false

    @Flag(help: "Begin without asking: the arm stands where it is believed to.")
    var yes = false

    @Flag(help: "Wait for an adapter or shield that is not there yet.")
    var wait = false

    @Flag(help: "Write JSON Lines in a terminal too.")
    var plain = false

    func validate() throws {
        guard !over.isEmpty else {
            throw ValidationError("a raster needs a channel and its numbers: --over zx=-100..100/20")
        }
        if max != nil, case .time = dwell {
            throw ValidationError("--max belongs to a --dwell that is an error, such as 20%")
        }
        guard plan || to != nil else { throw ValidationError("name the file for the survey: --to FILE") }
        _ = try simulation.transport(shield)
    }

    func run() throws {
        Diagnostics.begin(verbosity: shield.verbose)
        let library = Library()
        do {
            var arm = try library.arm(shield.armName)
            if let position { arm.value = try position.applied(to: arm.value) }
            guard var survey = try options.plan(store: to) else {
                throw ValidationError("a raster needs a sensor: --sensor NAME (see `waldo sensors`)")
            }
            survey.adapter = shield.adapter
            survey.waits = true
            // The hand's places are the arm's, whatever the sensor says of its own.
            if options.locate == nil { survey.rules.sources = [.arm] }
            let request = try RasterRequest(over, dwell: dwell.value(max), of: arm.value, survey: survey)
            for line in request.lines { Diagnostics.write("waldo: \(line)") }
            if plan { return }
            try confirm(request)
            try DriveSession.run(
                DrivePlan(
                    arm: arm.value, armSource: arm.source, isPlaced: true, library: library,
                    holder: .raster(request.raster, exposure: request.exposure), shield: shield.shield,
                    adapter: shield.adapter, isBonded: shield.bonded, stays: shield.stay,
                    transport: try simulation.transport(shield), waits: wait,
                    isPlain: plain || isatty(STDOUT_FILENO) == 0, record: record, survey: survey))
        } catch let error as FileError {
            throw Failure(Failure.file, error.description)
        }
    }

    /// Has the operator confirm where the arm stands.
    private func confirm(_ request: RasterRequest) throws {
        guard !yes else { return }
        guard isatty(STDIN_FILENO) != 0 else {
            throw Failure(
                64, "nobody is there to confirm that the arm stands at \(request.start); add --yes if it does")
        }
        Diagnostics.write("waldo: Enter if it stands there, Ctrl-C if not (state its position with --position)")
        Signals.unblock()
        guard readLine() != nil else { throw Failure(64, "the raster was not confirmed") }
        Signals.block()
    }
}

/// A dwell on the command line: `5s` or `20%`.
enum DwellText {
    case time(TimeSpan)
    case error(Double)

    /// Parses a dwell.
    /// - Throws: why it is refused.
    @Sendable static func parse(_ argument: String) throws -> DwellText {
        guard argument.hasSuffix("%") else { return .time(try OptionValue.span(argument)) }
        guard let percent = Double(argument.dropLast()), percent >= 0.1, percent <= 100 else {
            throw ValidationError("no error; give one from 0.1% to 100%, or a time such as 5s")
        }
        return .error(percent / 100)
    }

    func value(_ most: TimeSpan?) -> RasterDwell {
        switch self {
        case .time(let span): .time(span)
        case .error(let error): .error(error, most: most ?? .seconds(60))
        }
    }
}
