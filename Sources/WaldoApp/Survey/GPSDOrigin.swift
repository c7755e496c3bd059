import Glibc
import WaldoLoop

/// Who answers at gpsd's address. Where no gpsd runs, any user of the machine can listen at its port and send false
/// places, so on this machine only those are believed who could place a survey falsely anyway: root, gpsd's own user,
/// and the user of this process.
enum GPSDOrigin: Equatable, Sendable {
    /// Somebody who is believed, or another machine.
    case believed
    /// It cannot be verified, for this reason. It is believed: a station in a container or with `PrivateUsers=yes`
    /// would have no places otherwise.
    case unverified(String)
    /// Another user.
    case stranger(UInt32)
    /// It has closed the connection, so that there is nobody to ask for.
    case closed

    /// - Parameters:
    ///   - peer: whose the connection's other end is.
    ///   - isLoopback: whether only this machine can be at that end.
    ///   - own: the user of this process.
    ///   - namespace: which users this process can tell apart.
    ///   - number: the number of a user's name; nil: there is no such user.
    init(
        _ peer: PeerSocket, isLoopback: Bool, own: UInt32, namespace: UserNamespace, number: (String) -> UInt32?
    ) {
        switch peer {
        case .elsewhere where isLoopback: self = .unverified("the kernel lists no such connection, as of a container")
        case .elsewhere: self = .believed
        case .unowned: self = .closed
        case .owned(let user, _) where namespace.hides(user):
            self = .unverified("this user namespace (`PrivateUsers=yes` of a unit) hides other users")
        case .owned(let user, let listeners):
            // gpsd is built to become `nobody` where nothing else is chosen, once root has opened its port. What else
            // runs as `nobody` deserves no trust.
            let isDaemon = user == number("nobody") && listeners == [0]
            let isBelieved = user == 0 || user == own || isDaemon || user == number("gpsd")
            self = isBelieved ? .believed : .stranger(user)
        }
    }

    /// Looks the other end of a connection up. It reads long files where many sockets are open, and may wait for a
    /// directory of users: not for the loop.
    static func find(_ local: SocketEnd, to remote: SocketEnd) -> GPSDOrigin {
        var peer = PeerSocket.elsewhere
        // A reader of the tables can miss a row while others come and go.
        for _ in 0..<(remote.isLoopback ? 3 : 1) where peer == .elsewhere {
            let rows = ["/proc/net/tcp", "/proc/net/tcp6"].lazy.flatMap { KernelFile.Lines(of: $0) }
            peer = PeerSocket(of: local, to: remote, in: rows)
        }
        return GPSDOrigin(
            peer, isLoopback: remote.isLoopback, own: geteuid(), namespace: .own, number: SystemUser.number)
    }

    /// The state in which it is not read; nil: it is read. Like `find` it may wait.
    var refusal: GPSDState? {
        switch self {
        case .believed, .unverified: nil
        case .stranger(let user): .stranger(SystemUser.text(user))
        case .closed: .closed
        }
    }
}
