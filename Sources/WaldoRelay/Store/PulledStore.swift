import Glibc
import WaldoLoop
public import WaldoStore

/// A new file for the rows of a survey that come from elsewhere, with the ids that they have there. It gets its name
/// when it is whole.
public final class PulledStore {
    private let path: String, part: String
    private let file: StoreFile
    private var tables: [String: PulledTable] = [:]
    private var features: PulledFeatures?
    private var isFinished = false

    /// Creates the file beside its place, under its name with `.part`.
    /// - Parameter version: the program that writes it.
    /// - Throws: `StoreError`; `.exists` if there is a file of the name already.
    public init(creating path: String, writtenBy version: String) throws(StoreError) {
        try Connection.refuseStream(path)
        try StoreCreation.requireNothing(at: path)
        self.path = path
        part = path + ".part"
        do throws(StoreError) {
            file = try StoreFile(creating: part, writtenBy: version)
        } catch  where error.kind == .exists {
            throw StoreError(.exists, part, "an earlier command has left this file, or one is still at work; remove it")
        }
        try file.connection.begin()
    }

    deinit { if !isFinished { discard() } }

    /// Takes a row, whose table's rows that it refers to have come before it.
    /// - Parameter line: in COPY text, without the end of the line.
    /// - Throws: `StoreError`; `.damaged` for a row that does not keep to its table's rules.
    public func insert(_ line: UnsafeRawBufferPointer, into table: StoreTable) throws(StoreError) {
        let rows = try rows(of: table)
        let fields = try rows.insert(line)
        switch table.name {
        case "stream": try pulledFeatures().add(stream: fields)
        case "sample": try pulledFeatures().insert(sample: fields)
        default: break
        }
    }

    private func rows(of table: StoreTable) throws(StoreError) -> PulledTable {
        if let known = tables[table.name] { return known }
        let rows = try PulledTable(table, in: file.connection)
        tables[table.name] = rows
        return rows
    }

    private func pulledFeatures() throws(StoreError) -> PulledFeatures {
        if let features { return features }
        let rows = try PulledFeatures(in: file.connection)
        features = rows
        return rows
    }

    /// Builds the indexes of the layers, and gives the file its name.
    /// - Throws: `StoreError`; then there is no file.
    public func finish() throws(StoreError) {
        tables = [:]
        features = nil
        do throws(StoreError) {
            try Layers.finish(in: file.connection)
            try file.connection.commit()
            file.close()
            try StoreCreation.requireNothing(at: path)
            guard PrivateFile.setName(part, path) else {
                throw errno == EEXIST
                    ? StoreError(.exists, path, "the file exists; name another")
                    : StoreFile.systemError(errno, path)
            }
        } catch {
            discard()
            throw error
        }
        PrivateFile.syncFolder(of: path)
        isFinished = true
    }

    /// Removes what was written so far.
    public func discard() {
        guard !isFinished else { return }
        isFinished = true
        tables = [:]
        features = nil
        file.connection.rollback()
        file.discard()
    }
}
