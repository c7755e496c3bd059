/// Whether an arm is halted.
public enum HaltState: Sendable, CaseIterable {
    /// It may move.
    case none
    /// It was halted, and nothing has moved it since.
    case halted
    /// The emergency stop is latched.
    case stopped

    /// The state after a step's notice.
    func after(_ notice: DriveNotice) -> HaltState {
        switch notice {
        case .stop: .stopped
        case .halt: self == .stopped ? .stopped : .halted
        case .resume, .motion: .none
        case .dropped, .profile, .precision, .resumeRefused, .profileRefused, .parking, .gate, .position, .answer,
            .moving, .fence, .joints:
            self
        }
    }
}
