import WaldoLoop
import WaldoTerminal

/// Shows the wizard to the operator.
@LoopActor
protocol WizardScreen: AnyObject {
    /// Something may have changed.
    func touch()
    /// The end: nothing more is shown.
    func close()
}

/// The wizard that its screens show.
@LoopActor
protocol WizardScreenDelegate: TerminalDelegate {
    /// What is to be shown now.
    var view: WizardView { get }
    /// The operator commands something.
    func obey(_ command: WizardCommand)
}

/// What the operator commands the wizard.
enum WizardCommand: Equatable {
    /// Enter: leave the prompt out; once all is known: write, and then try the mapping.
    case enter
    /// Leave the prompt out.
    case skip
    /// Once all is known: write the mapping.
    case write
    /// Take the last answer back.
    case back
    /// Once all is known: write under a name that is free.
    case other
    /// End, once the mapping is written: before that it would be lost by one key.
    case quit
    /// End.
    case end
}
