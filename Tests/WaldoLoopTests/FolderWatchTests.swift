import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

@testable import WaldoLoop

@Suite(.onLoop, .serialized) struct FolderWatchTests {
    final class Heard {
        var changes: [FolderWatch.Change] = []
    }

    @LoopActor @Test func tellsWhatComesChangesAndGoes() async throws {
        let parent = try TemporaryFolder()
        mkdir("\(parent.path)/input", 0o755)
        defer { rmdir("\(parent.path)/input") }
        let heard = Heard()
        let watch = try FolderWatch(parent: parent.path, name: "input") { heard.changes += $0 }
        defer { watch.cancel() }
        let node = "\(parent.path)/input/event1"
        Glibc.close(creat(node, 0o600))
        chmod(node, 0o660)
        try await waitUntil("two changes", instead: { "\(heard.changes)" }) {
            heard.changes == [.appeared("event1"), .appeared("event1")] ? true : nil
        }
        unlink(node)
        try await waitUntil("the end of the node") { heard.changes.last == .vanished("event1") ? true : nil }
    }

    @LoopActor @Test func waitsForAFolderThatComesAndGoes() async throws {
        let parent = try TemporaryFolder()
        let folder = "\(parent.path)/input"
        let heard = Heard()
        let watch = try FolderWatch(parent: parent.path, name: "input") { heard.changes += $0 }
        defer { watch.cancel() }
        for _ in 0..<3 {
            heard.changes = []
            mkdir("\(parent.path)/other", 0o755)
            rmdir("\(parent.path)/other")
            mkdir(folder, 0o755)
            try await waitUntil("the folder") { heard.changes == [.anything] ? true : nil }
            Glibc.close(creat("\(folder)/event4", 0o600))
            try await waitUntil("its node") { heard.changes.contains(.appeared("event4")) ? true : nil }
            unlink("\(folder)/event4")
            rmdir(folder)
            try await waitUntil("the folder's end") { heard.changes.last == .anything ? true : nil }
        }
    }

    @LoopActor @Test func nothingIsReportedAfterTheEnd() async throws {
        let parent = try TemporaryFolder()
        let heard = Heard()
        let watch = try FolderWatch(parent: parent.path, name: "input") { heard.changes += $0 }
        let witness = Heard()
        let second = try FolderWatch(parent: parent.path, name: "input") { witness.changes += $0 }
        defer { second.cancel() }
        watch.cancel()
        mkdir("\(parent.path)/input", 0o755)
        defer { rmdir("\(parent.path)/input") }
        try await waitUntil("the other watch") { witness.changes.isEmpty ? nil : true }
        #expect(heard.changes.isEmpty)
    }

    @LoopActor @Test func withoutAParentThereIsNothingToWatch() {
        #expect(throws: SystemFailure("inotify_add_watch", code: ENOENT)) {
            _ = try FolderWatch(parent: "/nowhere", name: "input") { _ in }
        }
    }
}
