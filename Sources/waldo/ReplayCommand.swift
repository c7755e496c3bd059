import ArgumentParser
import Glibc
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTime

/// `waldo replay`: plays or verifies a recording.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Send a recording again, or verify it.",
        discussion: """
                waldo replay drive.jsonl --verify       # the same bytes today?
                waldo replay drive.jsonl --simulate
                waldo replay drive.jsonl --as-played --rate 0.5

            Sends the recorded motion frames at their times to the shield, with --simulate to a simulated arm, or under \
            --override to the screen. Zeros, stops and gates are those of today. Space and \
            Escape stop and end it, P pauses and goes on, N plays the next frame alone; a lost link and the end of the \
            recording end it too, in a halt, and so do a number beyond a limit of the arm and a delay of over 300 ms.

            --park parks the arm where its file says that it rests, behind the recording's last frame alone.

            On velocities, and on actions that state no place, --rate, --from, --loop and an arm of other frames need \
            --as-played, which makes frames anew of the recorded numbers, with the arm's heartbeat.

            --verify sends nothing: it takes every recorded step again and compares what would be sent today, byte for \
            byte and microsecond for microsecond, with what was: 0 when it is the same, 1 with the first difference. With \
            --arm or --mapping it compares with what that file would have sent.
            """)

    @OptionGroup(title: "Arm options") var shield: ShieldOptions

    @OptionGroup(title: "Arm options") var simulation: SimulateOption

    @Flag(help: "Send nothing: compare the recording with what would be sent today.")
    var verify = false

    @Flag(help: "With --verify: every difference and not only the first.")
    var all = false

    @Option(help: "With --verify: another mapping, a name or a file.", completion: .mappings)
    var mapping: String?

    @Flag(help: "Make frames of the recorded numbers, with the arm's heartbeat, instead of sending the recorded ones.")
    var asPlayed = false

    @Option(help: "2 is twice as fast as it was recorded, 0.5 half as fast.")
    var rate = 1.0

    @Flag(help: "Begin again at the end, until stopped.")
    var loop = false

    @Option(help: "Begin at this second of the recording. Default: at its first command.")
    var from: Double?

    @Option(help: "End at this second of the recording.")
    var until: Double?

    @Flag(help: "Wait for an adapter or shield that is not there yet.")
    var wait = false

    @Flag(help: "Write JSON Lines in a terminal too.")
    var plain = false

    @Option(
        help: "Record the replay into a file, or into a directory under a name of its own; - is standard output.",
        completion: .file())
    var record: String?

    @OptionGroup(title: "Start and end options") var fencing: FenceOptions

    @OptionGroup(title: "Start and end options") var parking: ParkOptions

    @OptionGroup(title: "Foxglove options") var foxglove: FoxgloveOptions

    @Argument(help: ArgumentHelp("A recording of `waldo drive --record`.", valueName: "file"), completion: .file())
    var recording: String?

    /// The recording. Behind a bare `--simulate` it looks like that option's value.
    private var file: String { recording ?? simulation.simulate ?? "" }

    private var simulationOptions: SimulateOption {
        var options = simulation
        if recording == nil { options.simulate = "" }
        return options
    }

    func validate() throws {
        guard recording != nil || simulation.simulate.map({ !$0.isEmpty && !$0.contains("=") }) == true else {
            throw ValidationError("name the recording: waldo replay FILE")
        }
        guard rate >= 0.01, rate <= 100 else { throw ValidationError("--rate goes from 0.01 to 100") }
        for second in [from, until] {
            guard let second else { continue }
            guard second >= 0, second < 1e9 else { throw ValidationError("--from and --until are seconds, from 0") }
        }
        if mapping != nil && !verify { throw ValidationError("--mapping needs --verify") }
        if all && !verify { throw ValidationError("--all needs --verify") }
        try parking.validateAlone()
        if parking.park && (loop || until != nil) {
            throw ValidationError("--park parks at the recording's end: leave out --loop and --until")
        }
        guard verify else {
            _ = try simulationOptions.transport(shield)
            return
        }
        let ofPlaying =
            rate != 1 || loop || asPlayed || from != nil || until != nil || wait || plain || record != nil
            || parking.park || fencing.fence != nil
        if ofPlaying || shield.override || simulation.simulate != nil || shield.ofLink.contains(where: \.isGiven) {
            throw ValidationError("--verify sends nothing: it goes together with --all, --arm and --mapping only")
        }
        if let given = foxglove.given { throw ValidationError("--\(given) does not go together with --verify") }
    }

    func run() throws {
        Diagnostics.begin(verbosity: shield.verbose)
        guard !verify else { return try runVerification() }
        func time(_ second: Double?) -> Instant? {
            second.map { Instant(microseconds: Int64(($0 * 1_000_000).rounded())) }
        }
        let replay = try ReplayPlan(
            file, from: time(from), until: time(until), rate: rate, loops: loop, asPlayed: asPlayed)
        let library = Library(), settings = try Settings.forCommand()
        let armName = settings.arm(given: shield.arm)
        var arm = try library.arm(settings, given: shield.arm)
        // A default arm is not named: it does not say which one is to move.
        if !settings.setting(.arm, given: shield.arm).isNamed && !replay.fits(arm.value) {
            throw Failure(
                .file,
                "\(file): recorded with the arm “\(SafeText.escaped(replay.arm.name))” (\(SafeText.escaped(replay.header.arm.name))), which is "
                    + "another than “\(SafeText.escaped(arm.value.name))” (\(SafeText.escaped(armName))) of today: say by --arm which one is to "
                    + "move")
        }
        if let problem = replay.problem(with: arm.value) { throw Failure(.file, "\(file): \(problem)") }
        arm.value = replay.placed(arm.value)
        arm = try fencing.applied(to: arm, library, isPlaced: replay.places(arm.value))
        if let refusal = replay.refusal(of: arm.value, named: armName, entersLater: from != nil) {
            throw Failure(.usage, "\(file): \(refusal)")
        }
        try parking.confirm(arm.value)
        // So far nothing moves, and a signal ends the reading of a long recording at once.
        Signals.block()
        var plan = DrivePlan(
            arm: try shield.connected(arm.value), armSource: arm.source,
            startIsConfirmed: replay.places(arm.value),
            library: library, holder: .recording(replay), shield: shield.shield,
            adapter: settings.value(.adapter, given: shield.adapter), isBonded: shield.bonded, stays: shield.stay,
            transport: try simulationOptions.transport(shield, recorded: replay.header.simulation),
            waits: wait, isPlain: try StandardOutput.isPlain(plain, record: record), record: record,
            foxglove: try foxglove.plan())
        plan.parks = parking.park
        plan.apply(settings, arm: shield.arm)
        try DriveSession.run(plan)
    }

    private func runVerification() throws {
        ForeignFiles.limitMemory()
        guard shield.arm != nil || mapping != nil else {
            return try ReplayVerification(path: file, showsAll: all).run()
        }
        let library = Library()
        try ReplayComparison(
            path: file, arm: try shield.arm.map(library.loadArm), mapping: try mapping.map(library.loadMapping),
            showsAll: all
        ).run()
    }
}
