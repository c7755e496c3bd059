import Testing
import WaldoRelay
import WaldoStore

@Suite struct RelayFailureTests {
    @Test func aMissingFileIsMissingInput() {
        #expect(RelayFailure(StoreError(.cannotOpen, "a.gpkg", "there is no such file")).status == RelayFailure.input)
    }
}
