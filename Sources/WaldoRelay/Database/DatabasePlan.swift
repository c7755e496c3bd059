import Glibc
import WaldoCore
public import WaldoFiles

/// How a database is connected to.
public struct DatabasePlan: Sendable {
    /// Where it is.
    public let address: DatabaseAddress
    /// What for.
    let work: DatabaseWork
    /// The file with passwords; nil: PGPASSFILE or ~/.pgpass, as libpq finds them.
    let passwords: String?

    /// A plan whose file has been looked at.
    /// - Parameters:
    ///   - url: `postgres://USER@HOST/DATABASE`.
    ///   - work: what is done there.
    ///   - passwords: a file of mode 0600 with lines `HOST:PORT:DATABASE:USER:PASSWORD`.
    /// - Throws: `Failure`.
    public init(_ url: String, for work: DatabaseWork, passwords: String? = nil) throws(Failure) {
        self.work = work
        address = try DatabaseAddress(url, defaultHost: getenv("PGHOST").map { String(cString: $0) })
        if let passwords { try SecretFile.check(passwords) }
        self.passwords = passwords
        guard getenv("PGPASSWORD") == nil else {
            throw Failure(
                .usage,
                "PGPASSWORD is set; unset it, and write the password into a file of mode 0600 (--passfile, or ~/.pgpass)"
            )
        }
    }

    /// Connects. A command that is interrupted meanwhile, or later while it waits, fails as `.interrupted`.
    /// - Throws: `DatabaseError`.
    public func open() throws(DatabaseError) -> DatabaseConnection {
        try DatabaseConnection(self) { Interruption.hasCome }
    }
}
