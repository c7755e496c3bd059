import Testing
import WaldoBus

@testable import WaldoBlueZ

/// Who counts as a client of a peripheral.
struct CentralsTests {
    private func device(_ number: Int, connected: Bool = true) -> Device {
        Device(
            "/org/bluez/hci0/dev_\(number)",
            ["Address": .string("00:00:00:00:00:0\(number)"), "Connected": .bool(connected)])
    }

    private func client(_ number: Int) -> Peripheral { device(number).peripheral }

    @Test func whoConnectsIsAClientUntilItIsGone() {
        var centrals = Centrals()
        #expect(centrals.update([device(1, connected: false)]) == [])
        #expect(centrals.update([device(1)]) == [.connected(client(1))])
        #expect(centrals.update([device(1)]) == [])
        #expect(centrals.update([device(1, connected: false)]) == [.gone(client(1))])
        #expect(centrals.update([device(1)]) == [.connected(client(1))])
        #expect(centrals.update([]) == [.gone(client(1))])
    }

    @Test func whatWasConnectedBeforeIsNone() {
        var centrals = Centrals(ignoring: [device(1), device(2, connected: false)])
        #expect(centrals.update([device(1), device(2)]) == [.connected(client(2))])
        #expect(centrals.update([device(2)]) == [])
        #expect(centrals.update([device(1), device(2)]) == [.connected(client(1))])
    }

    @Test func whoWritesIsAClientWhateverWasBefore() {
        var centrals = Centrals(ignoring: [device(1)])
        #expect(centrals.wrote(device(1)) == .connected(client(1)))
        #expect(centrals.wrote(device(1)) == nil)
        #expect(centrals.writers == ["/org/bluez/hci0/dev_1"])
        #expect(centrals.update([device(1)]) == [])
        #expect(centrals.update([]) == [.gone(client(1))])
        #expect(centrals.writers == [])
    }
}
