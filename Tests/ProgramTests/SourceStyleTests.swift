import Testing
import WaldoTestSupport

/// Style rules that the formatter does not enforce: it accepts long comments, and any order of imports with access
/// levels.
@Suite struct SourceStyleTests {
    private static let columns = 120

    private func files() throws -> [SourceModule.File] {
        try SourceModule.swiftFiles(under: SourceModule.projectFolder + "/Sources")
            + SourceModule.swiftFiles(under: SourceModule.projectFolder + "/Tests")
    }

    @Test func noCommentIsWiderThanTheCode() throws {
        for file in try files() {
            for (index, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let isComment = line.drop { $0 == " " }.hasPrefix("//")
                #expect(!isComment || line.count <= Self.columns, "\(file.path):\(index + 1)")
            }
        }
    }

    @Test func importsAreInOrder() throws {
        for file in try files() {
            let imports = file.text.split(separator: "\n").filter { line in
                let words = line.split(separator: " ")
                return line.first != " " && words.prefix(2).contains("import") && words.first != "@testable"
            }
            let modules = imports.map { $0.split(separator: " ").last.map(String.init) ?? "" }
            #expect(modules == modules.sorted(), "\(file.path)")
        }
    }
}
