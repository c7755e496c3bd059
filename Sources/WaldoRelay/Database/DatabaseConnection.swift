import CPQ
import Glibc
import WaldoLoop
import WaldoTime

/// One connection to the database, used by one thread at a time, which it blocks until the database has answered or
/// the program is interrupted.
public final class DatabaseConnection {
    /// The address in messages.
    let address: String
    /// What it is used for.
    let work: DatabaseWork
    let raw: OpaquePointer
    private var isOpen = true
    private let isInterrupted: () -> Bool

    /// How long a wait goes on without a look at whether the program is interrupted, in milliseconds.
    private static let slice: CInt = 100
    private static let patience: TimeSpan = .seconds(10)

    /// What holds on every connection. A peer that has vanished is noticed after some 25 s. A statement waits 5 s for a
    /// lock; callers retry.
    private static let defaults = [
        "application_name": "waldo-relay", "client_encoding": "UTF8", "keepalives_idle": "10",
        "keepalives_interval": "5", "keepalives_count": "3", "tcp_user_timeout": "25000",
        "options":
            "-c bytea_output=hex -c datestyle=iso -c extra_float_digits=1 "
            + "-c default_transaction_isolation=read\\ committed -c lock_timeout=5s",
    ]
    private static let certificates = "/etc/ssl/certs/ca-certificates.crt"

    /// Connects.
    /// - Parameter isInterrupted: asked while the database is waited for; once it is, what goes on fails as
    ///   `.interrupted`.
    /// - Throws: `DatabaseError`.
    init(_ plan: DatabasePlan, isInterrupted: @escaping () -> Bool = { false }) throws(DatabaseError) {
        address = plan.address.description
        work = plan.work
        self.isInterrupted = isInterrupted
        let settings = Self.settings(plan)
        let keys = Array(settings.keys)
        let raw = Self.withStrings(keys) { names in
            Self.withStrings(keys.map { settings[$0] }) { PQconnectStartParams(names, $0, 0) }
        }
        guard let raw else { throw DatabaseError(.failed, address, "there is no memory for a connection") }
        self.raw = raw
        PQsetNoticeProcessor(raw, { _, _ in }, nil)
        do throws(DatabaseError) {
            try connect()
        } catch {
            close()
            throw error
        }
    }

    private static func settings(_ plan: DatabasePlan) -> [String: String] {
        var settings = plan.address.settings.merging(defaults) { asked, _ in asked }
        settings["passfile"] = plan.passwords
        if settings["sslmode"]?.hasPrefix("verify") == true, settings["sslrootcert"] == nil,
            getenv("PGSSLROOTCERT") == nil, !hasOwnCertificates
        {
            settings["sslrootcert"] = certificates
        }
        return settings
    }

    private static var hasOwnCertificates: Bool {
        getenv("HOME").map { access(String(cString: $0) + "/.postgresql/root.crt", R_OK) == 0 } ?? false
    }

    private func connect() throws(DatabaseError) {
        let deadline = Monotonic.now() + Self.patience
        guard PQstatus(raw) != CONNECTION_BAD else { throw cannotConnect }
        var next = PGRES_POLLING_WRITING
        while next != PGRES_POLLING_OK {
            guard next != PGRES_POLLING_FAILED else { throw cannotConnect }
            try wait(for: next == PGRES_POLLING_READING ? POLLIN : POLLOUT, until: deadline)
            next = PQconnectPoll(raw)
        }
        PQsetnonblocking(raw, 1)
    }

    private var cannotConnect: DatabaseError {
        let message = DatabaseError.firstLine(String(cString: PQerrorMessage(raw)))
        let isRefused = ["password", "authentication", "role ", "pg_hba.conf", "certificate", "SSL", "no permission"]
            .contains { message.contains($0) }
        if isRefused {
            return DatabaseError(
                .refused, address, "it refuses the connection (\(message)); check user, password file and TLS")
        }
        if message.contains("does not exist") {
            return DatabaseError(.refused, address, "there is no such database (\(message)); create it with createdb")
        }
        return DatabaseError(
            .unreachable, address, "it cannot be reached (\(message)); check that it runs, and the network")
    }

    /// Waits for the socket.
    /// - Parameter deadline: when that is too long; nil: it may take as long as it takes.
    func wait(for events: CInt, until deadline: Instant? = nil) throws(DatabaseError) {
        while true {
            if isInterrupted() {
                throw DatabaseError(.interrupted, address, "the command was interrupted; nothing was changed")
            }
            if let deadline, Monotonic.now() >= deadline {
                throw DatabaseError(
                    .unreachable, address, "it does not answer within 10 s; check that it runs, and the network")
            }
            var socket = pollfd(fd: PQsocket(raw), events: Int16(events), revents: 0)
            guard socket.fd >= 0 else { throw lost }
            if Glibc.poll(&socket, 1, Self.slice) > 0 { return }
        }
    }

    /// Notices between statements that the server has ended the connection.
    /// - Throws: `DatabaseError`, `.lost`.
    func check() throws(DatabaseError) {
        var socket = pollfd(fd: PQsocket(raw), events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&socket, 1, 0) != 0 else { return }
        guard PQconsumeInput(raw) == 1, PQstatus(raw) == CONNECTION_OK else { throw lost }
    }

    /// Ends the connection, and with it a transaction that is open. It is not used again.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        PQfinish(raw)
    }

    deinit { close() }

    /// Lends C strings, with NULL behind the last.
    static func withStrings<Result>(
        _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let owned = texts.map { $0.map { strdup($0) } ?? nil }
        defer { for text in owned { free(text) } }
        let strings = owned.map { $0.map { UnsafePointer($0) } } + [nil]
        return strings.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
