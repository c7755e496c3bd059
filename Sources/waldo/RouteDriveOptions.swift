import ArgumentParser
import Glibc
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoLoop

/// The options of `waldo survey route --drive`.
struct RouteDriveOptions: ParsableArguments {
    @Flag(help: "Drive the cheapest route, and compare what is measured on the way.")
    var drive = false

    @OptionGroup(title: "Arm options") var shield: ShieldOptions

    @OptionGroup(title: "Arm options") var simulation: SimulateOption

    @Option(
        help: "The file to store what is measured on the way in, or a directory. Default: nothing is stored.",
        completion: .survey)
    var measureTo: String?

    @OptionGroup var played: PlayedDriveOptions

    func validate(isJSON: Bool) throws {
        guard drive else {
            let given =
                shield.ofLink + [
                    ("arm", shield.arm != nil), ("override", shield.override),
                    ("simulate", simulation.simulate != nil), ("measure-to", measureTo != nil),
                    ("position", played.startOptions.position != nil), ("record", played.startOptions.record != nil),
                    ("fence", played.fencing.fence != nil), ("park", played.parking.park),
                    ("yes", played.parking.yes), ("wait", played.wait), ("plain", played.plain),
                    ("panel", played.panel.panel != nil),
                    ("panel-token", played.panel.panelToken != nil),
                    ("panel-token-file", played.panel.panelTokenFile != nil),
                    ("panel-origin", !played.panel.panelOrigin.isEmpty),
                    ("panel-proxy", played.panel.panelProxy != nil),
                    ("panel-roads", played.panel.panelRoads != nil), ("panel-tiles", played.panel.panelTiles != nil),
                ]
            if let given = given.first(where: \.1)?.0 ?? played.foxglove.given {
                throw ValidationError("--\(given) belongs to --drive")
            }
            return
        }
        guard !isJSON else { throw ValidationError("--drive and --json exclude each other: leave one out") }
        _ = try simulation.transport(shield)
    }

    /// Drives the cheapest route.
    func run(_ route: SurveyRoute) throws {
        Diagnostics.begin(verbosity: shield.verbose)
        let library = Library(), settings = try Settings.forCommand()
        let adapter = settings.value(.adapter, given: shield.adapter)
        var chosen = try shield.arm.map { try library.arm($0) }
        var drive = try route.drive(chosen?.value)
        let position = played.startOptions.position
        if let position { chosen = (try position.applied(to: drive.arm), chosen?.source ?? drive.armSource) }
        if played.fencing.fence != nil {
            chosen = try played.fencing.applied(
                to: chosen ?? (drive.arm, drive.armSource), library, isPlaced: position != nil)
        }
        if let chosen { drive = try route.drive(chosen.value) }
        let panel = try played.panel.plan(settings), foxglove = try played.foxglove.plan()
        for line in try drive.lines + played.parking.lines(drive.arm) { Diagnostics.write("waldo: \(line)") }
        try played.confirm(standingAt: drive.start)
        var survey = try drive.surveyPlan(store: settings.value(.survey, given: measureTo))
        survey.adapter = adapter
        let source = chosen?.source ?? drive.armSource
        var plan = DrivePlan(
            arm: try shield.connected(drive.arm), armSource: source, startIsConfirmed: true, library: library,
            holder: .raster(drive.raster, exposure: drive.exposure(survey), drive.expected),
            shield: shield.shield, adapter: adapter, isBonded: shield.bonded, stays: shield.stay,
            transport: try transport(drive), waits: played.wait, isPlain: try played.isPlain(settings),
            record: settings.value(.record, given: played.startOptions.record), panel: panel, survey: survey,
            foxglove: foxglove)
        plan.parks = played.parking.park
        // The arm is the survey's, whatever the default one is.
        plan.apply(settings, arm: source.name)
        try DriveSession.run(plan)
    }

    /// Without options a simulation is that of the survey.
    private func transport(_ drive: RouteDrive) throws -> DriveTransport {
        if simulation.simulate == "", let options = try drive.simulation() { return .simulation(options) }
        return try simulation.transport(shield)
    }
}
