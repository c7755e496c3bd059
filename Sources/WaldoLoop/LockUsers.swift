public import Glibc

/// Whose processes count as holders of a lock. Any user can take any name; that keeps nobody out whom it does not
/// concern.
public struct LockUsers: Equatable, Sendable {
    /// Nil: everybody.
    private let users: Set<uid_t>?

    /// These.
    public init(_ users: Set<uid_t>) { self.users = users }

    /// Root, this process's user, and the owner of what is locked.
    public init(owner: uid_t) { self.init([0, geteuid(), owner]) }

    /// Those who may write a file: these three, or everybody where its mode lets others write.
    public init(writing file: stat) {
        users = file.st_mode & (S_IWGRP | S_IWOTH) == 0 ? LockUsers(owner: file.st_uid).users : nil
    }

    /// - Parameter user: nil: unknown.
    func contains(_ user: uid_t?) -> Bool { users.map { users in user.map(users.contains) ?? false } ?? true }
}
