import ArgumentParser
import WaldoApp
import WaldoCore
import WaldoFiles
import WaldoLoop

/// `waldo drive`: drives an arm from an input.
struct DriveCommand: EventLoopCommand {
    static let configuration = CommandConfiguration(
        commandName: "drive",
        abstract: "Drive an arm.",
        discussion: """
                waldo drive --simulate --input demo     # no hardware: it drives itself
                waldo drive --override                  # your pad, nothing is sent
                waldo drive --arm mearm --record drives/

            Alone it takes the one gamepad, the default arm and the one shield that advertises the arm's service. With \
            --simulate the arm is a simulated one. With --simulate and with --override, the terminal's keys drive where \
            there is no gamepad. In a terminal it shows a dashboard; elsewhere, or with --plain, it writes JSON Lines.

            The pad's triggers move the slider, its right stick the joystick; the east button stops, start resumes. In \
            the terminal, Space and Escape stop, Enter resumes, Ctrl-C ends. A control is dead until it has been at rest.

            Where the arm's file says where it rests, End parks the arm and ends the drive, and so do a pad's key for it and \
            the panel's button. --park does that at the end of --input demo, which ends by itself. Nothing else parks.

            With --panel a browser drives too, by touch, mouse or keys; without a gamepad it alone.

            `waldo config` shows your defaults of these options; `waldo doctor` says what is missing for a drive.
            """)

    @OptionGroup(title: "Arm options") var shield: ShieldOptions

    @OptionGroup(title: "Arm options") var simulation: SimulateOption

    @OptionGroup(title: "Input options") var inputOptions: DriveInputOptions

    @OptionGroup(title: "Start and end options") var startOptions: DriveStartOptions

    @OptionGroup(title: "Start and end options") var parking: ParkOptions

    @OptionGroup(title: "Start and end options") var fencing: FenceOptions

    @OptionGroup(title: "Panel options") var panelOptions: PanelOptions

    @OptionGroup(title: "Foxglove options") var foxgloveOptions: FoxgloveOptions

    @OptionGroup(title: "Survey options") var surveyOptions: DriveSurveyOptions

    @Flag(help: "Write JSON Lines in a terminal too.")
    var plain = false

    func validate() throws {
        if inputOptions.input == .demo && !shield.override && simulation.simulate == nil {
            throw ValidationError("--input demo moves the arm without an operator: it needs --simulate or --override")
        }
        try parking.validateAlone()
        _ = try simulation.transport(shield)
    }

    func run() throws {
        Diagnostics.begin(verbosity: shield.verbose)
        let library = Library(), settings = try Settings.forCommand()
        var arm = try library.arm(settings, given: shield.arm)
        let adapter = settings.value(.adapter, given: shield.adapter)
        let panel = try panelOptions.plan(settings)
        var surveyPlan = try surveyOptions.plan(settings)
        surveyPlan?.adapter = adapter
        surveyPlan?.waits = true
        arm.value = try shield.connected(arm.value)
        let choice = settings.setting(.arm, given: shield.arm).armChoice
        if let position = startOptions.position { arm.value = try position.applied(to: arm.value, choice: choice) }
        arm = try fencing.applied(to: arm, library, isPlaced: startOptions.position != nil)
        if surveyOptions.options.locate == nil, !shield.override { surveyPlan?.preferHand(of: arm.value) }
        let input = try inputOptions.effectiveInput(
            settings, hasPanel: panel != nil, movesArm: simulation.simulate == nil && !shield.override)
        guard !parking.park || input == .demo else {
            throw ValidationError(
                "--park is for --input demo, which ends by itself: in your own drive End, a pad's key or the panel's button "
                    + "parks")
        }
        try parking.confirm(arm.value)
        var plan = DrivePlan(
            arm: arm.value, armSource: arm.source, startIsConfirmed: startOptions.position != nil,
            mapping: try inputOptions.mapping.map(library.mapping), library: library,
            holder: .input(input), shield: shield.shield, adapter: adapter, isBonded: shield.bonded,
            stays: shield.stay, transport: try simulation.transport(shield), waits: inputOptions.wait,
            isPlain: try StandardOutput.isPlain(plain, record: settings.value(.record, given: startOptions.record)),
            record: settings.value(.record, given: startOptions.record), panel: panel, survey: surveyPlan,
            foxglove: try foxgloveOptions.plan())
        plan.parks = parking.park
        plan.apply(settings, arm: shield.arm)
        try DriveSession.run(plan)
    }
}
