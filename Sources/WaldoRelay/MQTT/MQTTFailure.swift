import CMosquitto
import Glibc
import WaldoCore
import WaldoFiles

/// What libmosquitto's results and a broker's answers mean, in words.
enum MQTTFailure {
    /// Why a connection is over.
    /// - Parameters:
    ///   - result: what libmosquitto returned, and `errno` after it.
    ///   - lastWords: the last error that it reported.
    ///   - plan: how it was tried to connect, while the broker has not accepted the client; nil: it has.
    static func text(_ result: CInt, _ code: CInt, _ lastReport: String = "", before plan: MQTTPlan? = nil) -> String {
        switch mosq_err_t(rawValue: result) {
        case MOSQ_ERR_NOMEM:
            "a message from the broker is greater than this process may take (\(MemoryLimit.megabytes) MB in all)"
        case MOSQ_ERR_ERRNO where code == EPIPE || code == ECONNRESET, MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN:
            plan.map(unanswered) ?? "the connection is lost"
        case MOSQ_ERR_ERRNO where code != 0: String(cString: strerror(code))
        case MOSQ_ERR_ERRNO, MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET:
            plan == nil ? "the broker does not keep to MQTT" : "what answers there is no broker of MQTT; check the port"
        case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP: "the host's name is not known"
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE:
            tls(lastReport, plan)
        case MOSQ_ERR_CONN_REFUSED: "the broker refuses the connection"
        case MOSQ_ERR_KEEPALIVE: "the broker does not answer"
        default: String(cString: mosquitto_strerror(result))
        }
    }

    /// A connection that ended, or never came about, before there was a word of MQTT.
    static func unanswered(_ plan: MQTTPlan) -> String {
        "the connection is refused, or ended before the broker has answered"
            + (plan.address.isSecure ? "" : "; if the port is one for TLS, write mqtts://")
    }

    private static func tls(_ lastReport: String, _ plan: MQTTPlan?) -> String {
        let authorities = plan?.authorities.map { SafeText.escaped($0, upTo: 200) }
        if lastReport.contains("certificate verify failed") {
            guard let plan, let authorities else {
                return "the broker's certificate is not trusted; give its authority by --ca"
            }
            return "the broker's certificate is of another authority than \(authorities), does not name "
                + "\(plan.address.host) or is not valid today; give its authority by --ca, and the name in it as the host"
        }
        if lastReport.contains("no certificate or crl found"), let authorities {
            return "\(authorities) holds no certificate in PEM; give the broker's authority by --ca"
        }
        return "TLS fails" + (lastReport.split(separator: ":").last.map { " (\($0))" } ?? "")
    }

    /// Why a broker does not accept a client: its CONNACK by MQTT 5 or 3.1.1.
    static func text(answer code: CInt) -> String {
        switch code {
        case 4, 5, 134, 135: "the broker does not accept the user and password; look at --credentials"
        case 128...: "the broker refuses: \(String(cString: mosquitto_reason_string(code)))"
        default: "the broker refuses: \(String(cString: mosquitto_connack_string(code)))"
        }
    }

    /// The reason of a PUBACK of MQTT 5 by which a broker does not let a user publish to a topic.
    static let notAuthorized = CInt(MQTT_RC_NOT_AUTHORIZED.rawValue)

    /// Why a broker has not taken a message: its PUBACK by MQTT 5.
    static func text(message code: CInt) -> String { String(cString: mosquitto_reason_string(code)) }
}
