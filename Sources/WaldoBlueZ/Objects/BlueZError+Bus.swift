import WaldoBus

/// What an error of the bus says of a peripheral or of BlueZ.
extension BlueZError {
    /// Converts an error of the bus that occurred while a peripheral was being connected to and set up.
    static func from(_ error: BusError, settingUp up: Peripheral) -> BlueZError {
        switch ErrorMeaning(error) {
        case .linkFailed: .connection(up, reason: reason(error))
        case .linkDown, .staleTable: .carriesNothing(up, reason: reason(error))
        case .unanswered: .connection(up, reason: "no answer in time")
        case .classic: .classic(up)
        case .bondLost: .bondLost(up)
        case .notPaired: .notPaired(up)
        case .notReady, .notRunning, .notStarted, .denied: from(error, doing: "connecting")
        case .busy: .beingConnected(up)
        case .notBegun, .ended, .noObject, .done, .acquired, .forbidden, .notSupported, .invalid:
            .answered(up, reason: reason(error))
        case .other:
            if case .remote = error { .answered(up, reason: reason(error)) } else { from(error, doing: "connecting") }
        }
    }

    /// Converts an error of the bus that answered a write to a peripheral that stays connected.
    static func from(_ error: BusError, writingTo up: Peripheral) -> BlueZError {
        switch from(error, settingUp: up) {
        case .answered(_, let reason): .refusesWrites(up, reason: reason)
        case let other: other
        }
    }

    /// Converts an error of the bus that occurred elsewhere; `what` names the request.
    static func from(_ error: BusError, doing what: String) -> BlueZError {
        switch ErrorMeaning(error) {
        case .notRunning: .notRunning
        case .notStarted: .notStarted(reason: reason(error))
        case .denied(let barrier): .denied(what: what, by: barrier)
        case .notReady: .notReady
        default:
            switch error {
            case .cannotConnect, .disconnected: .noBus(error.description)
            case .timedOut(let call): .unanswered(call: call)
            case .remote: .refused(what: what, reason: reason(error))
            default: .refused(what: what, reason: error.description)
            }
        }
    }

    /// What the answer says: its text, or its name where it has none.
    private static func reason(_ error: BusError) -> String {
        guard case .remote(let name, let message) = error else { return error.description }
        let text = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        return text.isEmpty ? name : text
    }
}
