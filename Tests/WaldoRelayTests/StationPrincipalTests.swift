import Testing
import WaldoTestSupport
import WaldoTesting

/// What a station can do at the brokers, with the rights of the shipped examples: mosquitto's and nats-server's.
@Suite(.onLoop, .serialized) struct StationPrincipalTests {
    @Test func aStationCanDoWhatThePageSays() async throws {
        let record = AttemptRecord(of: "StationPrincipalTests")
        let lines = try await RelayScript.run("Relay/principals.py", within: .seconds(180))
        for line in lines { record.add(line: line) }
        try record.compareWithPage()
    }
}
