import Testing
import WaldoCore
import WaldoFiles
import WaldoRelay
import WaldoStore

@Suite struct RelayFailureTests {
    @Test func aMissingFileIsMissingInput() {
        #expect(Failure(StoreError(.cannotOpen, "a.gpkg", "there is no such file")).status == .input)
    }

    @Test func aDatabaseThatIsNotReachedIsNoLink() {
        #expect(Failure(DatabaseError(.unreachable, "postgres://a", "it does not answer")).status == .link)
    }
}
