import Testing
import WaldoTestSupport

/// The page that tells a walk from end to end: its commands, run on its log, print what stands there.
@Suite struct WalkPageTests {
    /// The page's blocks of code, each a list of lines.
    private static func blocks(_ page: String) -> [[String]] {
        var blocks: [[String]] = [], isInside = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            let isCode = line.hasPrefix("    ")
            if isCode, !isInside { blocks.append([]) }
            // A blank line within a block is one of its lines.
            isInside = isCode || line.isEmpty && isInside
            if isInside { blocks[blocks.count - 1].append(String(line.dropFirst(4))) }
        }
        return blocks.map { block in Array(block.reversed().drop { $0.isEmpty }.reversed()) }
    }

    @Test func theCommandsPrintWhatThePageSays() async throws {
        let folder = try TemporaryFolder()
        let program = try BuiltProgram.path("waldo")
        let path = program.dropLast("/waldo".count) + ":/usr/bin:/bin"
        var blocks = Self.blocks(
            try readFile("\(SourceModule.projectFolder)/Sources/waldo/Documentation.docc/A-walk-line-by-line.md"))
        try folder.write(blocks.removeFirst().joined(separator: "\n") + "\n", to: "walk.LOG")
        #expect(blocks.count >= 6)
        for block in blocks {
            var printed: [String] = []
            for command in block where command.hasPrefix("$ ") {
                let shell = try ChildProcess(
                    "/bin/sh", ["-c", "exec 2>&1; " + command.dropFirst(2)],
                    environment: ["PATH": String(path), "HOME": folder.path], in: folder.path)
                defer { shell.close() }
                #expect(try await shell.exitStatus() == 0, "\(command)")
                printed += [command] + shell.lines
            }
            #expect(printed == block)
        }
    }
}
