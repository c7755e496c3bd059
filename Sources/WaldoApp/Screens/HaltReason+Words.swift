import WaldoCore

extension HaltReason {
    /// Why every velocity went to zero, for people.
    var text: String {
        switch self {
        case .stop: "the emergency stop"
        case .inputLost: "the input was lost"
        case .silent: "the input is silent"
        case .panelLost: "the panel's driver was lost"
        case .linkLost: "the link was lost"
        case .linkBack: "the link is back"
        case .stalled: "the link is stalled"
        case .enable: "the enable key was released"
        case .late: "the program ran late"
        case .suspended: "the program is suspended"
        case .fault: "the arm reports a fault"
        case .unreported: "the arm no longer reports its position"
        case .alarm: "an alarm of the survey"
        case .failure: "the terminal or another part was lost"
        case .rewound: "the recording begins again"
        case .limit: "a limit would change a recorded number"
        case .touched: "parking was interrupted by a control, a key or a new input"
        case .overdue: "parking took too long"
        case .ending: "the drive ends"
        }
    }
}
