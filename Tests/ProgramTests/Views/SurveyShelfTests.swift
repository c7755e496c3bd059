import Foundation
import Testing
import WaldoLoop
import WaldoTestSupport

@testable import WaldoApp
@testable import WaldoPanel

/// The folder's surveys, as pages ask for them and change them.
@Suite(.onLoop) struct SurveyShelfTests {
    /// A shelf, and what it has sent.
    @LoopActor private final class Page {
        let shelf: SurveyShelf
        private(set) var lists: [(list: Int, files: [String])] = []
        private(set) var sentences: [String] = []

        init(_ files: SurveyFiles) {
            shelf = SurveyShelf(beside: files.path("live.gpkg"))
            shelf.listed = { text, _ in self.lists.append(Self.read(text)) }
            shelf.said = { sentence, _ in self.sentences.append(sentence) }
        }

        private static func read(_ text: [UInt8]) -> (Int, [String]) {
            let object = (try? JSONSerialization.jsonObject(with: Data(text))) as? [String: Any]
            let items = object?["items"] as? [[String: Any]] ?? []
            return (object?["list"] as? Int ?? -1, items.compactMap { $0["file"] as? String })
        }

        /// Asks for the list, and waits for it.
        func list() async throws -> (list: Int, files: [String]) {
            let before = lists.count
            shelf.handle(.surveys, from: 1)
            try await waitUntil("a list") { self.lists.count > before ? true : nil }
            return lists[before]
        }

        /// Adds a note, and waits for what is said of it.
        func note(_ item: ViewMessage.Item) async throws -> String {
            let before = sentences.count
            shelf.handle(.note(item, "seen"), from: 1)
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
        let added = try await page.note(ViewMessage.Item(list: first.list, place: 0))
        #expect(!added.contains("has changed"), "\(added)")

        try await importWalk("second", files)
        let second = try await page.list()
        #expect(second.files.count == 2 && second.list != first.list)
        let refused = try await page.note(ViewMessage.Item(list: first.list, place: 0))
        #expect(refused.contains("has changed"))
        page.shelf.close()
    }
}
