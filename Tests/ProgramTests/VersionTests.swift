import Testing
import WaldoTestSupport

@testable import WaldoApp

@Suite struct VersionTests {
    @Test func theProgramPrintsItsVersion() async throws {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["--version"])
        defer { waldo.close() }
        #expect(try await waldo.exitStatus() == 0)
        #expect(waldo.lines == [Version.current])
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
