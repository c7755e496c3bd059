import WaldoCore

extension Connection {
    /// The objects of the schema. While they are read, no statement can read anything else.
    /// - Throws: `StoreError`: `.foreign` for a schema that SQLite itself did not write so.
    func schema() throws(StoreError) -> [SchemaObject] {
        ReadingGuard.schema.install(in: handle)
        defer { ReadingGuard.remove(from: handle) }
        let row = try prepare("SELECT type, name, sql FROM sqlite_schema")
        defer { row.reset() }
        var objects: [SchemaObject] = []
        while try row.step() {
            guard objects.count < SchemaCheck.maxObjects else {
                throw StoreError(
                    .foreign, path, "its schema has more than \(SchemaCheck.maxObjects) objects; name another file")
            }
            // The index of a UNIQUE has no statement, and belongs to its table.
            if row.isNull(2), row.text(1).hasPrefix("sqlite_autoindex_") { continue }
            guard let object = SchemaObject(type: row.text(0), name: row.text(1), statement: row.text(2)) else {
                throw StoreError(
                    .foreign, path,
                    "“\(SafeText.escaped(row.text(1), upTo: 80))” of its schema is not what it is called; restore the "
                        + "file from a copy")
            }
            objects.append(object)
        }
        return objects
    }

    /// Runs `body` while the tables behind a spatial index can be written: only in a file that Waldo has made.
    func withoutDefence(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        guard isOurs else {
            throw StoreError(.failed, path, "an index is built only in a file that is Waldo's; name another file")
        }
        try succeed(Hardening.setDefensive(false, handle))
        defer { _ = Hardening.setDefensive(true, handle) }
        try body()
    }
}
