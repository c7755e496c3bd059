import WaldoCore
import WaldoFiles

/// The state of a survey's stream to a relay, by what the relay says. Pure; it only informs.
struct RelayStatus: Equatable, Sendable {
    /// Where the relay is.
    enum State: Equatable, Sendable {
        /// It has said nothing yet.
        case starting
        /// As it has said last.
        case pushing(PushState)
        /// It is not running.
        case ended

        /// Its name in JSON Lines.
        var name: String {
            switch self {
            case .starting: "starting"
            case .pushing(let state): state.rawValue
            case .ended: "ended"
            }
        }
    }

    /// Where it is.
    var state = State.starting
    /// Rows that the database has acknowledged since the beginning, and that it has not.
    var acknowledged = 0, pending = 0
    /// What went wrong last; nil: nothing, or it is over.
    var error: String?

    /// Nothing is known.
    init() {}

    /// Takes over what a line says. A line that is no status of the relay changes nothing.
    /// - Returns: whether it was one.
    mutating func receive(_ line: [UInt8]) -> Bool {
        var next = self
        next.error = nil
        let isStatus = line.withUnsafeBytes { bytes in
            do throws(JSONFault) {
                var cursor = JSONCursor(bytes), hasState = false
                try cursor.object { (key, cursor) throws(JSONFault) in
                    switch key {
                    case "state":
                        guard let state = PushState(rawValue: try cursor.string()) else {
                            throw cursor.fault("a state of the relay")
                        }
                        next.state = .pushing(state)
                        hasState = true
                    case "acknowledged": next.acknowledged = try cursor.integer(Int.self)
                    case "pending": next.pending = try cursor.integer(Int.self)
                    case "error": next.error = cursor.takesNull() ? nil : String(try cursor.string().prefix(200))
                    default: try cursor.skipValue()
                    }
                }
                try cursor.end()
                return hasState
            } catch {
                return false
            }
        }
        if isStatus { self = next }
        return isStatus
    }

    /// A few words for a screen.
    var words: String {
        switch state {
        case .starting: "stream starts"
        case .pushing(.connecting): "not streamed" + waiting + reason
        case .pushing(.waiting): "not stored" + waiting + ": no collector answers"
        case .pushing(.connected), .pushing(.done):
            pending == 0 ? "streamed, all stored" : "streamed, \(rows) under way"
        case .ended: "stream ended" + waiting + reason
        }
    }

    /// Whether an operator should look at it.
    var isTroubled: Bool { [.pushing(.connecting), .pushing(.waiting), .ended].contains(state) }

    private var reason: String { error.map { ": \(SafeText.escaped($0, upTo: 100))" } ?? "" }

    /// Before the reason: a narrow screen cuts off the end.
    private var waiting: String { pending == 0 ? "" : ", \(rows) waiting" }

    private var rows: String { pending == 1 ? "1 row" : "\(pending) rows" }
}
