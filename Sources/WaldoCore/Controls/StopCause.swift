/// What latched an emergency stop.
public enum StopCause: Equatable, Sendable {
    /// A stop that was pressed.
    case pressed(HeldStop)
    /// An order that nobody holds, as a page gives that is not open any more.
    case order
    /// The arm: what its file has sent on each new link can move it, and waits for a resume.
    case arm
}

extension DriveStateMachine {
    /// What the event of its last step has stopped by.
    func stopCause(_ event: DriveEvent) -> StopCause {
        switch event {
        case .operator(.stopHeld(let source)): .pressed(.source(source))
        case .input(.key(let code, _)): .pressed(.key(code))
        case .link: .arm
        // A key that is down on an input that was found, or read again.
        default: keys.stopDown.map { StopCause.pressed(.key($0)) } ?? .order
        }
    }
}
