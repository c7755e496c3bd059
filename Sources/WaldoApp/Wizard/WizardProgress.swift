import WaldoCore
import WaldoFiles
import WaldoInput
import WaldoTerminal

/// How far the wizard is with one input: from the wait for it to the written file.
struct WizardProgress {
    let plan: WizardPlan
    private var words: WizardWords
    /// The prompts and answers; nil: there is no input yet.
    var wizard: MappingWizard?
    private var input: InputDescription?
    /// The input's node.
    var path = ""
    /// Why the input cannot be used yet.
    var waiting = ""
    /// The axes that have moved since the start.
    private var moved: Set<UInt16> = []
    /// What is to be written; nil: not everything is known yet.
    private(set) var outcome: WizardOutcome?

    init(_ plan: WizardPlan) {
        self.plan = plan
        words = WizardWords(controls: plan.controls)
    }

    /// Takes an input for the whole of the wizard.
    /// - Returns: all its codes.
    /// - Throws: `Failure` for one that has neither a key nor an axis.
    mutating func choose(_ input: InputDescription) throws(Failure) -> CodesWanted {
        guard !input.axes.isEmpty || !input.keyCodes.isEmpty else {
            throw Failure(
                .input, "“\(input.identity.name)” has neither keys nor axes: see `waldo inputs` for what there is.")
        }
        self.input = input
        words.pad = PadButtons(input.identity, keyCodes: input.keyCodes)
        waiting = ""
        wizard = MappingWizard(words.controls, canPark: plan.arm.park != nil)
        return CodesWanted(axes: input.axes.map(\.code), keys: input.keyCodes, successor: .atOnce)
    }

    /// Whether the file is written.
    var isWritten: Bool { outcome?.isWritten == true }

    /// Once everything is known: makes the mapping.
    /// - Returns: whether it was made now.
    /// - Throws: that it is not valid, or cannot have the wanted name.
    mutating func conclude() throws(FileError) -> Bool {
        guard outcome == nil, let wizard, wizard.phase == .done, let findings = wizard.findings, var input else {
            return false
        }
        let rests = wizard.rests
        input.axes = rests + input.axes.filter { axis in !rests.contains { $0.code == axis.code } }
        outcome = try WizardOutcome(findings, of: input, at: path, plan)
        return true
    }

    /// Writes the file.
    /// - Throws: why it cannot be written or read.
    mutating func write(replaces: Bool) throws(FileError) { try outcome?.write(replaces: replaces) }

    /// Keeps why the file could not be written, for the screens: what was found is not lost.
    mutating func keep(failure: String) { outcome?.failure = failure }

    /// Takes another name for the file, if it is not written yet.
    /// - Throws: that there is none.
    mutating func useOtherName() throws(FileError) {
        if outcome?.isWritten == false, outcome?.hasOtherName == true { try outcome?.useOtherName() }
    }

    /// Takes the last answer back, unless all is written.
    /// - Returns: whether everything was known, and is no more.
    mutating func back() -> Bool {
        guard !isWritten else { return false }
        let wasKnown = outcome != nil
        outcome = nil
        wizard?.back()
        return wasKnown
    }

    /// What the screens show.
    /// - Parameter panel: where the panel is.
    mutating func view(panel: String) -> WizardView {
        for axis in wizard?.deflections ?? [] where axis.value.magnitude > 0.1 || axis.isIgnored {
            moved.insert(axis.code)
        }
        var view = WizardView()
        view.input = input?.identity.name ?? ""
        view.panel = panel
        if let outcome {
            outcome.show(in: &view, words, wizard)
        } else {
            view.show(wizard, words, waiting: waiting, moved: moved)
        }
        return view
    }
}
