import Foundation
import Testing
import WaldoCore
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// What is changed in a store afterwards.
struct EditorTests {
    private func finishedStore(in folder: TemporaryFolder, clean: Bool = true) throws -> String {
        let store = try HandDrivenStore(in: folder)
        for (event, at) in Fixtures.events { store.writer.record(event, at: at) }
        Fixtures.give(to: &store.writer)
        if clean {
            try store.finish()
        } else {
            try store.commit()
            store.writer.engine.abandon()
        }
        return store.path
    }

    private var otherRun: RunDescription {
        var run = Fixtures.description.run
        run.graph = .init(name: "other", text: "other")
        return run
    }

    @Test func processingAgainAddsARunAndChangesNothing() throws {
        let folder = try TemporaryFolder()
        let path = try finishedStore(in: folder)
        let before = try StoreReader(path: path).surveys()[0].sessions[0]
        let editor = try StoreEditor(path: path)
        var events = 0
        let run = try editor.addRun(session: 1, otherRun, made: 5) { (writer, reader) throws(StoreError) in
            try reader.events(of: 1) { _, _ in
                events += 1
                return true
            }
            var writer = writer
            Fixtures.give(to: &writer)
        }
        try editor.close()
        #expect(run == 2 && events == Fixtures.events.count)
        let reader = try StoreReader(path: path)
        var after = try reader.surveys()[0].sessions[0]
        let added = after.runs.removeLast()
        #expect(after == before)
        #expect(!added.isLive && added.made == 5 && added.description == otherRun && added.samples == 4)
        #expect(added.hash != before.runs[0].hash)
        #expect(try reader.newestRuns(of: 1) == [2] && reader.check() == [])
        #expect(try reader.connection.texts("PRAGMA journal_mode") == ["delete"])
    }

    @Test func aRunThatFailsLeavesNothing() throws {
        let folder = try TemporaryFolder()
        let path = try finishedStore(in: folder)
        let before = try StoreReader(path: path).digest()
        let editor = try StoreEditor(path: path)
        #expect(throws: StoreError.self) {
            try editor.addRun(session: 1, otherRun, made: 5) { (writer, _) throws(StoreError) in
                writer.sample(Fixtures.sample(0))
                writer.sample(Fixtures.sample(0))
            }
        }
        #expect(throws: StoreError.self) {
            try editor.addRun(session: 9, otherRun, made: 5) { (_, _) throws(StoreError) in }
        }
        try editor.close()
        let reader = try StoreReader(path: path)
        #expect(try reader.digest() == before && reader.check() == [])
    }

    @Test func aFileThatIsNotChangedStaysAsItIs() throws {
        let folder = try TemporaryFolder()
        let path = try finishedStore(in: folder), copy = folder.path + "/copy.gpkg"
        try copyFile(path, to: copy)
        let editor = try StoreEditor(path: path)
        #expect(throws: StoreError.self) { try editor.addNote("seen", to: 9, at: 1) }
        #expect(throws: StoreError.self) {
            try editor.addRun(session: 9, otherRun, made: 5) { (_, _) throws(StoreError) in }
        }
        try editor.close()
        #expect(FileManager.default.contentsEqual(atPath: path, andPath: copy))
    }

    @Test func equalResultsAreEqual() throws {
        let folder = try TemporaryFolder()
        let reader = try StoreReader(path: try finishedStore(in: folder))
        let result = try reader.compare(session: 1) { (comparer) throws(StoreError) in
            var comparer = comparer
            Fixtures.give(to: &comparer)
        }
        // Two streams, four samples, and two each of alarms, gaps and rejects.
        #expect(result == .equal(rows: 12))
    }

    @Test func anUncleanSessionMayHoldAPrefix() throws {
        let folder = try TemporaryFolder()
        let path = try finishedStore(in: folder, clean: false)
        func compare(_ reader: StoreReader) throws -> RunComparison {
            try reader.compare(session: 1) { (comparer) throws(StoreError) in
                var comparer = comparer
                Fixtures.give(to: &comparer)
                comparer.sample(Fixtures.sample(3))
                comparer.gap(Fixtures.gaps[0])
            }
        }
        #expect(try compare(StoreReader(path: path)) == .prefix(rows: 12, missing: 2))
        try StoreEditor(path: path).close()
        let reader = try StoreReader(path: path)
        #expect(try reader.surveys()[0].sessions[0].ending == .unclean && reader.check() == [])
        #expect(try compare(reader) == .prefix(rows: 12, missing: 2))
    }

    @Test func notesAndTagsComeAndGo() throws {
        let folder = try TemporaryFolder()
        let editor = try StoreEditor(path: try finishedStore(in: folder))
        let place = Place(x: 145, y: -37.5)
        let first = try editor.addNote("wet ground", to: 1, at: Fixtures.started, place: place)
        let second = try editor.addNote("rain", to: 1, at: Fixtures.started + 1)
        try editor.addTag("wet", to: 1)
        try editor.addTag("wet", to: 1)
        try editor.removeTag("yard", from: 1)
        var survey = try editor.reader.surveys()[0]
        #expect(survey.description.tags == ["2026", "wet"])
        #expect(survey.notes.map(\.text) == ["wet ground", "rain"] && survey.notes[0].place == place)
        try editor.deleteNote(first)
        survey = try editor.reader.surveys()[0]
        #expect(survey.notes.map(\.id) == [second])
        for missing in [
            { try editor.deleteNote(first) }, { try editor.addTag("x", to: 7) }, { try editor.removeTag("x", from: 1) },
            { try editor.addNote("x", to: 7, at: 0) }, { try editor.setDeleted(7, at: 1) },
        ] as [() throws -> Void] {
            do {
                try missing()
                Issue.record("nothing was missing")
            } catch let error as StoreError { #expect(error.kind == .missing) }
        }
    }

    @Test func aDeletedSurveyKeepsItsRows() throws {
        let folder = try TemporaryFolder()
        let editor = try StoreEditor(path: try finishedStore(in: folder))
        try editor.setDeleted(1, at: 77)
        #expect(try editor.reader.surveys().isEmpty)
        let kept = try editor.reader.surveys(deleted: true)
        #expect(kept.map(\.deleted) == [77] && kept[0].sessions[0].readings == 3)
        try editor.setDeleted(1, at: nil)
        #expect(try editor.reader.surveys().count == 1)
    }

    @Test func pruningDropsRawRowsAndProtectsTheRestAgain() throws {
        let folder = try TemporaryFolder()
        _ = try finishedStore(in: folder)
        var other = Fixtures.description
        (other.uuid, other.graph) = ("another", nil)
        let second = try HandDrivenStore(in: folder, appending: true, other)
        for (event, at) in Fixtures.events { second.writer.record(event, at: at) }
        try second.finish()
        let editor = try StoreEditor(path: second.path)
        try editor.prune([1], at: 99)
        try editor.close()
        let reader = try StoreReader(path: second.path)
        let surveys = try reader.surveys()
        #expect(surveys.map(\.pruned) == [99, nil])
        #expect(surveys.map(\.sessions[0].readings) == [0, 3] && surveys[0].sessions[0].runs[0].samples == 4)
        #expect(try reader.check() == [])
        let connection = try Connection(second.path, for: .writing, patience: 1)
        #expect(throws: StoreError.self) { try connection.execute("DELETE FROM reading") }
    }
}
