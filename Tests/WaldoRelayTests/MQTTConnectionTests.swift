import Testing
import WaldoTime

@testable import WaldoRelay

/// A connection to a broker that is not there. Real brokers are in the tests of the programs.
@Suite struct MQTTConnectionTests {
    @Test(arguments: ["mqtt", "mqtts"])
    func thatNobodyListensIsNoticedAtOnce(scheme: String) throws {
        let plan = try MQTTPlan(try MQTTAddress("\(scheme)://127.0.0.1:1"), client: "waldo-test")
        let connection = try MQTTConnection(plan)
        var turns = 0, why: String?
        while why == nil, turns < 50 {
            turns += 1
            for case .closed(let reason, let isRefusal) in connection.turn(wait: .milliseconds(100)) where !isRefusal {
                why = reason
            }
        }
        #expect(why != nil && turns < 10, "\(turns) turns, \(why ?? "not noticed")")
    }
}
