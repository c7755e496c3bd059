import Glibc
import WaldoCore
package import WaldoFiles

/// Where a survey is streamed to while it goes on, by `waldo-relay`, which is a program of its own: Waldo itself links
/// nothing of a network's servers.
package struct StreamPlan: Equatable, Sendable {
    /// The address, as `waldo-relay push` takes it.
    package let url: String
    /// The files that it takes besides: user and password, and the authorities that are trusted.
    package let credentials: String?, authorities: String?

    /// The program's name.
    static let program = "waldo-relay"

    /// A plan, whose address has been looked at.
    /// - Throws: `Failure` for an address that is none of a broker or a database.
    package init(url: String, credentials: String? = nil, authorities: String? = nil) throws(Failure) {
        guard ["mqtt://", "mqtts://", "postgres://", "postgresql://"].contains(where: { url.hasPrefix($0) }) else {
            throw Failure(.usage, "--stream takes mqtts://HOST of a broker, or postgres://USER@HOST/DATABASE")
        }
        guard !Self.hasPassword(url) else {
            throw Failure(
                .usage,
                "a password does not belong into an address, where others see it; give a file by --stream-credentials")
        }
        (self.url, self.credentials, self.authorities) = (url, credentials, authorities)
    }

    /// Whether an address names a password, or for a broker a user, whom no such address has.
    private static func hasPassword(_ url: String) -> Bool {
        let authority = url.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" && $0 != "?" }
        guard let user = authority.lastIndex(of: "@").map({ authority[..<$0] }) else {
            return url.contains("password=")
        }
        return url.hasPrefix("mqtt") || user.contains(":") || url.contains("password=")
    }

    /// The words after the program's name.
    /// - Parameter takesSimulated: whether the survey is one of a simulated sensor; that is sent only when it is said.
    func arguments(store: String, takesSimulated: Bool) -> [String] {
        var words = ["push", store, url, "--follow", "--json", "--state", "-"]
        if takesSimulated { words.append("--even-simulated") }
        if let credentials { words += ["--credentials", credentials] }
        if let authorities { words += ["--ca", authorities] }
        return words
    }

    /// What sends the rest later, as a shell takes it.
    func later(store: String, takesSimulated: Bool) -> String {
        let words = arguments(store: store, takesSimulated: takesSimulated)
            .filter { !["--follow", "--json", "--state", "-"].contains($0) }
        return ([Self.program] + words).map { ShellWord.quoted($0) }.joined(separator: " ")
    }

    /// The program: beside this one, else on the PATH.
    /// - Throws: `Failure` that says how it is installed.
    static func find() throws(Failure) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        var folders: [Substring] = []
        if count > 0 {
            let own = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            folders.append(own[..<(own.lastIndex(of: "/") ?? own.startIndex)])
        }
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        folders += path.split(separator: ":").filter { $0.hasPrefix("/") }
        for folder in folders where access("\(folder)/\(program)", X_OK) == 0 { return "\(folder)/\(program)" }
        throw Failure(
            .link,
            "--stream needs the program \(program), and it is neither beside waldo nor on the PATH; install the package \(program)"
        )
    }
}
