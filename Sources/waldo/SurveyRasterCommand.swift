import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoSurvey
import WaldoTime

/// `waldo survey raster`: drives the hand over a grid of points and measures at each.
struct SurveyRasterCommand: EventLoopCommand {
    static let configuration = CommandConfiguration(
        commandName: "raster",
        abstract: "Drive the hand over a grid of points and measure at each.",
        discussion: """
                waldo survey raster --simulate --sensor demo --over zx=-50..50/20 \\
                    --over zy=-50..50/20 --dwell 2s --to r.gpkg   # no hardware
                waldo survey raster --sensor demo --over zx=0..9/3 --dwell 20% --plan

            The first --over moves fastest, and every other row goes back.

            The plan is printed, and where the arm is believed to stand, before anything moves: Enter begins. Space and \
            Escape stop, P pauses, Enter goes on, N leaves a point out, Ctrl-C ends. A lost link, a halt and a silent sensor \
            pause too, and the point is measured again.

            Only what is measured while the arm rests counts. Each point is one sample of the streams spot NAME, which \
            `waldo survey map` and `waldo survey source` take.
            """)

    @OptionGroup(title: "Arm options") var shield: ShieldOptions

    @OptionGroup(title: "Arm options") var simulation: SimulateOption

    @OptionGroup(title: "Survey options") var options: SurveyOptions

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

    @Option(
        help: "The file to store the survey in, or a directory, where it gets a name of its own.", completion: .survey)
    var to: String?

    @Flag(help: "Print the plan and end.")
    var plan = false

    @OptionGroup var played: PlayedDriveOptions

    func validate() throws {
        guard !over.isEmpty else {
            throw ValidationError("a raster needs a channel and its numbers: --over zx=-100..100/20")
        }
        if max != nil, case .time = dwell {
            throw ValidationError("--max belongs to a --dwell that is an error, such as 20%")
        }
        _ = try simulation.transport(shield)
    }

    func run() throws {
        Diagnostics.begin(verbosity: shield.verbose)
        let library = Library(), settings = try Settings.forCommand()
        guard plan || settings.value(.survey, given: to) != nil else {
            throw ValidationError("name the file for the survey: --to FILE")
        }
        var arm = try library.arm(settings, given: shield.arm)
        arm.value = try shield.connected(arm.value)
        let choice = settings.setting(.arm, given: shield.arm).armChoice
        if let position = played.startOptions.position {
            arm.value = try position.applied(to: arm.value, choice: choice)
        }
        arm = try played.fencing.applied(to: arm, library, isPlaced: played.startOptions.position != nil)
        guard var survey = try options.plan(store: to, settings) else {
            throw ValidationError("a raster needs a sensor: --sensor NAME (see `waldo sensors`)")
        }
        let adapter = settings.value(.adapter, given: shield.adapter)
        survey.adapter = adapter
        survey.waits = true
        // The hand's places are the arm's, whatever the sensor says of its own.
        if options.locate == nil { survey.rules.sources = [.arm] }
        let request = try RasterRequest(
            over, dwell: dwell.value(max), of: arm.value, choice: choice, survey: survey)
        let panel = try played.panel.plan(settings), foxglove = try played.foxglove.plan()
        for line in try request.lines + played.parking.lines(arm.value) { Diagnostics.write("waldo: \(line)") }
        if plan { return }
        try played.confirm(standingAt: request.start)
        var plan = DrivePlan(
            arm: arm.value, armSource: arm.source, startIsConfirmed: true, library: library,
            holder: .raster(request.raster, exposure: request.exposure), shield: shield.shield,
            adapter: adapter, isBonded: shield.bonded, stays: shield.stay,
            transport: try simulation.transport(shield), waits: played.wait, isPlain: try played.isPlain(settings),
            record: settings.value(.record, given: played.startOptions.record), panel: panel, survey: survey,
            foxglove: foxglove)
        plan.parks = played.parking.park
        plan.apply(settings, arm: shield.arm)
        try DriveSession.run(plan)
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
        case .error(let error): .error(error, longest: most ?? .seconds(60))
        }
    }
}
