import Foundation
import Testing
import WaldoTestSupport

/// The pages that people begin with. What has a `$` before it runs as it is written, without hardware, and prints what
/// is shown below it, whatever its numbers are. Everything else needs hardware: the program would take it.
@Suite struct FirstPagesTests {
    private let shell: ExampleShell

    init() throws { shell = try ExampleShell() }

    @Test(arguments: ["My-MeArm", "A-hidden-source", "A-walk-with-a-bGeigie"])
    func everyCommandOfAPageRunsAsWritten(page: String) async throws {
        let text = try readFile("\(SourceModule.projectFolder)/Sources/waldo/Documentation.docc/\(page).md")
        var code = text.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }[...]
        var count = 0
        while let line = code.popFirst() {
            guard line.hasPrefix("$ ") else {
                #expect(try await shell.refusal(of: line) == nil)
                continue
            }
            let shown = code.prefix { !$0.hasPrefix("$ ") && !$0.hasPrefix("waldo ") }
            code = code.dropFirst(shown.count)
            let (lines, status) = try await shell.run(String(line.dropFirst(2)))
            #expect(status == 0, "\(line): \(lines)")
            if !shown.isEmpty { #expect(lines.map(Self.shape) == shown.map(Self.shape), "\(line)") }
            count += 1
        }
        #expect(count >= 5, "\(page)")
    }

    /// The commands of all pages that begin a line of code.
    @Test func theProgramTakesEveryCommandOfThePages() async throws {
        let project = SourceModule.projectFolder, folder = "Sources/waldo/Documentation.docc"
        let pages = try FileManager.default.contentsOfDirectory(atPath: "\(project)/\(folder)").sorted()
        let calls = try (["README.md", "Mappings/arms/README.md"] + pages.map { "\(folder)/\($0)" })
            .filter { $0.hasSuffix(".md") }.flatMap { try readFile("\(project)/\($0)").split(separator: "\n") }
            .compactMap { try #/^ {4,}(?:\$ )?(waldo(?:-relay)? [a-z-].*)$/#.wholeMatch(in: $0) }
        #expect(calls.count > 100)
        for call in calls { #expect(try await shell.refusal(of: String(call.1)) == nil) }
    }

    /// A line with each number as one `0`.
    private static func shape(_ line: String) -> String { line.replacing(#/[0-9]+/#, with: "0") }
}
