import CPQ
import WaldoCore
public import WaldoFiles

/// Where a database is, as a `postgres://` URL says it.
public struct DatabaseAddress: Equatable, Sendable, CustomStringConvertible {
    /// libpq's keywords and their values, without a password.
    let settings: [String: String]

    /// What a URL may say. A password is none of it: every user of the machine sees a command line.
    private static let allowed: Set<String> = [
        "user", "host", "hostaddr", "port", "dbname", "sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl",
        "target_session_attrs",
    ]

    /// Whether a text is the URL of a database.
    public static func isOne(_ text: String) -> Bool {
        text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    }

    /// Parses a URL.
    /// - Parameter host: the host where the URL has none, as PGHOST says it.
    /// - Throws: `Failure` for what is no URL, and for a password in it.
    public init(_ text: String, defaultHost host: String? = nil) throws(Failure) {
        guard Self.isOne(text) else {
            throw Failure(
                .usage,
                "\(SafeText.escaped(text)): this is not the URL of a database; write postgres://HOST/DATABASE")
        }
        var settings = try Self.parse(text)
        guard settings["password"] == nil else {
            throw Failure(
                .usage,
                "a password in the URL is seen by every user of this machine; write it into a file (--passfile), as "
                    + "HOST:PORT:DATABASE:USER:PASSWORD")
        }
        if let other = settings.keys.sorted().first(where: { !Self.allowed.contains($0) }) {
            throw Failure(
                .usage, "the URL sets \(SafeText.escaped(other)), which waldo-relay does not; leave it out")
        }
        let ports = (settings["port"] ?? "5432").split(separator: ",", omittingEmptySubsequences: false)
        guard ports.allSatisfy({ $0.isEmpty || Int($0).map((1...65535).contains) == true }) else {
            throw Failure(.usage, "the port in the database's URL is not a number from 1 to 65535")
        }
        if settings["host"] == nil, let host { settings["host"] = host }
        // Nobody in between is to read or answer in place of the database. A socket or loopback has nobody in between.
        if settings["sslmode"] == nil, !Self.isLocal(settings) { settings["sslmode"] = "verify-full" }
        self.settings = settings
    }

    private static func parse(_ text: String) throws(Failure) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &message) else {
            defer { PQfreemem(message) }
            // libpq's words may repeat the URL, and a password with it.
            throw Failure(
                .usage,
                "the URL of the database cannot be read; write postgres://USER@HOST:PORT/DATABASE, and other characters "
                    + "than letters and digits as %XX")
        }
        defer { PQconninfoFree(options) }
        var settings: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { settings[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return settings
    }

    private static func isLocal(_ settings: [String: String]) -> Bool {
        let hosts = (settings["host"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        let addresses = (settings["hostaddr"] ?? "").split(separator: ",")
        return (addresses.isEmpty ? hosts : addresses).allSatisfy {
            $0.isEmpty || $0.hasPrefix("/") || ["localhost", "127.0.0.1", "::1"].contains($0)
        }
    }

    /// Whether it is on this machine.
    public var isLocal: Bool { Self.isLocal(settings) }

    /// Whether what travels is protected by a certificate that is verified, or does not leave the machine.
    public var isVerified: Bool { settings["sslmode"].map { $0 == "verify-full" } ?? Self.isLocal(settings) }

    /// `postgres://HOST:PORT/DATABASE`.
    public var description: String {
        let host = SafeText.escaped(settings["host"] ?? settings["hostaddr"] ?? "")
        let port = settings["port"].map { ":" + SafeText.escaped($0) } ?? ""
        return "postgres://\(host)\(port)/\(SafeText.escaped(settings["dbname"] ?? ""))"
    }
}
