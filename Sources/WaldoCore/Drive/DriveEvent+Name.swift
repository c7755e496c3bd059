extension DriveEvent {
    /// How recordings name it.
    public var name: StepName {
        switch self {
        case .input(.axis): .axis
        case .input(.key): .key
        case .input(.report): .report
        case .inputAdded: .inputAdded
        case .inputLost: .inputLost
        case .inputSilent: .inputSilent
        case .inputHeard: .inputHeard
        case .inputResynced: .inputResynced
        case .finger(let event): event.name
        case .deadline: .deadline
        case .link(let event): event.step
        case .operator(let action): action.name
        case .halt: .halt
        case .played: .played
        case .replayed: .replayed
        case .reported: .reported
        case .unreported: .unreported
        case .answered: .answered
        case .sensor: .sensor
        case .shutdown: .shutdown
        }
    }
}

extension FingerEvent {
    fileprivate var name: StepName {
        switch self {
        case .there: .panelThere
        case .deflected, .moved: .fingerMoved
        case .released: .fingerReleased
        case .recentred: .fingerRecentred
        case .lost: .fingersLost
        case .gone: .panelGone
        }
    }
}

extension LinkEvent {
    /// The event's name in recordings and exports.
    public var name: StaticString { step.word }

    fileprivate var step: StepName {
        switch self {
        case .up: .up
        case .opened: .opened
        case .down: .down
        case .ready: .ready
        case .busy: .busy
        case .refused: .refused
        case .windowFull: .windowFull
        case .stalled: .stalled
        case .flowing: .flowing
        case .failsafe: .failsafe
        }
    }
}

extension OperatorAction {
    fileprivate var name: StepName {
        switch self {
        case .stop, .stopHeld: .stop
        case .stopReleased: .stopReleased
        case .resume: .resume
        case .recentre: .recentre
        case .precise: .precise
        case .nextProfile: .nextProfile
        case .parkAtEnd: .parkAtEnd
        case .park: .park
        }
    }
}
