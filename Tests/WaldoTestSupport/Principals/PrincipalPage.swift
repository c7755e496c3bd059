import Glibc

/// The page of what each principal can do. It has the rows of several suites, each of which writes its own.
public struct PrincipalPage {
    /// Where it is.
    public static let path = SourceModule.projectFolder + "/Sources/waldo/Documentation.docc/What-each-may-do.md"

    /// Whether the suites write the page instead of comparing it.
    public static var isToBeWritten: Bool { getenv("WALDO_WRITE_PRINCIPALS") != nil }

    private let attempts: [Attempt]

    /// A page with these rows: by principal, then by suite, then in their order.
    public init(_ attempts: [Attempt]) {
        let suites = Set(attempts.map(\.suite)).sorted()
        self.attempts = Principal.allCases.flatMap { principal in
            suites.flatMap { suite in attempts.filter { $0.principal == principal && $0.suite == suite } }
        }
    }

    /// The page of a text that this type has written.
    public init(text: String) {
        var principal: Principal?, found: [Attempt] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") { principal = Principal(rawValue: String(line.dropFirst(3))) }
            if let principal, let attempt = Attempt(line, of: principal) { found.append(attempt) }
        }
        self.init(found)
    }

    /// The suites that have rows.
    public var suites: Set<String> { Set(attempts.map(\.suite)) }

    /// The rows of a suite.
    public func attempts(of suite: String) -> [Attempt] { attempts.filter { $0.suite == suite } }

    /// The page's text.
    public var text: String {
        var lines = Self.head
        for principal in Principal.allCases {
            let own = attempts.filter { $0.principal == principal }
            lines += ["", "## \(principal.rawValue)", "", principal.means, ""]
            lines +=
                own.isEmpty
                ? ["No test tries anything yet."]
                : ["| tries to | may | what happens | tried by |", "|---|---|---|---|"] + own.map(\.row)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static let head = [
        "# What each may do", "",
        "What everybody who comes near Waldo can do with what he was given, and what he cannot.", "",
        "<!-- `Tests/run golden principals` writes this page, and tests compare it with what they see. -->", "",
        "Each row is tried by a test. Where the second column says *no*, the test fails once the attempt succeeds.",
        "`Tests/run hostile` runs all of them, with files and messages that are made to do harm.",
    ]

    /// The committed page.
    /// - Throws: `DidNotHappen` if it cannot be read.
    public static func committed() throws -> PrincipalPage { PrincipalPage(text: try readFile(path)) }

    /// Writes the page with these rows of a suite instead of those that it has. Suites run side by side, so the file
    /// is locked meanwhile.
    /// - Returns: the page as written.
    /// - Throws: `DidNotHappen` if it cannot be written.
    public static func replace(_ attempts: [Attempt], of suite: String) throws -> PrincipalPage {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else { throw DidNotHappen("\(path) cannot be locked") }
        defer { close(descriptor) }
        let page = PrincipalPage(try committed().attempts.filter { $0.suite != suite } + attempts)
        let bytes = Array(page.text.utf8)
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            throw DidNotHappen("\(path) cannot be written")
        }
        return page
    }
}
