import Testing
import WaldoTestSupport

@testable import WaldoStore

/// A connection to a store's file.
struct ConnectionTests {
    @Test func aClosedConnectionSaysSo() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(folder.path + "/a.db", for: .writing, patience: 1)
        connection.close()
        connection.rollback()
        #expect(connection.lastInserted == 0)
        let error = #expect(throws: StoreError.self) { try connection.execute("SELECT 1") }
        #expect(error?.sentence == "the file is closed")
    }
}
