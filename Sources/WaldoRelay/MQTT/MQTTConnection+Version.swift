import CMosquitto
import Glibc

/// MQTT 5, and MQTT 3.1.1 where a broker does not know it.
extension MQTTConnection {
    /// Says by what version the broker is spoken to, and what it may send at once.
    func setVersion(_ handle: OpaquePointer, _ version: CInt, greatestPacket: UInt32?) {
        mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, version)
        var properties: OpaquePointer?
        if let greatestPacket {
            mosquitto_property_add_int32(&properties, CInt(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), greatestPacket)
        }
        // Of the calls that connect without waiting none takes properties. This one keeps them, and refuses the port.
        _ = mosquitto_connect_bind_v5(handle, plan.address.host, -1, plan.keepalive, nil, properties)
        mosquitto_property_free_all(&properties)
    }

    /// Begins again by MQTT 3.1.1.
    /// - Returns: whether that is possible.
    func speakOld(_ handle: OpaquePointer) -> Bool {
        speaks5 = false
        setVersion(handle, MQTT_PROTOCOL_V311, greatestPacket: nil)
        return mosquitto_connect_async(handle, plan.address.host, CInt(plan.address.port), plan.keepalive)
            == MOSQ_ERR_SUCCESS.rawValue
    }

    /// Whether a broker has ended the connection because it does not know MQTT 5, or may have.
    func isOldBroker(_ result: CInt, _ code: CInt) -> Bool {
        guard speaks5, !isClosed, !isAnswered else { return false }
        return switch mosq_err_t(rawValue: result) {
        case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_CONN_LOST: true
        case MOSQ_ERR_ERRNO: isTooNew || code == ECONNRESET || code == EPIPE
        default: isTooNew
        }
    }
}
