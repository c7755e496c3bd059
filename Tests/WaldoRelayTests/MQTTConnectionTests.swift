import CMosquitto
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

    /// Reasons of a PUBACK: those of MQTT 5, section 3.4.2.1, and 0 for MQTT 3.1.1, which has none.
    @Test func aBrokersAnswerToAMessageIsTakenOrRefused() throws {
        for reason in [0, 16] as [CInt] { #expect(MQTTEvent(7, reason: reason) == .acknowledged(7)) }
        for (reason, isOfRights, words) in [
            (128, false, "Unspecified error"), (135, true, "Not authorized"), (151, false, "Quota exceeded"),
        ] as [(CInt, Bool, String)] {
            guard case .refused(7, let refusal) = MQTTEvent(7, reason: reason) else {
                Issue.record("\(reason)")
                continue
            }
            #expect(refusal.isOfRights == isOfRights && refusal.description.hasPrefix(words), "\(refusal)")
        }
    }

    private func plan(_ url: String, authorities: String? = nil) throws -> MQTTPlan {
        try MQTTPlan(try MQTTAddress(url), client: "waldo-test", authorities: authorities)
    }

    @Test func whatIsWrongWithACertificateNamesWhatToDo() throws {
        let tls = CInt(MOSQ_ERR_TLS.rawValue)
        let verify = "OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed"
        let plain = try plan("mqtts://a"), given = try plan("mqtts://a", authorities: "ca.crt")
        #expect(MQTTFailure.text(tls, 0, verify, before: plain).hasSuffix("is not trusted; give its authority by --ca"))
        let other = MQTTFailure.text(tls, 0, verify, before: given)
        #expect(other.contains("another authority than ca.crt, does not name a or"))
        let none = "OpenSSL Error[0]: error:05880020:x509 certificate routines::no certificate or crl found"
        #expect(MQTTFailure.text(tls, 0, none, before: given).hasPrefix("ca.crt holds no certificate in PEM;"))
    }

    @Test func aFailureIsNamedOnceAnsweredAndBefore() throws {
        let lost = CInt(MOSQ_ERR_CONN_LOST.rawValue)
        #expect(MQTTFailure.text(lost, 0) == "the connection is lost")
        #expect(MQTTFailure.text(lost, 0, before: try plan("mqtt://a")).hasSuffix("write mqtts://"))
        #expect(MQTTFailure.text(lost, 0, before: try plan("mqtts://a")).hasSuffix("before the broker has answered"))
        let protocolError = CInt(MOSQ_ERR_PROTOCOL.rawValue)
        #expect(MQTTFailure.text(protocolError, 0) == "the broker does not keep to MQTT")
        #expect(MQTTFailure.text(protocolError, 0, before: try plan("mqtt://a")).hasSuffix("check the port"))
        #expect(MQTTFailure.text(answer: 135) == MQTTFailure.text(answer: 5))
    }
}
