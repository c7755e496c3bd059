import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoStore

/// A writer whose thread is the test: each turn is taken by hand, at a time that the test names.
final class HandDrivenStore {
    let folder: TemporaryFolder
    let path: String
    let file: StoreFile
    var writer: StoreWriter

    init(
        in folder: TemporaryFolder, appending: Bool = false, _ description: SurveyDescription = Fixtures.description,
        capacity: Int = StoreWriter.defaultCapacity, prepare: (StoreFile) throws -> Void = { _ in }
    ) throws {
        self.folder = folder
        path = folder.path + "/s.gpkg"
        file =
            try appending
            ? StoreFile(opening: path, evenWithoutLog: false)
            : StoreFile(creating: path, writtenBy: description.version)
        try prepare(file)
        writer = try StoreWriter(file, description, Fixtures.start, capacity: capacity, whenFull: .drop)
    }

    @discardableResult
    func turn(at now: Instant) throws -> StoreEngine.Next { try writer.engine.turn(at: now) }

    /// Commits what is in the ring.
    func commit() throws {
        try turn(at: 0)
        try turn(at: Instant(microseconds: StoreEngine.commitInterval.microseconds))
    }

    /// Ends the session as `finish` does, on this thread.
    func finish() throws {
        while !writer.handOverAccount() { try commit() }
        writer.closeRing()
        while try turn(at: 0) != .end {}
    }

    /// How many rows another connection sees.
    func rows(_ table: String) throws -> Int64? {
        let reader = try StoreReader(path: path)
        return try reader.connection.number("SELECT count(*) FROM \(table)")
    }
}
