import FoundationEssentials
import Glibc

/// A run of the tests, whose temporary files lie in folders with the run's name: runs beside each other share none.
///
/// The folders are removed by the one that has made them, at its end, and by nobody else. `Tests/run` makes them and
/// passes the name on in WALDO_TEST_RUN. Without that a process is a run of its own.
public final class TestRun: Sendable {
    /// The run that this process belongs to.
    public static let current: TestRun = {
        atexit { TestRun.current.end() }
        return TestRun(named: ProcessInfo.processInfo.environment["WALDO_TEST_RUN"])
    }()

    /// Its name.
    public let name: String
    /// Its folder. Other users may pass through it, but not list it.
    public let folder: String
    /// Its folder in memory, for what makes many files; where /dev/shm takes none, `folder`.
    public let memory: String

    private let isOwn: Bool

    /// Joins a run, or begins one.
    /// - Parameter name: the run to join, which has made its folders; nil: a new run with folders of its own.
    public init(named name: String?) {
        isOwn = name == nil
        self.name = name ?? Self.begin()
        folder = "/tmp/" + self.name
        let shared = "/dev/shm/" + self.name
        memory = access(shared, W_OK) == 0 ? shared : folder
    }

    /// What makes a child process part of this run, and puts its temporary files into the run's folder.
    public var environment: [String: String?] { ["WALDO_TEST_RUN": name, "TMPDIR": folder] }

    /// Makes an empty folder in `folder`, for the current user alone.
    /// - Parameter prefix: what its name begins with.
    /// - Returns: its path.
    /// - Throws: `DidNotHappen` if it cannot be created.
    public func makeFolder(_ prefix: String) throws -> String {
        try Self.makeFolder(beginningWith: "\(folder)/\(prefix)")
    }

    /// Removes the run's folders, if this object has made them.
    public func end() {
        guard isOwn else { return }
        for path in Set([folder, memory]) { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func begin() -> String {
        guard let folder = try? makeFolder(beginningWith: "/tmp/waldo-run-\(getpid())") else {
            fatalError("no folder can be made in /tmp")
        }
        let name = String(folder.dropFirst("/tmp/".count))
        mkdir("/dev/shm/" + name, 0o700)
        for parent in ["/tmp/", "/dev/shm/"] { chmod(parent + name, 0o711) }
        return name
    }

    private static func makeFolder(beginningWith path: String) throws -> String {
        var template = Array("\(path)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw DidNotHappen("mkdtemp \(path): \(String(cString: strerror(errno)))")
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
