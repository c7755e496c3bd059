import Testing
import WaldoTestSupport

/// What a station can do at the brokers, with the rights of the shipped examples: mosquitto's and nats-server's.
@Suite(.onLoop, .serialized) struct StationPrincipalTests {
    @Test func aStationCanDoWhatThePageSays() async throws {
        let record = AttemptRecord(of: "StationPrincipalTests")
        let lines = try await RelayScript.run(
            "Relay/chain.py",
            tests: [
                "test_a_station_publishes_and_reads_below_its_own_name_alone",
                "test_a_key_is_replaced_and_what_the_broker_keeps_stays",
            ], within: .seconds(120))
        for line in lines { record.add(line: line) }
        try record.compareWithPage()
    }
}
