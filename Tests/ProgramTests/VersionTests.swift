import Testing
import WaldoFiles
import WaldoTestSupport

@testable import WaldoApp

@Suite struct VersionTests {
    @Test(arguments: ["waldo", "waldo-relay"]) func bothProgramsPrintTheVersion(name: String) async throws {
        let program = try ChildProcess(BuiltProgram.path(name), ["--version"])
        defer { program.close() }
        #expect(try await program.exitStatus() == 0)
        #expect(program.lines == [Version.current])
    }

    /// What is on the way to a version is unreleased; a version has its own section.
    @Test func theChangelogHasASectionForTheVersion() throws {
        let changelog = try SourceModule.text(of: SourceModule.projectFolder + "/CHANGELOG.md")
        let isOnTheWay = Version.current.hasSuffix("-dev")
        let number = isOnTheWay ? Version.current.dropLast(4) : Version.current[...]
        #expect(changelog.contains("\n## [\(number)]") != isOnTheWay)
        #expect(changelog.contains("\n## [Unreleased]"))
    }
}
