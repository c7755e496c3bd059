import Glibc
import Testing
import WaldoTestSupport

/// A folder of somebody who surveys and drives with a umask of 000, and another user beside him, played by `nobody`.
struct SharedMachine {
    let files: SurveyFiles

    /// A machine with an empty folder.
    init() async throws {
        files = try SurveyFiles()
        // Others reach the folder, so that only the files' own modes keep them out.
        chmod(files.folder.path, 0o755)
        try #require(try await strangerCan("ls", files.folder.path))
    }

    /// Starts a program as the operator, who has no umask.
    func start(_ words: [String]) throws -> ChildProcess {
        try ChildProcess(
            "/bin/bash",
            ["-c", "umask 000; cd \"$0\"; exec \"$@\"", files.folder.path, try BuiltProgram.path("waldo")] + words)
    }

    /// Runs a program as the operator, to its end.
    func run(_ words: String...) async throws {
        let child = try start(words)
        defer { child.close() }
        try #require(try await child.exitStatus(within: .seconds(60)) == 0, "\(words): \(child.errorLines)")
    }

    /// Starts a command of another user.
    func asStranger(_ words: [String]) throws -> ChildProcess {
        try ChildProcess("/usr/bin/setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", "--"] + words)
    }

    /// Whether a command succeeds for another user.
    func strangerCan(_ words: String...) async throws -> Bool {
        let child = try asStranger(words)
        defer { child.close() }
        return try await child.exitStatus() == 0
    }

    /// Whether another user can read one of these files, which all exist.
    func strangerCanRead(_ names: String...) async throws -> Bool {
        var canRead = false
        for name in names {
            try #require(access(files.path(name), F_OK) == 0, "\(name)")
            canRead = try await strangerCan("head", "-c", "1", files.path(name)) || canRead
        }
        return canRead
    }

    /// Whether another user can write to a file.
    func strangerCanWrite(_ name: String) async throws -> Bool {
        try await strangerCan("/bin/sh", "-c", "printf x >>\"$0\"", files.path(name))
    }
}

extension Trait where Self == ConditionTrait {
    /// Of suites on a `SharedMachine`, which root alone can make.
    static var withAnotherUser: Self {
        .enabled(if: geteuid() == 0, "another user is played by `nobody`: as root alone")
    }
}
