import Foundation
import Glibc
import Testing
import WaldoRelay
import WaldoTestSupport

@testable import WaldoStore

/// What a relay remembers beside a store.
@Suite struct RelayLedgerTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/s.relay" }

    init() throws { folder = try TemporaryFolder() }

    @Test func itLiesBesideItsStore() {
        #expect(RelayLedger.path(for: "a/walk.gpkg") == "a/walk.relay")
        #expect(RelayLedger.path(for: "walk") == "walk.relay")
        #expect(RelayLedger.path(for: ".gpkg") == ".gpkg.relay")
    }

    /// Who owns it says what a database has, and what may be pruned.
    @Test(.enabled(if: geteuid() == 0, "gives files to another user: as root alone")) func oneOfAnotherUserIsRefused()
        throws
    {
        do { _ = try RelayLedger(path: path) }
        chown(path, 65_534, 65_534)
        let refusal = #expect(throws: StoreError.self) { try RelayLedger(path: path) }
        #expect(
            refusal?.sentence.contains("it belongs to another user (65534); move it away") == true, "\(refusal as Any)")
        #expect(throws: StoreError.self) { try RelayLedger(reading: path) }
        // It is that of who has the folder.
        chown(folder.path, 65_534, 65_534)
        _ = try RelayLedger(path: path)
    }

    @Test func whatIsNotedIsThereAgain() throws {
        let stream = try #require(RelayStream(.reading, of: 1))
        do {
            let ledger = try RelayLedger(path: path)
            try ledger.setCursor("mqtt://a:1883", of: "u", stream, stream.start + 5)
            try ledger.setMeta("mqtt://a:1883", of: "u", revision: 7, crc: .max)
            var status = RelayLedger.Status()
            status.rows = 3
            status.error = "no"
            try ledger.setStatus("mqtt://a:1883", status)
            for number in 0..<1010 { try ledger.note("mqtt://a:1883", "event \(number)", at: Int64(number)) }
        }
        let ledger = try #require(try RelayLedger(reading: path))
        #expect(try ledger.cursors("mqtt://a:1883", of: "u") == [stream: stream.start + 5])
        #expect(try ledger.cursors("mqtt://b:1883", of: "u").isEmpty)
        #expect(try ledger.meta("mqtt://a:1883", of: "u")?.crc == .max)
        #expect(try ledger.status("mqtt://a:1883")?.error == "no")
        let history = try ledger.history("mqtt://a:1883", newest: 5000)
        #expect(history.count == 1000 && history.first?.text == "event 10" && history.last?.text == "event 1009")
    }

    /// A ledger of an earlier version knows of no uploads until one is noted.
    @Test func uploadsAreNotedInAnEarlierLedgerToo() throws {
        let to = "https://a/b"
        do { try RelayLedger(path: path).connection.execute("DROP TABLE upload") }
        #expect(try #require(try RelayLedger(reading: path)).uploads(to: to).isEmpty)
        var upload = RelayLedger.Upload(log: "log", name: "x.LOG", utc: 5, bytes: 7, crc: .max)
        do {
            let ledger = try RelayLedger(path: path)
            try ledger.setUpload(upload, to: to)
            #expect(try ledger.uploads(to: to) == [upload] && !upload.isAccepted)
            (upload.status, upload.answer) = (201, "{}")
            try ledger.setUpload(upload, to: to)
        }
        let ledger = try #require(try RelayLedger(reading: path))
        #expect(try ledger.uploads(to: to) == [upload] && upload.isAccepted)
        #expect(try ledger.uploads(to: "https://c/d").isEmpty)
    }

    @Test func itIsTheOwnersAloneWhateverTheUmask() throws {
        let before = umask(0)
        defer { umask(before) }
        let ledger = try RelayLedger(path: path)
        try ledger.transaction { () throws(StoreError) in
            try ledger.note("mqtt://a:1883", "begun", at: 1)
            for name in [path, path + "-wal", path + "-shm"] {
                var status = stat()
                #expect(stat(name, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(name)")
            }
        }
    }

    @Test func thereIsNoneWhereNoneIs() throws {
        #expect(try RelayLedger(reading: path) == nil)
        #expect(access(path, F_OK) != 0)
    }

    @Test func aDamagedOneIsSaid() throws {
        try folder.write(String(repeating: "no database ", count: 500), to: "s.relay")
        let error = #expect(throws: StoreError.self) { try RelayLedger(path: path) }
        #expect(error?.kind == .damaged)
    }

    @Test(arguments: [
        "CREATE TRIGGER evil AFTER INSERT ON cursor BEGIN DELETE FROM history; END", "CREATE TABLE other (id)",
        "CREATE VIEW other AS SELECT 1", "CREATE INDEX evil ON history (text)",
    ]) func whatIsNotTheRelaysIsRefused(_ statement: String) throws {
        do { try RelayLedger(path: path).connection.execute(statement) }
        for open in [{ _ = try RelayLedger(path: path) }, { _ = try RelayLedger(reading: path) }] {
            let error = #expect(throws: StoreError.self) { try open() }
            #expect(error?.kind == .foreign, "\(error as Any)")
        }
    }

    /// A push that was killed leaves its log; so can a stranger, who says that a database has all.
    @Test func whatALogThatWasLeftSaysOfDatabasesIsNotBelieved() throws {
        let stream = try #require(RelayStream(.reading, of: 1))
        do { _ = try RelayLedger(path: path) }
        let other = folder.path + "/other.relay"
        try FileManager.default.copyItem(atPath: path, toPath: other)
        let killed = try RelayLedger(path: other)
        try killed.setCursor("mqtt://a:1883", of: "u", stream, stream.start + 9)
        try killed.note("mqtt://a:1883", "begun", at: 1)
        for suffix in ["", "-wal"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
            try FileManager.default.copyItem(atPath: other + suffix, toPath: path + suffix)
        }
        #expect(try #require(try RelayLedger(reading: path)).cursors("mqtt://a:1883", of: "u").isEmpty)
        let next = try RelayLedger(path: path)
        #expect(try next.cursors("mqtt://a:1883", of: "u").isEmpty)
        #expect(try next.history("mqtt://a:1883", newest: 9).count == 1)
        try next.setCursor("mqtt://a:1883", of: "u", stream, stream.start + 9)
        #expect(try #require(try RelayLedger(reading: path)).cursors("mqtt://a:1883", of: "u").count == 1)
    }

    @Test func anotherProgramsFileIsLeftAlone() throws {
        do { try Connection(path, for: .writing, patience: 1).execute("CREATE TABLE other (id)") }
        #expect(throws: StoreError.self) { try RelayLedger(path: path) }
        #expect(try Connection(path, for: .reading, patience: 1).texts("SELECT name FROM sqlite_master") == ["other"])
    }

    @Test func rawRowsThatNoDatabaseHasAreCounted() throws {
        let sample = try SampleSurvey(samples: 20), uuid = sample.survey.text
        let reader = try StoreReader(path: sample.path), ledger = try RelayLedger(path: path)
        #expect(try ledger.unacknowledged(1, in: reader) == 9)
        for table in RelayStream.Table.allCases where table.isRaw {
            let stream = try #require(RelayStream(table, of: 1))
            try ledger.setCursor("mqtt://a:1883", of: uuid, stream, stream.ids.upperBound - 1)
        }
        #expect(try ledger.unacknowledged(1, in: reader) == 0)
        let reading = try #require(RelayStream(.reading, of: 1))
        try ledger.setCursor("mqtt://a:1883", of: uuid, reading, reading.start)
        #expect(try ledger.unacknowledged(1, in: reader) == 3)
    }
}
