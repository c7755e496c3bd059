import Foundation
import Synchronization
import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp

/// Which surveys of a folder pages see, whatever some of its files do: on a clock of the test's own, without a helper.
struct SurveyFolderTests {
    /// A helper whose jobs take a time on a clock that they move.
    private final class Helper: Sendable {
        private struct State {
            var now = Instant.clockStart
            var asked: [String] = []
        }
        private let state = Mutex(State())
        /// How long a file takes, by its name; the others take a hundredth of a second.
        let slow: [String: TimeSpan]
        /// How many surveys a file has.
        let surveys: [String: Int]
        let refused: Set<String>

        init(slow: [String: TimeSpan] = [:], surveys: [String: Int] = [:], refused: Set<String> = []) {
            (self.slow, self.surveys, self.refused) = (slow, surveys, refused)
        }

        var now: Instant { state.withLock { $0.now } }

        /// The files that were asked for since the last time.
        var asked: [String] {
            state.withLock { state in
                defer { state.asked = [] }
                return state.asked
            }
        }

        func pass(_ span: TimeSpan) { state.withLock { $0.now = $0.now + span } }

        func read(_ job: FileJob) throws(Failure) -> [UInt8] {
            let name = String(job.path.split(separator: "/").last!)
            let need = slow[name] ?? .milliseconds(10)
            state.withLock { state in
                state.asked.append(name)
                state.now = state.now + min(need, job.patience)
            }
            guard need < job.patience else { throw Failure(.file, "\(name): late") }
            guard !refused.contains(name) else { throw Failure(.file, "\(name): refused") }
            var packet = Packet()
            packet.put(0..<(surveys[name] ?? 1)) { packet, number in
                SurveyFolderTests.item(name, Int64(number), started: Int64(number)).put(to: &packet)
            }
            return packet.bytes
        }
    }

    private static func item(_ path: String, _ survey: Int64, started: Int64, notes: Int = 0) -> SurveyFolder.Item {
        SurveyFolder.Item(
            path: path, survey: survey, started: started, uuid: "\(path) \(survey)", title: "t", begun: "b",
            duration: "d", ending: "", upload: "", samples: 1, system: .world,
            notes: (0..<notes).map { (Int64($0), String(repeating: "n", count: 400)) }, isCurrent: false)
    }

    private func folder(_ names: [String], _ helper: Helper) throws -> (TemporaryFolder, SurveyFolder) {
        let files = try TemporaryFolder()
        for name in names { try files.write("x", to: name) }
        return (
            files,
            SurveyFolder(
                path: files.path, makeReading: { { (job) throws(Failure) in try helper.read(job) } },
                now: { helper.now })
        )
    }

    private func names(_ found: (items: [SurveyFolder.Item], trouble: String)) -> Set<String> {
        Set(found.items.map(\.file))
    }

    @Test func fourteenFilesThatTakeAllTheirTimeHideNoOther() throws {
        let late = (1...14).map { String(format: "a%02d.gpkg", $0) }
        let helper = Helper(slow: Dictionary(uniqueKeysWithValues: late.map { ($0, .seconds(1_000)) }))
        let (files, folder) = try folder(late + ["y.gpkg", "z.gpkg"], helper)
        let first = folder.items()
        #expect(names(first) == ["y.gpkg", "z.gpkg"])
        #expect(first.trouble.contains("14 files cannot be read") || first.trouble.contains("in time"))
        #expect(helper.now - .clockStart <= .seconds(61))
        _ = helper.asked

        // Now the honest ones come first, and what is late only costs what is left.
        #expect(names(folder.items()) == ["y.gpkg", "z.gpkg"])
        #expect(Array(helper.asked.prefix(2)) == ["y.gpkg", "z.gpkg"])
        withExtendedLifetime(files) {}
    }

    @Test func aFileThatNeedsMoreThanItsShareComesAgainBehindTheOthers() throws {
        let late = (1...14).map { String(format: "b%02d.gpkg", $0) }
        var slow = Dictionary(uniqueKeysWithValues: late.map { ($0, TimeSpan.seconds(1_000)) })
        // More than a fifteenth of a minute, and less than its own time.
        slow["a.gpkg"] = .milliseconds(4_500)
        let helper = Helper(slow: slow)
        let (files, folder) = try folder(["a.gpkg"] + late, helper)
        _ = folder.items()
        _ = folder.items()
        // What is late at the second time, too, has given its time to this one.
        #expect(names(folder.items()) == ["a.gpkg"])
        withExtendedLifetime(files) {}
    }

    @Test func aRefusedFileIsNotAskedAgainUntilItChanges() throws {
        let helper = Helper(refused: ["a.gpkg"])
        let (files, folder) = try folder(["a.gpkg", "b.gpkg"], helper)
        #expect(folder.items().trouble == "a.gpkg: refused")
        #expect(helper.asked == ["a.gpkg", "b.gpkg"])
        #expect(folder.items().trouble == "a.gpkg: refused")
        #expect(helper.asked == ["b.gpkg"])
        try files.write("other", to: "a.gpkg")
        _ = folder.items()
        #expect(helper.asked == ["a.gpkg", "b.gpkg"])
        // It may have been the machine: after a while it has another chance.
        helper.pass(.seconds(601))
        _ = folder.items()
        #expect(helper.asked == ["a.gpkg", "b.gpkg"])
    }

    @Test func oneFileOfManySurveysDisplacesNoOther() throws {
        let helper = Helper(surveys: ["a.gpkg": 200, "b.gpkg": 200, "c.gpkg": 2])
        let (files, folder) = try folder(["a.gpkg", "b.gpkg", "c.gpkg"], helper)
        let items = folder.items().items
        #expect(items.count == 200 && items.count { $0.file == "c.gpkg" } == 2)
        #expect(items.map(\.started) == items.map(\.started).sorted(by: >))
        withExtendedLifetime(files) {}
    }

    @Test func theFutureIsTheOldest() {
        let items = [
            Self.item("a", 1, started: 9_000), Self.item("a", 2, started: 10), Self.item("b", 1, started: 20),
            Self.item("b", 2, started: 8_000), Self.item("c", 1, started: 1),
        ]
        #expect(SurveyFolder.chosen(of: items, limit: 9, now: 100) == [2, 1, 4, 0, 3])
        #expect(SurveyFolder.chosen(of: items, limit: 3, now: 100) == [2, 1, 4])
        #expect(SurveyFolder.chosen(of: items, limit: 9, now: 10_000) == [0, 3, 2, 1, 4])
    }

    @Test func notesAreCutBeforeSurveysAre() throws {
        let items = (0..<200).map { Self.item("\($0).gpkg", 1, started: Int64($0), notes: $0 % 4 == 0 ? 20 : 0) }
        let text = ViewTexts.surveys(items, list: 1, folder: "f", why: "")
        #expect(text.count <= 100_000)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
        let shown = try #require(object["items"] as? [[String: Any]])
        #expect(shown.count == 200 && shown.compactMap { $0["item"] as? Int } == Array(0..<200))
        #expect(object["why"] as? String == "")
    }
}
