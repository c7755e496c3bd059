import Glibc
import Testing
import WaldoTestSupport

@testable import WaldoStore

/// Surveys that end, and others that begin in the same file at once, while other processes open it again and again.
///
/// `WALDO_SURVEY_ENDS=200` lets so many end, for a run at night.
@Suite(.serialized) struct SurveyEndTests {
    static let ends = getenv("WALDO_SURVEY_ENDS").flatMap { Int(String(cString: $0)) } ?? 20
    private static let endsOfAFile = 10

    /// A file that one follows stays in write-ahead mode from a session to the next; any other may leave it each time.
    @Test(arguments: [["show", "check", "export", "push"], ["show", "push", "follow"]])
    func noReaderTakesOneForACopyWithoutItsLog(kinds: [String]) async throws {
        let probe = try BuiltProgram.path("waldo-store-probe")
        var ended = 0, read = 0
        for _ in 0..<max(1, Self.ends / 2 / Self.endsOfAFile) {
            let folder = try TemporaryFolder()
            let path = folder.path + "/s.gpkg"
            let writer = try ChildProcess(probe, ["sessions", path, "\(Self.endsOfAFile)"])
            try await writer.waitForLine { $0 == "begun" }
            let readers = try kinds.map { try ChildProcess(probe, ["read", path, $0]) }
            #expect(try await writer.exitStatus(within: .seconds(120)) == 0)
            for reader in readers {
                reader.closeInput()
                #expect(try await reader.exitStatus(within: .seconds(60)) == 0)
                #expect(!reader.lines.contains { $0.hasPrefix("failed") }, "\(reader.lines.prefix(5))")
                read += reader.lines.last.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? 0
            }
            ended += writer.lines.count { $0 == "ended" }
            #expect(writer.lines.count == Self.endsOfAFile + 1, "\(writer.lines)")
            #expect(try StoreReader(path: path).surveys().first?.sessions.count == Self.endsOfAFile)
        }
        print("survey ends: \(ended), read \(read) times by \(kinds.joined(separator: ", "))")
        #expect(read > ended)
    }
}
