import Glibc
package import WaldoCore
package import WaldoFiles
import WaldoLoop
import WaldoSimulator
import WaldoSurvey
package import WaldoTime

/// The settings of a drive, with its files already read.
package struct DrivePlan {
    /// What operates the controls.
    package enum Holder {
        /// The operator, through an input.
        case input(InputChoice)
        /// A recording.
        case recording(ReplayPlan)
        /// A raster or a route, with how long the sensor counts for one message, and what is expected on the route.
        case raster(RasterPlan, exposure: TimeSpan, RouteExpectation? = nil)
    }

    var arm: Arm
    var armSource: SourceText
    /// Who chose the arm, see `Setting.armChoice`.
    var armChoice = ""
    /// Whether the operator gave the arm's starting position.
    var startIsConfirmed = false
    /// Whether the arm is parked once what moves it has come to its planned end.
    package var parks = false
    /// The requested mapping; nil: the one that matches the input best.
    var mapping: (value: Mapping, source: SourceText)?
    var library: Library
    var holder: Holder
    var shield: String?
    /// The usual shield, which is looked for where none is named.
    var usualShield: String?
    /// One sentence for each default that decides what moves.
    var defaultNotes: [String] = []
    var adapter: String?
    /// Whether a shield that is not bonded with this machine is refused.
    var isBonded: Bool
    /// Whether the shield stays connected at the end.
    var stays: Bool
    /// What carries the commands.
    var transport: DriveTransport
    var waits: Bool
    var isPlain: Bool
    /// The file or directory to record into; nil: none.
    var record: String?
    /// Whether the recording is on standard output, and so nothing else may be.
    var recordsToOutput: Bool { StandardPath.isStandardOutput(record) }
    /// The panel to serve; nil: none.
    var panel: PanelPlan?
    /// What is surveyed beside; nil: nothing.
    var survey: SurveyPlan?
    /// Where live data are served for Foxglove; nil: nowhere.
    var foxglove: FoxglovePlan?

    /// Creates a plan.
    /// - Parameters:
    ///   - startIsConfirmed: whether the operator gave the arm's starting position.
    ///   - mapping: the requested mapping; nil: the one that matches the input best.
    ///   - holder: what operates the controls.
    ///   - shield: the shield's address or name; nil: the only one in reach.
    ///   - adapter: the Bluetooth adapter; nil: the first that is powered.
    ///   - isBonded: whether a shield that is not bonded with this machine is refused.
    ///   - stays: whether the shield stays connected at the end.
    ///   - transport: what carries the commands.
    ///   - waits: whether to wait for an input, adapter or shield that is missing.
    ///   - isPlain: whether to write JSON Lines instead of showing the dashboard.
    ///   - record: the file or directory to record into; nil: none.
    ///   - panel: the panel to serve; nil: none.
    ///   - survey: what is surveyed beside; nil: nothing.
    ///   - foxglove: where live data are served for Foxglove; nil: nowhere.
    package init(
        arm: Arm, armSource: SourceText, startIsConfirmed: Bool = false,
        mapping: (value: Mapping, source: SourceText)? = nil,
        library: Library, holder: Holder, shield: String? = nil, adapter: String? = nil, isBonded: Bool, stays: Bool,
        transport: DriveTransport, waits: Bool, isPlain: Bool, record: String? = nil, panel: PanelPlan? = nil,
        survey: SurveyPlan? = nil, foxglove: FoxglovePlan? = nil
    ) {
        self.arm = arm
        self.armSource = armSource
        self.startIsConfirmed = startIsConfirmed
        self.mapping = mapping
        self.library = library
        self.holder = holder
        self.shield = shield
        self.adapter = adapter
        self.isBonded = isBonded
        self.stays = stays
        self.transport = transport
        self.waits = waits
        self.isPlain = isPlain
        self.record = record
        self.panel = panel
        self.survey = survey
        self.foxglove = foxglove
        // Without transmission there is no link to the arm, and the sensor is heard over one of its own.
        switch transport {
        case .arm: self.survey?.join(arm.link)
        case .override: self.survey?.isOverride = true
        case .simulation(let options): self.survey?.simulate(options, on: arm.link)
        }
        self.survey?.isBesideDrive = true
    }

    /// What is on the hand of a simulated arm, and its file: the sensor of the survey, or of the recording that is
    /// replayed; nil: nothing.
    var simulatedSensor: (value: Sensor, source: SourceText)? {
        if let survey { return (survey.sensor, survey.sensorSource) }
        guard case .recording(let plan) = holder else { return nil }
        return plan.simulatedSensor
    }

    /// Whether to refuse an arm that may be moving already: only a frame with its position stops it, and that is not
    /// known.
    var refusesTakeover: Bool { arm.stopsByPosition && !startIsConfirmed }

    /// Whether the drive requires a terminal.
    var needsTerminal: Bool { if case .input(.terminal) = holder { true } else { false } }

    /// Whether to read the terminal's keys even if the output goes elsewhere: for a replay they are the only stop at
    /// hand.
    var takesTerminal: Bool {
        switch holder {
        case .input: needsTerminal
        case .recording, .raster: isatty(STDIN_FILENO) != 0
        }
    }

    /// Whether a recording or a raster sets the channels, and no input does.
    var isPlayed: Bool {
        switch holder {
        case .input: false
        case .recording, .raster: true
        }
    }

    /// Whether a raster measures at each of its points. On a route the hand moves on meanwhile.
    var measuresPoints: Bool { if case .raster(_, exposure: _, nil) = holder { true } else { false } }

    /// The drive's status at its beginning.
    var status: DriveStatus { DriveStatus(arm: arm.name, transport: destination) }

    /// What operates the controls.
    /// - Parameter survey: what a raster measures with.
    @LoopActor
    func makeOperator(for session: any OperatorDelegate, survey: LiveSurvey?) -> any DriveOperator {
        switch holder {
        case .input(.panel): return PanelOperator(self, for: session)
        case .input(let input): return LiveOperator(self, input: input, for: session)
        case .recording(let plan): return ReplayOperator(plan, arm: arm, for: session)
        case .raster(let raster, let exposure, let expected):
            guard let survey else { preconditionFailure("a raster is made with a sensor") }
            return RasterOperator(
                raster, of: self, survey: survey, exposure: exposure, expected: expected, for: session)
        }
    }
}
