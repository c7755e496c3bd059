import WaldoCore
import WaldoSurvey

extension Reject.Reason {
    /// The reason in words, the same wherever people read it; it follows a number as well.
    var text: String {
        switch self {
        case .stray: "unknown message format"
        case .incomplete: "incomplete message"
        case .tooLong: "message too long"
        case .check: "wrong checksum"
        case .fields: "wrong number of fields"
        case .value: "invalid field value"
        }
    }
}
