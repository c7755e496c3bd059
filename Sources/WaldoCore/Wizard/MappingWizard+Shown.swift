/// What a screen shows of the wizard.
extension MappingWizard {
    /// What it waits for.
    public enum Phase: Equatable, Sendable {
        /// The input, which is not there.
        case input
        /// That nothing moves, so that rests can be learned.
        case rest
        /// The answer to a prompt.
        case answer(WizardPrompt)
        /// Nothing more: everything is known.
        case done
    }

    /// The axes, each with where it is from its rest: -1...+1.
    public var deflections: [(code: UInt16, value: Double, isIgnored: Bool)] {
        axes.map { ($0.state.code, $0.deflection, $0.isRestless) }
    }

    /// The axes where they rest.
    public var rests: [AxisState] { axes.map(\.atRest) }
}
