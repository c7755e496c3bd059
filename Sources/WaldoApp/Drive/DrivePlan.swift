internal import Glibc
package import WaldoCore
package import WaldoFiles
internal import WaldoLoop
internal import WaldoTerminal

/// What a drive is asked for, with its files read.
package struct DrivePlan {
    /// Who holds the controls.
    package enum Holder {
        /// The operator, by an input.
        case input(InputChoice)
        /// A recording.
        case recording(ReplayPlan)
    }

    var arm: Arm
    var armSource: SourceText
    /// The operator has said where the arm stands.
    var isPlaced = false
    /// The mapping asked for; nil: the one that fits the input best.
    var mapping: (value: Mapping, source: SourceText)?
    var library: Library
    var holder: Holder
    var shield: String?
    var adapter: String?
    /// A shield that is not bonded with this machine is refused.
    var isBonded: Bool
    /// The shield stays connected at the end.
    var stays: Bool
    var isOverride: Bool
    var waits: Bool
    var isPlain: Bool
    /// The file or directory to record into.
    var record: String?
    /// The panel to serve.
    var panel: PanelPlan?

    /// - Parameters:
    ///   - isPlaced: the operator has said where the arm stands.
    ///   - mapping: nil: the one that fits the input best.
    ///   - isBonded: a shield that is not bonded with this machine is refused.
    ///   - stays: the shield stays connected at the end.
    ///   - record: the file or directory to record into.
    package init(
        arm: Arm, armSource: SourceText, isPlaced: Bool = false, mapping: (value: Mapping, source: SourceText)? = nil,
        library: Library, holder: Holder, shield: String? = nil, adapter: String? = nil, isBonded: Bool, stays: Bool,
        isOverride: Bool, waits: Bool, isPlain: Bool, record: String? = nil, panel: PanelPlan? = nil
    ) {
        self.arm = arm
        self.armSource = armSource
        self.isPlaced = isPlaced
        self.mapping = mapping
        self.library = library
        self.holder = holder
        self.shield = shield
        self.adapter = adapter
        self.isBonded = isBonded
        self.stays = stays
        self.isOverride = isOverride
        self.waits = waits
        self.isPlain = isPlain
        self.record = record
        self.panel = panel
    }

    /// Whether the drive cannot do without a terminal.
    var needsTerminal: Bool { if case .input(.terminal) = holder { true } else { false } }

    /// Whether a terminal's keys are taken though the output goes elsewhere: a recording has no other stop at hand.
    var takesTerminal: Bool {
        switch holder {
        case .input: needsTerminal
        case .recording: isatty(STDIN_FILENO) != 0
        }
    }

    /// Whether a recording holds the controls.
    var isPlayed: Bool { if case .recording = holder { true } else { false } }

    /// What the terminal's keys do, beside what a mapping of them says.
    var terminalKeys: [DashboardView.KeyHelp] {
        let own: [DashboardView.KeyHelp] =
            switch holder {
            case .input(.terminal): []
            case .input: [.init(["Space", "Escape"], "stops"), .init(["Enter"], "resumes")]
            case .recording: [.init(["Space", "Escape"], "stops"), .init(["P"], "pauses"), .init(["N"], "steps")]
            }
        return own + [.init(["?"], "explains the keys"), .init(["Ctrl-C"], "ends")]
    }

    /// What a stopped operator is told.
    var afterStop: String {
        switch holder {
        case .input: "press Enter, or the pad's resume button, with the controls at rest"
        case .recording: "the replay ends"
        }
    }

    @LoopActor
    func makeOperator(_ callbacks: OperatorCallbacks) -> any DriveOperator {
        switch holder {
        case .input(.panel): PanelOperator(self, callbacks: callbacks)
        case .input(let input): LiveOperator(self, input: input, callbacks: callbacks)
        case .recording(let plan): ReplayOperator(plan, arm: arm, callbacks: callbacks)
        }
    }
}
