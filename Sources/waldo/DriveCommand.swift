import ArgumentParser
import Glibc
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoInput
import WaldoLoop

/// `waldo drive`: drives an arm from an input.
struct DriveCommand: EventLoopCommand {
    static let configuration = CommandConfiguration(
        commandName: "drive",
        abstract: "Drive an arm.",
        discussion: """
            Alone it takes the one gamepad, the default arm and the one shield that advertises the arm's service. With \
            --simulate the arm is a simulated one, and without a gamepad the terminal's keys drive it. In a \
            terminal it shows a dashboard; elsewhere, or with --plain, it writes JSON Lines.

            The pad's triggers move the slider, its right stick the joystick; the east button stops, start resumes. In \
            the terminal, Space and Escape stop, Enter resumes, Ctrl-C ends. A control is dead until it has been at rest.

            Where the arm's file says where it rests, End parks the arm and ends the drive, and so do a pad's key for it and \
            the panel's button. --park does that at the end of --input demo, which ends by itself. Nothing else parks.

            With --panel a browser drives too, by touch, mouse or keys; without a gamepad it alone.

            `waldo config` shows your defaults of these options; `waldo doctor` says what is missing for a drive.
            """)

    @OptionGroup var shield: ShieldOptions

    @OptionGroup var simulation: SimulateOption

    @Option(
        help: "The mapping: a name (see `waldo mappings`) or a file. Default: the one that fits the input best.",
        completion: .mappings)
    var mapping: String?

    @Option(
        help: "The input: a device or its name (see `waldo inputs`), keyboard, terminal, demo or panel.",
        completion: .inputs)
    var input: InputChoice?

    @Flag(help: "Wait for an input, adapter or shield that is not there yet.")
    var wait = false

    @OptionGroup var startOptions: DriveStartOptions

    @OptionGroup var fencing: FenceOptions

    @OptionGroup var parking: ParkOptions

    @OptionGroup var panelOptions: PanelOptions

    @OptionGroup(title: "Foxglove options") var foxgloveOptions: FoxgloveOptions

    @OptionGroup(title: "Survey options") var surveyOptions: DriveSurveyOptions

    @Flag(help: "Write JSON Lines in a terminal too.")
    var plain = false

    func validate() throws {
        if input == .demo && !shield.override && simulation.simulate == nil {
            throw ValidationError("--input demo moves the arm without an operator: it needs --simulate or --override")
        }
        try parking.validateAlone()
        _ = try simulation.transport(shield)
    }

    func run() throws {
        Diagnostics.begin(verbosity: shield.verbose)
        let library = Library(), settings = try Settings.forCommand()
        var arm = try fencing.applied(to: library.arm(settings.arm(given: shield.arm)), library)
        let adapter = settings.value(.adapter, given: shield.adapter)
        let panel = try panelOptions.plan(settings)
        var surveyPlan = try surveyOptions.plan(settings)
        surveyPlan?.adapter = adapter
        surveyPlan?.waits = true
        arm.value = try shield.connected(arm.value)
        if let position = startOptions.position { arm.value = try position.applied(to: arm.value) }
        let input = try effectiveInput(settings, hasPanel: panel != nil)
        guard !parking.park || input == .demo else {
            throw ValidationError(
                "--park is for --input demo, which ends by itself: in your own drive End, a pad's key or the panel's button "
                    + "parks")
        }
        try parking.confirm(arm.value)
        var plan = DrivePlan(
            arm: arm.value, armSource: arm.source, startIsConfirmed: startOptions.position != nil,
            mapping: try mapping.map(library.mapping), library: library,
            holder: .input(input), shield: shield.shield, adapter: adapter, isBonded: shield.bonded,
            stays: shield.stay, transport: try simulation.transport(shield), waits: wait,
            isPlain: try StandardOutput.isPlain(plain, record: settings.value(.record, given: startOptions.record)),
            record: settings.value(.record, given: startOptions.record), panel: panel, survey: surveyPlan,
            foxglove: try foxgloveOptions.plan())
        plan.parks = parking.park
        plan.apply(settings, arm: shield.arm)
        try DriveSession.run(plan)
    }

    private func inputWithoutPad(hasPanel: Bool) -> InputChoice? {
        guard !hasPad else { return nil }
        if simulation.simulate != nil, !wait, isatty(STDIN_FILENO) != 0 { return .terminal }
        return hasPanel ? .panel : nil
    }

    private var hasPad: Bool { InputCatalogue.list().contains { $0.kind == .gamepad } }

    /// The input to use: by default the only pad; without a pad the panel, or for a simulated arm the terminal. Over
    /// SSH the operator's keyboard is not on this machine, so the terminal replaces it.
    private func effectiveInput(_ settings: Settings, hasPanel: Bool) throws -> InputChoice {
        let usual = input == nil ? settings.value(.input).flatMap { InputChoice(argument: $0) } : nil
        let named = input == .evdev(.device(Settings.none)) ? nil : input
        let input = named ?? usual ?? inputWithoutPad(hasPanel: hasPanel) ?? .evdev(.onlyPad)
        guard input != .panel || hasPanel else {
            throw ValidationError("--input panel needs the panel's address: --panel 127.0.0.1:8713")
        }
        return input == .evdev(.keyboard) && getenv("SSH_CONNECTION") != nil ? .terminal : input
    }
}
