import Foundation
import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoApp
@testable import WaldoPanel

/// The folder's surveys, as pages ask for them and change them.
@Suite(.onLoop) struct SurveyShelfTests {
    init() throws { ForeignFiles.useHelpers(of: try BuiltProgram.path("waldo")) }

    /// A shelf, and what it has sent.
    @LoopActor private final class Page: SurveyShelfDelegate {
        let shelf: SurveyShelf
        private(set) var lists: [(list: Int, files: [String])] = []
        private(set) var why = ""
        private(set) var sentences: [String] = []

        init(_ files: SurveyFiles) {
            shelf = SurveyShelf(beside: files.path("live.gpkg"))
            shelf.delegate = self
        }

        func said(_ sentence: String, to viewer: Int) { sentences.append(sentence) }

        func shelfHasRead() {}

        func slotHasChanged(_ slot: Int) {}

        func routed(_ text: [UInt8], to viewer: Int) {}

        func listed(_ text: [UInt8]) {
            let object = (try? JSONSerialization.jsonObject(with: Data(text))) as? [String: Any]
            let items = object?["items"] as? [[String: Any]] ?? []
            why = object?["why"] as? String ?? ""
            lists.append((object?["list"] as? Int ?? -1, items.compactMap { $0["file"] as? String }))
        }

        /// Asks for the list, and waits for it.
        func list() async throws -> (list: Int, files: [String]) {
            let before = lists.count
            shelf.handle(.surveys, from: 1)
            try await waitUntil("a list") { self.lists.count > before ? true : nil }
            return lists[before]
        }

        /// Adds a note, and waits for what is said of it. Where there is one more, all pages get the list again.
        func note(_ item: ViewMessage.Item) async throws -> String {
            let before = lists.count, said = try await ask(.note(item, "seen"))
            if said.contains("added") {
                try await waitUntil("the list after it") { self.lists.count > before ? true : nil }
            }
            return said
        }

        /// Asks for something, and waits for what is said of it.
        func ask(_ message: ViewMessage) async throws -> String {
            let before = sentences.count
            shelf.handle(message, from: 1)
            try await waitUntil("an answer") { self.sentences.count > before ? true : nil }
            return sentences[before]
        }
    }

    private func importWalk(_ name: String, _ files: SurveyFiles) async throws {
        try files.writeWalk(lines: 20, to: "\(name).LOG")
        let outcome = try await files.survey("import", "\(name).LOG", "--to", "\(name).gpkg")
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @LoopActor @Test func aPlaceInAListHoldsUntilTheFolderHasOtherSurveys() async throws {
        let files = try SurveyFiles(), page = Page(files)
        try await importWalk("first", files)
        let first = try await page.list()
        #expect(first.files == ["first.gpkg"])

        // Another page asks for the list in between.
        _ = try await page.list()
        let added = try await page.note(ViewMessage.Item(list: first.list, index: 0))
        #expect(!added.contains("has changed"), "\(added)")

        try await importWalk("second", files)
        let second = try await page.list()
        #expect(second.files.count == 2 && second.list != first.list)
        let refused = try await page.note(ViewMessage.Item(list: first.list, index: 0))
        #expect(refused.contains("has changed"))
        page.shelf.close()
    }

    @LoopActor @Test func exportsComeOneByOneAndEndWithTheTwentieth() async throws {
        let files = try SurveyFiles(), page = Page(files)
        try await importWalk("walk", files)
        let list = try await page.list(), item = ViewMessage.Item(list: list.list, index: 0)
        // What cannot begin does not count.
        let gone = try await page.ask(.export(ViewMessage.Item(list: list.list, index: 9), "csv"))
        #expect(gone.contains("has changed"), "\(gone)")
        page.shelf.handle(.export(item, "csv"), from: 1)
        let early = try await page.ask(.export(item, "gpx"))
        #expect(early.contains("not ready yet"), "\(early)")
        try await waitUntil("the first export") { page.sentences.last?.contains("walk.csv") == true ? true : nil }
        for number in 2...20 {
            let said = try await page.ask(.export(item, "csv"))
            #expect(said.contains("walk-\(number).csv"), "\(said)")
        }
        let late = try await page.ask(.export(item, "csv"))
        #expect(late.contains("20 times"), "\(late)")
        let names = try FileManager.default.contentsOfDirectory(atPath: files.folder.path)
        #expect(names.count { $0.hasSuffix(".csv") } == 20)
        page.shelf.close()
    }

    /// A job that waits for another program's lock keeps those of other files from nothing.
    @LoopActor @Test func jobsOfOneFileDoNotWaitForThoseOfAnother() async throws {
        let files = try SurveyFiles(), page = Page(files)
        for name in ["slow", "quick"] { try await importWalk(name, files) }
        let list = try await page.list()
        // The byte that SQLite locks before it reads (sqlite3.c, PENDING_BYTE).
        let slow = open(files.path("slow.gpkg"), O_RDWR | O_CLOEXEC)
        defer { close(slow) }
        var lock = flock()
        (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 0x4000_0000, 1)
        try #require(fcntl(slow, F_SETLK, &lock) == 0)
        for name in ["slow.gpkg", "quick.gpkg"] {
            let place = try #require(list.files.firstIndex(of: name))
            page.shelf.handle(.note(ViewMessage.Item(list: list.list, index: place), "seen"), from: 1)
        }
        try await waitUntil("an answer", within: .seconds(30)) { page.sentences.isEmpty ? nil : true }
        #expect(page.sentences[0].contains("note 1 added"), "\(page.sentences)")
        try await waitUntil("the other", within: .seconds(30)) { page.sentences.count > 1 ? true : nil }
        #expect(page.sentences[1].contains("slow.gpkg: another program has locked"), "\(page.sentences)")
        page.shelf.close()
    }

    /// Files that an attacker has sent lie among the others: the others are listed, opened and changed as ever, by a
    /// helper, and the loop goes on.
    @LoopActor @Test func aHostileFileCostsTheOthersNothing() async throws {
        let file = try await HostileFile(), page = Page(file.files)
        try file.make("a.gpkg", HostileFile.endlessView(for: "survey"))
        try file.make("t.gpkg", HostileFile.title(of: 50 << 20))
        try file.make(
            "z.gpkg", "CREATE TRIGGER evil AFTER INSERT ON note BEGIN UPDATE survey SET upload = 1; END")
        var turns = 0
        let timer = LoopTimer { _ in turns += 1 }
        timer.arm(at: Monotonic.now() + .milliseconds(1))
        let list = try await page.list()
        #expect(turns == 1 && Set(list.files) == ["s.gpkg", "z.gpkg"])
        #expect(page.why.contains("more than 4 MB"), "\(page.why)")
        for place in list.files.indices {
            let said = try await page.note(ViewMessage.Item(list: list.list, index: place))
            #expect(said.contains(list.files[place] == "s.gpkg" ? "note 1 added" : "“evil” on `note`"), "\(said)")
        }
        page.shelf.close()
    }
}
