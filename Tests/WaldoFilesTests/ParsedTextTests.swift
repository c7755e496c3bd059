import Testing
import WaldoTestSupport

@testable import WaldoFiles

/// The texts of files that are kept in a survey or a recording, which may be anybody's.
struct ParsedTextTests {
    @Test(
        arguments: [
            { _ = try ParsedText.sensor($0, named: "t") },
            { _ = try ParsedText.graph($0, named: "t") },
            { _ = try ParsedText.arm($0, named: "t") },
        ] as [@Sendable (String) throws -> Void]) func aTextHasALimit(_ parse: @Sendable (String) throws -> Void) throws
    {
        let long = String(repeating: "# 345678\n", count: 30_000)
        let error = #expect(throws: FileError.self) { try parse(long) }
        #expect(error?.sentence.contains("has 270000 bytes; it may have 262144") == true, "\(error as Any)")
        let short = #expect(throws: FileError.self) { try parse(String(long.prefix(200_000))) }
        #expect(short?.sentence.contains("bytes; it may") == false, "\(short as Any)")
    }
}
