import Testing
import WaldoStore
import WaldoTestSupport

@testable import WaldoRelay

/// The names by which brokers know the clients of a push: who foresees one ends its connections.
@Suite struct ClientNamesTests {
    @Test func theNumberIsOfTheLedgerAndTheDestination() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/s.relay"
        var numbers: [Int64] = []
        // A later process finds it again, and one that only reads takes the file.
        for _ in 0..<2 { numbers.append(try RelayLedger(path: path).client(for: "mqtts://a:8883")) }
        #expect(numbers[0] == numbers[1])
        #expect(try #require(try RelayLedger(reading: path)).cursors("mqtts://a:8883", of: "u").isEmpty)
        let others = Set([
            try RelayLedger(path: path).client(for: "mqtts://b:8883"),
            try RelayLedger(path: folder.path + "/t.relay").client(for: "mqtts://a:8883"),
        ])
        #expect(others.count == 2 && !others.contains(numbers[0]))
    }

    @Test func aNameFollowsFromTheNumberAndIsShort() throws {
        let station = PushStation(try #require(StationName("roof")), readsInput: false)
        let survey = try CraftedStation(1).survey, other = try CraftedStation(2).survey
        let name = station.client(of: survey, path: "a", number: 5)
        #expect(name == station.client(of: survey, path: "a", number: 5) && name.hasPrefix("waldo-push-"))
        // The broker of a survey that begins knows the one before by another name.
        let names = [
            name, station.client(of: survey, path: "a", number: 6), station.client(of: other, path: "a", number: 5),
            station.client(of: survey, path: "b", number: 5), station.client(of: nil, path: "a", number: 5),
        ]
        #expect(Set(names).count == names.count)
        // What MQTT 3.1.1 has every server take.
        for number in [.min, -1, 0, .max] as [Int64] {
            #expect(station.client(of: survey, path: "a", number: number).utf8.count <= 23)
        }
    }
}
