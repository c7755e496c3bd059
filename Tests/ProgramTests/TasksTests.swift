import Glibc
import Testing
import WaldoTestSupport

/// The script of tasks, and the pages that introduce it and the files to a newcomer.
@Suite(.serialized) struct TasksTests {
    private static func text(of page: String) throws -> String {
        try SourceModule.text(of: "\(SourceModule.projectFolder)/\(page)")
    }

    private static func tasks(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(SourceModule.projectFolder + "/Tests/run", arguments)
    }

    @Test func everyTaskThatThePagesNameIsThere() async throws {
        let help = try Self.tasks(["--help"])
        defer { help.close() }
        #expect(try await help.exitStatus() == 0)
        let known = help.lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
        #expect(known.count >= 9)
        for page in ["README.md", "CONTRIBUTING.md", "Tests/README.md", ".ci/run"] {
            for match in try Self.text(of: page).matches(of: #/Tests/run ([a-z]+)/#) {
                #expect(known.contains(String(match.1)), "\(page): \(match.0)")
            }
        }
    }

    @Test(arguments: [
        [], ["no-such-task"], ["lint", "Sources"], ["golden", "no-such-golden"], ["night", "no-such-part"],
        ["matrix", "0"], ["hostile", "0"], ["hostile", "20", "3"],
    ])
    func aWrongUsageIsRefused(arguments: [String]) async throws {
        let task = try Self.tasks(arguments)
        defer { task.close() }
        #expect(try await task.exitStatus() == 64)
        #expect(task.errorLines.contains { $0.hasPrefix("usage: ") })
    }

    @Test func theTaskInstallsWhatTheSketchesNeed() throws {
        let words = try Self.text(of: "Tests/run").split { " \n".contains($0) }
        for package in SketchSimulator.packages { #expect(words.contains(Substring(package)), "\(package)") }
    }

    @Test(arguments: ["CONTRIBUTING.md", "Tests/README.md"])
    func everyFileThatThePageNamesIsThere(page: String) throws {
        let places = ["Sources/", "Tests/", "Mappings/", ".ci/"]
        let words = try Self.text(of: page).split { " \n`()[],:;|".contains($0) }
        let paths = Set(words.filter { word in places.contains { word.hasPrefix($0) } })
        #expect(paths.count >= 10)
        for path in paths.map({ $0.hasSuffix(".") ? $0.dropLast() : $0 }).sorted() {
            #expect(access("\(SourceModule.projectFolder)/\(path)", F_OK) == 0, "\(page): \(path)")
        }
    }
}
