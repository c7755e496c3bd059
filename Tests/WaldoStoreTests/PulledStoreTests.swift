import Glibc
import Testing
import WaldoTestSupport

@testable import WaldoStore

/// A survey that is pulled gets its name only when it is whole.
struct PulledStoreTests {
    @Test func aFileThatComesMeanwhileIsKept() throws {
        let folder = try TemporaryFolder()
        let store = try PulledStore(creating: folder.path + "/s.gpkg", writtenBy: "test")
        try folder.write("another's", to: "s.gpkg")
        let error = #expect(throws: StoreError.self) { try store.finish() }
        #expect(error?.kind == .exists)
        #expect(try folder.read("s.gpkg") == "another's")
        #expect(access(folder.path + "/s.gpkg.part", F_OK) != 0)
    }

    @Test func aClosedConnectionSaysSo() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(folder.path + "/a.db", readOnly: false, patience: 1)
        connection.close()
        connection.rollback()
        #expect(connection.lastInserted == 0)
        let error = #expect(throws: StoreError.self) { try connection.execute("SELECT 1") }
        #expect(error?.sentence == "the file is closed")
    }
}
