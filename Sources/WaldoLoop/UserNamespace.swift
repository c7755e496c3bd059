import Glibc

/// Which users a process can tell apart.
///
/// In a user namespace, such as that of a unit with `PrivateUsers=yes`, files and sockets of every user who is not
/// mapped into it show one owner, the overflow user, which is `nobody` (user_namespaces(7)). A user's service manager
/// can map that user alone, so root's files look like anybody's there, and nothing may be trusted because of it.
package struct UserNamespace: Equatable, Sendable {
    /// The user that all unmapped users appear as.
    private let overflow: UInt32
    /// Whether no user is unmapped.
    private let mapsAll: Bool

    /// That of this process.
    package static let own = UserNamespace(
        map: KernelFile.lines(of: "/proc/self/uid_map"),
        overflow: KernelFile.lines(of: "/proc/sys/kernel/overflowuid").first)

    /// - Parameters:
    ///   - map: the lines of /proc/self/uid_map; none, as without /proc: all users are mapped.
    ///   - overflow: the line of /proc/sys/kernel/overflowuid; nil or no number: the kernel's default.
    package init(map: [String], overflow: String?) {
        self.overflow = overflow.flatMap { UInt32($0) } ?? 65_534
        let counts = map.map { line in line.split(separator: " ").last.flatMap { UInt32($0) } ?? 0 }
        // -1 is no user.
        mapsAll = map.isEmpty || counts.reduce(UInt64(0)) { $0 + UInt64($1) } >= UInt64(UInt32.max)
    }

    /// Whether an owner of this number may be any user that is not mapped.
    package func hides(_ user: UInt32) -> Bool { user == overflow && !mapsAll }

    /// Why a file with this owner is not trusted.
    /// - Parameter file: what the sentence calls it, such as `it`.
    package func fault(of file: String, ownedBy user: UInt32) -> String {
        hides(user)
            ? "the owner of \(file) cannot be told from any other user in this user namespace (`PrivateUsers=yes` of a unit)"
            : "\(file) belongs to another user (\(user))"
    }
}
