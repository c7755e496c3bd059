import Glibc
import Testing
import WaldoTestSupport

@testable import WaldoFiles

@Suite struct RecordingFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func inADirectoryTheNameHoldsTheTimeAndTheArm() {
        let started: Int64 = 1_700_000_000_123_456
        let name = "2023-11-14T221320.123Z-robot.jsonl"
        #expect(RecordingFile.path(for: folder.path, named: "robot", started: started) == "\(folder.path)/\(name)")
        #expect(RecordingFile.path(for: "x/", named: "my/ro bot.yaml", started: started).hasSuffix("Z-ro-bot.jsonl"))
        #expect(RecordingFile.path(for: "x", named: "robot", started: started) == "x")
    }

    @Test func nothingIsOverwrittenAndNoLinkFollowed() throws {
        let kept = try folder.write("kept", to: "a")
        symlink("/tmp/waldo-nobody-made-this", folder.path + "/link")
        for (path, sentence) in [
            (kept, "the file exists"), (folder.path + "/link", "the file exists"),
            (folder.path + "/no/a", "no such directory"),
        ] {
            let error = #expect(throws: FileError.self) { _ = try RecordingFile.create(path) }
            #expect(error?.sentence.contains(sentence) == true)
        }
        #expect(try folder.read("a") == "kept")
        #expect(access("/tmp/waldo-nobody-made-this", F_OK) != 0)
    }
}
