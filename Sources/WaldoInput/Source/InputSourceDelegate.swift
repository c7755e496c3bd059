public import WaldoCore
public import WaldoLoop
public import WaldoTime

/// What an `InputSource` reports beside the changes at its input. All times are on CLOCK_MONOTONIC.
public enum InputSourceReport: Sendable {
    /// An input is ready, at this path and in this state. Reported again on its return after a loss.
    case added(InputDescription, path: String, InputState, at: Instant)
    /// The kernel dropped events (SYN_DROPPED); this is the current state. A wanted key that is missing from it is up.
    case resynced(InputState, at: Instant)
    /// The input is gone; the source waits for its return.
    case lost(reason: String, at: Instant)
    /// No input can be used, and the source has closed itself: nothing follows.
    case failed(InputError)
    /// The input is connected, but its device sends nothing more while it holds a control.
    case silent(at: Instant)
    /// A silent input sends again.
    case heard(at: Instant)
    /// An input of the same kind as the lost one appeared, but it is another one and is not used.
    case ignored(InputDescription, path: String)
    /// An input of the same model as the lost one appeared at another port; it takes that one's place as the codes
    /// wanted say.
    case offered(InputNode)
    /// What the operator is to know of the inputs beside the chosen one, a sentence.
    case noted(String)
    /// The input cannot be used yet; a sentence for the operator says what must happen first.
    case waiting(String)
    /// Ctrl-C on a grabbed keyboard, which the terminal cannot see.
    case interrupt
    /// The state of the input's battery, at first and when it has changed; an input without one reports none.
    case battery(Battery)
    /// A pad that has a motor does not rumble, for this reason; not reported of a pad that is gone.
    case noRumble(String)
}

/// The user of an `InputSource`. It may close the source in any of these calls.
@LoopActor
public protocol InputSourceDelegate: AnyObject {
    /// The codes that are needed of the chosen input; asked once.
    /// - Throws: why the input is refused.
    func codesWanted(of input: InputDescription) throws -> CodesWanted
    /// Whether to grab an input once all its keys are up: a keyboard that is not grabbed types into the focused window
    /// while it drives.
    func grabs(_ input: InputDescription) -> Bool
    /// Whether `play` is to rumble the input, asked once it is chosen, if it has a motor; by default it is not.
    func rumbles(_ input: InputDescription) -> Bool
    /// Whether the input holds a control, so that its silence would let a motion go on; by default it does not.
    var isInputHeld: Bool { get }
    /// One change at the input. On the hot path: must neither block nor allocate.
    func input(_ event: InputEvent, at time: Instant)
    /// Everything else.
    func input(didReport report: InputSourceReport)
}

extension InputSourceDelegate {
    /// It does not rumble.
    public func rumbles(_ input: InputDescription) -> Bool { false }
    /// It holds nothing.
    public var isInputHeld: Bool { false }
}
