internal import CMosquitto
internal import Glibc

/// What libmosquitto's results and a broker's answers mean, in words.
enum MQTTFailure {
    /// Why a connection is over.
    /// - Parameters:
    ///   - result: what libmosquitto returned, and `errno` after it.
    ///   - lastWords: the last error that it reported.
    ///   - isAnswered: whether the broker has accepted the client.
    static func text(
        _ result: CInt, _ code: CInt, _ lastWords: String = "", isAnswered: Bool = true
    ) -> String {
        switch mosq_err_t(rawValue: result) {
        case MOSQ_ERR_NOMEM:
            "a message from the broker is greater than this process may take (\(MemoryLimit.megabytes) MB in all)"
        case MOSQ_ERR_ERRNO where code == EPIPE || code == ECONNRESET, MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN:
            isAnswered ? "the connection is lost" : "the connection ended before the broker has answered"
        case MOSQ_ERR_ERRNO where code != 0: String(cString: strerror(code))
        case MOSQ_ERR_ERRNO, MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET:
            isAnswered ? "the broker does not keep to MQTT" : "what answers there is no broker of MQTT; check the port"
        case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP: "the host's name is not known"
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE:
            lastWords.contains("certificate verify failed")
                ? "the broker's certificate is not trusted; give its authority by --ca"
                : "TLS fails" + (lastWords.split(separator: ":").last.map { " (\($0))" } ?? "")
        case MOSQ_ERR_CONN_REFUSED: "the broker refuses the connection"
        case MOSQ_ERR_KEEPALIVE: "the broker does not answer"
        default: String(cString: mosquitto_strerror(result))
        }
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
