import Glibc

/// Users by number and by name. A look-up may wait for a directory service.
package enum SystemUser {
    private static let room = 4_096

    /// Such as `nobody (65534)`, or the number alone if it has no name.
    package static func text(_ user: UInt32) -> String {
        var entry = passwd(), found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: room)
        guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name
        else { return "\(user)" }
        return "\(String(cString: name)) (\(user))"
    }

    /// The number of a name; nil: there is no such user.
    package static func number(of name: String) -> UInt32? {
        var entry = passwd(), found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: room)
        guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return entry.pw_uid
    }
}
