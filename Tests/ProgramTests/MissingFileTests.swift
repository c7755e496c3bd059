import Testing
import WaldoTestSupport

/// A file that is not there, and one that is of another kind: every command says the same, and ends with the same
/// status.
@Suite struct MissingFileTests {
    private static let readers = [
        ["check", "FILE"], ["drive", "--override", "--input", "terminal", "--arm", "FILE"],
        ["drive", "--override", "--mapping", "FILE"], ["drive", "--simulate", "--sensor", "FILE"],
        ["send", "--override", "--arm", "FILE", "S>"],
        ["scan", "--arm", "FILE"], ["inputs", "--arm", "FILE"],
        ["replay", "--override", "FILE"], ["replay", "--verify", "FILE"], ["log", "FILE"],
        ["survey", "import", "FILE", "--to", "new.gpkg"],
        ["survey", "import", "FILE", "--to", "new.gpkg", "--sensor", "bgeigie"],
    ]
    /// They print a file as it stands.
    private static let printers = [
        ["arms", "show", "FILE"], ["mappings", "show", "FILE"], ["sensors", "show", "FILE"],
        ["graphs", "show", "FILE"],
    ]
    private static let stores = [
        ["survey", "list", "FILE"], ["survey", "show", "FILE"], ["survey", "check", "FILE"],
        ["survey", "process", "FILE"], ["survey", "process", "--verify", "FILE"],
        ["survey", "report", "FILE", "--html", "new.html"], ["survey", "export", "FILE", "--csv", "new.csv"],
        ["survey", "map", "FILE", "--svg", "new.svg"], ["survey", "source", "FILE"],
        ["survey", "tag", "FILE", "walked"],
        ["survey", "note", "FILE", "a note"], ["survey", "delete", "FILE", "--survey", "1"],
        ["survey", "prune", "FILE", "--survey", "1"], ["survey", "prune", "FILE", "--survey", "1", "--yes"],
        ["survey", "process", "FILE", "--graph", "lnd7317"], ["survey", "export", "FILE", "--bgeigie", "new.log"],
        ["survey", "route", "FILE", "--from", "50,4", "--to", "50.01,4"],
    ]

    private func waldo(
        _ arguments: [String], on file: String, in folder: TemporaryFolder, by program: String = "waldo"
    ) async throws -> (status: CInt, errors: [String]) {
        let words = arguments.map { $0 == "FILE" ? file : $0 }
        let waldo = try ChildProcess(
            "/bin/sh", ["-c", "cd \"$0\"; exec \"$@\"", folder.path, try BuiltProgram.path(program)] + words)
        defer { waldo.close() }
        return (try await waldo.exitStatus(within: .seconds(30)), waldo.errorLines)
    }

    @Test(arguments: readers + printers + stores) func aFileThatIsNotThereHasOneSentenceAndOneStatus(
        _ arguments: [String]
    )
        async throws
    {
        let found = try await waldo(arguments, on: "./none.x", in: TemporaryFolder())
        #expect(found.status == 66, "\(found)")
        let sentence = "./none.x: there is no such file; look at the name and the directory"
        #expect(found.errors.filter { $0.hasSuffix(sentence) }.count == 1, "\(found)")
    }

    @Test(arguments: [["status", "FILE"], ["push", "FILE", "mqtt://127.0.0.1:1"]])
    func theRelaySaysTheSame(_ arguments: [String]) async throws {
        let found = try await waldo(arguments, on: "./none.x", in: TemporaryFolder(), by: "waldo-relay")
        #expect(found.status == 66, "\(found)")
        let sentence = "./none.x: there is no such file; look at the name and the directory"
        #expect(found.errors.filter { $0.hasSuffix(sentence) }.count == 1, "\(found)")
    }

    @Test(arguments: readers + stores) func aFileOfAnotherKindIsWrongData(_ arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        try folder.write("nothing that Waldo writes", to: "other.x")
        let found = try await waldo(arguments, on: "./other.x", in: folder)
        #expect(found.status == 65, "\(found)")
        #expect(found.errors.count { $0.contains("./other.x") } == 1, "\(found)")
    }
}
