public import WaldoCore

/// Why the database did not do what was asked: one sentence, with what to do.
public struct DatabaseError: ProgramError, Equatable {
    /// What is wrong.
    public enum Kind: Equatable, Sendable {
        /// It cannot be reached.
        case unreachable
        /// It refuses the user, the password or the certificate.
        case refused
        /// Another session holds what this one needs; soon it may not.
        case locked
        /// The connection was lost, or the server is not able to work now; later it may be.
        case lost
        /// The schema is not there, or is not this program's, or the user may not use it.
        case schema
        /// It refuses what a row or parameter holds.
        case data
        /// The caller has ended the work.
        case interrupted
        /// Any other failure.
        case failed
    }

    /// What is wrong.
    public let kind: Kind
    /// The database's address.
    public let address: String
    /// What was found, and what to do.
    public let reason: String
    /// Whether what a row holds may have caused it, and not the state of the server or the rights of the user.
    let mayBeOfRows: Bool

    /// 69: the database is not available.
    public var status: ExitStatus { .link }

    /// True if the caller has ended the work.
    public var mayBeInterruption: Bool { kind == .interrupted }

    /// The sentence, behind the database's address.
    public var description: String { "\(address): \(reason)" }

    /// A failure of the database at an address.
    public init(_ kind: Kind, _ address: String, _ sentence: String) {
        self.init(kind, address, sentence, mayBeOfRows: kind == .data)
    }

    private init(_ kind: Kind, _ address: String, _ sentence: String, mayBeOfRows: Bool) {
        self.kind = kind
        self.address = address
        reason = sentence
        self.mayBeOfRows = mayBeOfRows
    }

    /// Whether the same may succeed later without anybody's doing but the database's.
    public var isTemporary: Bool { [.unreachable, .lost, .locked].contains(kind) }

    /// What a statement's failure means (postgresql.org/docs/15/errcodes-appendix.html).
    /// - Parameters:
    ///   - state: SQLSTATE; nil: the server has said nothing.
    ///   - message: the server's or libpq's words.
    init(state: String?, message: String, address: String, work: DatabaseWork) {
        let line = Self.firstLine(message)
        guard let state else {
            self.init(.lost, address, "the connection was lost (\(line)); start the database, or repair the network")
            return
        }
        switch (state.prefix(2), state) {
        case (_, "57014"):
            self.init(.lost, address, "it has cancelled a statement (\(line)); see its statement_timeout, and its log")
        case (_, "42501"):
            self.init(.schema, address, "the user may not do this (\(line)); \(work.grant)")
        case ("42", _), ("3F", _):
            self.init(
                .schema, address,
                "its schema is not that of this program (\(line)); \(work.remedy)",
                mayBeOfRows: true)
        case ("21", _), ("22", _), ("23", _), ("54", _), ("P0", _):
            self.init(.data, address, "it refuses a row (\(line))")
        case ("53", "53100"): self.init(.lost, address, "its disk is full; make room there")
        case (_, "55P03"), (_, "40P01"):
            self.init(
                .locked, address,
                "another session holds what this one needs (\(line)); look at pg_locks and pg_stat_activity, and end "
                    + "that session" + work.endingReaders)
        // Over a new connection nothing could be asked at all.
        case (_, "53200") where message.contains("shared memory"):
            self.init(
                .locked, address,
                "other sessions leave no room for locks (\(line)); end those with many rows in pg_locks"
                    + work.endingReaders + ", and raise max_locks_per_transaction")
        // PostGIS has no other state for what it does not take.
        case (_, "XX000"):
            self.init(.lost, address, "it cannot work now (\(line)); its log says why", mayBeOfRows: true)
        case ("08", _), ("25", _), ("40", _), ("53", _), ("55", _), ("57", _), ("58", _), ("XX", _):
            self.init(.lost, address, "it cannot work now (\(line)); its log says why")
        default:
            self.init(
                .failed, address, "it reports \"\(line)\" (\(state)); its log says more", mayBeOfRows: true)
        }
    }

    /// The first line of a message, without what is before the words of the server.
    static func firstLine(_ message: String) -> String {
        var line = message.split(separator: "\n").first.map(String.init) ?? "no reason given"
        // libpq puts the server's address before the reason.
        if line.hasPrefix("connection to server"), let failed = line.firstRange(of: "failed: ") {
            line = String(line[failed.upperBound...])
        }
        for prefix in ["ERROR:", "FATAL:", "PANIC:"] where line.hasPrefix(prefix) {
            line = String(line.dropFirst(prefix.count))
        }
        return SafeText.escaped(String(line.drop { $0 == " " }), upTo: 300)
    }
}
