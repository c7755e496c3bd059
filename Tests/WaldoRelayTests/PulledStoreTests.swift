import Glibc
import Testing
import WaldoRelay
import WaldoStore
import WaldoTestSupport

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
}
