import WaldoLoop
import WaldoTime

/// How it stands with gpsd.
package enum GPSDState: Equatable, Sendable {
    /// Nothing is known yet.
    case connecting
    /// It gives places.
    case located
    /// It reports, but its receiver has no fix.
    case noFix
    /// It is connected and reports nothing.
    case silent
    /// It cannot be reached, or has closed the connection, for this reason.
    case away(String)
    /// What answers is not gpsd.
    case nonsense
    /// What answers on this machine belongs to another user, such as `nobody (65534)`.
    case stranger(String)
    /// It speaks another version of its protocol.
    case version(Int)

    /// It has closed the connection.
    static let closed = GPSDState.away("it has closed the connection")

    /// Whether reports of a receiver come.
    package var isLive: Bool { self == .located || self == .noFix }

    /// What the operator is to know of a change; nil: nothing.
    func sentence(after before: GPSDState, _ address: SocketAddress) -> String? {
        switch self {
        case .connecting: nil
        case .located, .noFix:
            before.isLive || before == .connecting ? nil : "gpsd at \(address.text) reports positions now"
        case .silent:
            "gpsd at \(address.text) reports no position for \(GPSDClient.silence.microseconds / 1_000_000) s; look whether its "
                + "receiver is connected"
        case .away(let reason):
            "gpsd at \(address.text) gives no places: \(reason); start it, or name another address"
        case .nonsense: "what answers at \(address.text) is not gpsd, and gives no places; name gpsd's address"
        case .stranger(let user):
            "what answers at \(address.text) belongs to user \(user), who could send false places, and gives none; end it "
                + "and start gpsd, as root, as the user gpsd or as yourself"
        case .version(let major):
            "gpsd at \(address.text) speaks version \(major) of its protocol, and waldo reads version \(GPSDClient.major); "
                + "it gives no places"
        }
    }

    /// Whether both are of one kind, so that the change is no news.
    func isLike(_ other: GPSDState) -> Bool {
        if case .away = self, case .away = other { return true }
        return self == other
    }
}
