/// Why every velocity channel was set to zero.
public enum HaltReason: CaseIterable, Equatable, Sendable {
    /// The operator's stop.
    case stop
    /// The input has gone.
    case inputLost
    /// The panel has gone, or the finger on it was lost from sight.
    case panelLost
    /// The link has gone; nothing can be sent.
    case linkLost
    /// The link is back, or was taken over: what the arm was told last is unknown.
    case linkBack
    /// What was written does not leave: motion would pile up behind it.
    case stalled
    /// The enable key was let go.
    case enable
    /// The loop came back long after its deadline: the process or the machine was asleep.
    case late
    /// The program is about to be suspended.
    case suspended
    /// The terminal or another part that the drive needs has gone.
    case failure
    /// A recording that is played begins anew.
    case rewound
    /// The drive ends.
    case ending

    /// The reason's name in JSON Lines and recordings.
    public var word: StaticString {
        switch self {
        case .stop: "stop"
        case .inputLost: "input-lost"
        case .panelLost: "panel-lost"
        case .linkLost: "link-lost"
        case .linkBack: "link-back"
        case .stalled: "stalled"
        case .enable: "enable"
        case .late: "late"
        case .suspended: "suspended"
        case .failure: "failure"
        case .rewound: "rewound"
        case .ending: "ending"
        }
    }
}
