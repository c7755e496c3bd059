import Foundation
import Testing
import WaldoTestSupport
import WaldoTesting

/// Exports to standard output, which `-` stands for, and graphs by the word `none`.
@Suite(.onLoop, .serialized) struct StandardOutputTests {
    private let files: SurveyFiles

    init() throws { files = try SurveyFiles() }

    private func importWalk() async throws {
        try files.writeWalk(lines: 100)
        #expect(try await files.survey("import", "walk.LOG", "--to", "s.gpkg").status == 0)
    }

    /// Runs a shell's command in the folder, `$0` being the program.
    private func shell(_ script: String) async throws -> SurveyFiles.Outcome {
        let child = try ChildProcess(
            "/bin/sh", ["-c", "cd '\(files.folder.path)'; " + script, try BuiltProgram.path("waldo")])
        defer { child.close() }
        return (try await child.exitStatus(within: .seconds(60)), child.lines, child.errorLines)
    }

    @Test(arguments: ["--bgeigie", "--csv", "--aircasting", "--geojson", "--gpx", "--mcap", "--all --bgeigie"])
    func aDashIsStandardOutput(_ option: String) async throws {
        try await importWalk()
        let file = try await shell("\"$0\" survey export s.gpkg \(option) file")
        let found = try await shell("\"$0\" survey export s.gpkg \(option) - > piped && cmp file piped")
        #expect(file.status == 0 && found.status == 0, "\(found)")
        #expect(
            found.errors == file.lines.map { "waldo: standard output" + $0.dropFirst("file".count) }
                && found.lines.isEmpty,
            "\(found) \(file)")
        #expect(!FileManager.default.fileExists(atPath: files.path("-")))
    }

    @Test(arguments: ["--bgeigie", "--csv", "--aircasting", "--geojson", "--gpx", "--mcap", "--all --bgeigie"])
    func noExportIsWrittenIntoATerminal(_ option: String) async throws {
        try await importWalk()
        let pty = try Pty()
        let found = try await shell("\"$0\" survey export s.gpkg \(option) - > \(pty.path)")
        #expect(
            found.status == 64
                && found.errors.contains { $0.contains("would write bytes that can control the terminal") }, "\(found)")
    }

    @Test func whoReadsNoFurtherEndsTheExport() async throws {
        try await importWalk()
        let found = try await shell("\"$0\" survey export s.gpkg --csv - | head -1")
        #expect(found.lines.count == 1 && found.lines[0].hasPrefix("time,stream,"))
    }

    @Test func twoFormatsCannotBothBeOnStandardOutput() async throws {
        try await importWalk()
        let found = try await files.survey("export", "s.gpkg", "--csv", "-", "--gpx", "-")
        #expect(found.status == 64 && found.lines.isEmpty)
    }

    @Test func aReportsPageCanBePiped() async throws {
        try await importWalk()
        let found = try await files.survey("report", "s.gpkg", "--html", "-")
        #expect(found.status == 0 && found.errors.isEmpty)
        #expect(found.lines.first?.hasPrefix("<!DOCTYPE html>") == true && found.lines.last == "</html>", "\(found)")
    }

    @Test func aFileThatEveryUserCanReadIsNamedBeforeASessionIsAdded() async throws {
        let words = ["--sensor", "demo", "--until", "1s", "--to", "s.gpkg", "--plain"]
        #expect(try await files.survey(words).errors.allSatisfy { !$0.contains("chmod 600") })
        #expect(try await files.survey(words).errors.allSatisfy { !$0.contains("chmod 600") })
        chmod(files.path("s.gpkg"), 0o644)
        let found = try await files.survey(words)
        #expect(
            found.status == 0 && found.errors.count { $0.contains("`chmod 600` makes it yours alone") } == 1, "\(found)"
        )
    }

    @Test func noGraphIsAWordForProcessingToo() async throws {
        try await importWalk()
        let found = try await files.survey("process", "s.gpkg", "--graph", "none")
        #expect(found.status == 0, "\(found)")
        #expect(
            try await files.survey("show", "s.gpkg").lines.contains { $0.contains("run 2, processed, by no graph") })
        #expect(try await files.survey("process", "s.gpkg", "--verify").status == 0)
        #expect(try await files.survey("check", "s.gpkg").status == 0)
    }
}
