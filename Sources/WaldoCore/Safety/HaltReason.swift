/// Why every velocity channel was set to zero.
public enum HaltReason: CaseIterable, Equatable, Sendable {
    /// The operator's emergency stop.
    case stop
    /// The input was lost.
    case inputLost
    /// The input sends nothing more, or its deflection has not changed for as long as the mapping allows.
    case silent
    /// The panel was lost, or the finger on it.
    case panelLost
    /// The link was lost; nothing can be sent.
    case linkLost
    /// The link is back, or was taken over: the last command that the arm received is unknown.
    case linkBack
    /// What was written is not leaving: motion would queue up behind it.
    case stalled
    /// The enable key was released.
    case enable
    /// The loop ran long after its deadline: the process or the machine was asleep.
    case late
    /// The program is about to be suspended.
    case suspended
    /// The arm has reported a fault.
    case fault
    /// The arm no longer reports the positions that it is asked for.
    case unreported
    /// A survey's alarm that halts the arm was raised.
    case alarm
    /// The terminal or another part that the drive needs was lost.
    case failure
    /// A recording being played starts again from its beginning.
    case rewound
    /// A limit of the arm would change a recorded number that is played.
    case limit
    /// A control was moved, a key pressed or an input added while the arm was being parked.
    case touched
    /// The arm was not parked in time.
    case overdue
    /// The drive ends.
    case ending

    /// The reason's name in JSON Lines and recordings.
    public var name: StaticString {
        switch self {
        case .stop: "stop"
        case .inputLost: "input-lost"
        case .silent: "silent"
        case .panelLost: "panel-lost"
        case .linkLost: "link-lost"
        case .linkBack: "link-back"
        case .stalled: "stalled"
        case .enable: "enable"
        case .late: "late"
        case .suspended: "suspended"
        case .fault: "fault"
        case .unreported: "unreported"
        case .alarm: "alarm"
        case .failure: "failure"
        case .rewound: "rewound"
        case .limit: "limit"
        case .touched: "touched"
        case .overdue: "overdue"
        case .ending: "ending"
        }
    }
}
