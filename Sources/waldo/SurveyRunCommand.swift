import ArgumentParser
import Glibc
import WaldoApp
import WaldoFiles
import WaldoSimulator
import WaldoTime

/// `waldo survey run`, or `waldo survey` alone: surveys with a sensor.
struct SurveyRunCommand: EventLoopCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Survey with a sensor, without an arm.",
        discussion: """
                waldo survey --sensor demo --until 1m --to demo.gpkg   # no hardware
                waldo survey --sensor bgeigie --locate gpsd --to walk.gpkg
                waldo survey --sensor bgeigie --wait --to .
                waldo survey --sensor demo --to walk.gpkg --panel 0.0.0.0:8713

            Ctrl-C ends a survey, and the file is complete. If the file exists, a session is added to it.

            With --panel a phone shows it, and pauses and ends it.

            The file is a GeoPackage, which QGIS and GDAL open, also while it is written.
            """)

    @OptionGroup(title: "Survey options") var options: SurveyOptions

    @Option(
        help:
            "The file to store the survey in, or a directory, where it gets a name of its own. Default: nothing is stored.",
        completion: .survey)
    var to: String?

    @Option(help: "End after this time, such as 90s, 10m or 2h. Default: at Ctrl-C.", transform: OptionValue.span)
    var until: TimeSpan?

    @Option(help: "The Bluetooth adapter. Default: the first that is powered.")
    var adapter: String?

    @Flag(help: "Wait for an adapter or a sensor that is not there yet.")
    var wait = false

    @Flag(help: "Only receive: do not send the `say` bytes that start and stop the sensor.")
    var override = false

    @OptionGroup(title: "Survey options") var simulation: SimulateOption

    @OptionGroup(title: "Panel options") var panelOptions: PanelOptions

    @Flag(help: "Begin paused: the panel's page starts it.")
    var paused = false

    @OptionGroup(title: "Foxglove options") var foxglove: FoxgloveOptions

    @Flag(help: "Write JSON Lines in a terminal too.")
    var plain = false

    @Flag(name: .shortAndLong, help: "Log more to standard error; twice: everything.")
    var verbose: Int

    func validate() throws {
        guard !paused || panelOptions.panel != nil else {
            throw ValidationError("--paused needs a page that starts the survey: --panel 127.0.0.1:8713")
        }
        guard !paused || until == nil else {
            throw ValidationError("--paused and --until exclude each other: leave one out")
        }
        guard let options = try simulation.options() else { return }
        guard options.losses.isEmpty, options.stalls.isEmpty else {
            throw ValidationError(
                "--simulate: loss= and stall= are those of an arm's link: use `waldo drive`, or leave them out")
        }
        let others = [("override", override), ("adapter", adapter != nil), ("wait", wait)]
        if let other = others.first(where: \.1) {
            throw ValidationError("--simulate and --\(other.0) exclude each other: leave one out")
        }
    }

    func run() throws {
        Diagnostics.begin(verbosity: verbose)
        let settings = try Settings.forCommand()
        guard var plan = try options.plan(store: to, settings) else {
            throw SurveyOptions.noSensor
        }
        plan.adapter = settings.value(.adapter, given: adapter)
        plan.waits = wait
        plan.isOverride = override
        if let options = try simulation.options() { plan.simulate(options) }
        var run = SurveySession.Options(
            duration: until, isPlain: plain || isatty(STDOUT_FILENO) == 0, foxglove: try foxglove.plan())
        run.panel = try panelOptions.plan(nil)
        run.isPaused = paused
        try SurveySession.run(plan, run)
    }
}
