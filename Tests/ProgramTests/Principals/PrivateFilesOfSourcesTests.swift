import Testing
import WaldoTestSupport

/// Files are created in one place, which makes them their owner's alone.
@Suite struct PrivateFilesOfSourcesTests {
    @Test func noOtherSourceCreatesFiles() throws {
        // Flags of open(2) and of SQLite, calls of their own, and modes of fopen(3) that write.
        let creating = [
            #/\bO_CREAT\b/#, #/\bO_TMPFILE\b/#, #/\bcreat\(/#, #/\bmkstemps?\(/#, #/SQLITE_OPEN_CREATE/#,
            #/fopen\([^)]*"[wa]/#, #/\bFileManager\b/#,
        ]
        var found: Set<String> = []
        for file in try SourceModule.all().flatMap(\.files) {
            if creating.contains(where: { file.text.contains($0) }) { found.insert(file.name) }
        }
        #expect(found == ["PrivateFile.swift"])
    }
}
