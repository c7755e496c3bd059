import CMosquitto
import Glibc
import Synchronization
import WaldoCore
public import WaldoFiles
import WaldoLoop
public import WaldoTime

/// One connection to a broker by MQTT 5, or by 3.1.1 where the broker has nothing later, from its beginning to its end;
/// a new one needs a new object, so that nothing that libmosquitto has kept of the last one is sent again unasked.
///
/// Used by one thread, which calls `turn` again and again. Only the look-up of the host's name may take longer.
public final class MQTTConnection {
    private var handle: OpaquePointer?
    fileprivate var events: [MQTTEvent] = []
    fileprivate var lastReport = ""
    private(set) var isClosed = false, isAnswered = false
    private var isIPv6 = false
    /// Whether MQTT 5 is spoken, and whether the broker has answered that it knows no such version.
    var speaks5 = true, isTooNew = false
    let plan: MQTTPlan
    private let began = Monotonic.now()

    private static let library: CInt = mosquitto_lib_init()

    /// Begins to connect.
    /// - Parameter will: what the broker publishes, retained, when the connection ends without `close`.
    /// - Throws: `Failure`: a file cannot be read, or there is no memory.
    public init(_ plan: MQTTPlan, will: (topic: String, payload: [UInt8])? = nil) throws(Failure) {
        _ = Self.library
        self.plan = plan
        guard let handle = mosquitto_new(plan.client, true, Unmanaged.passUnretained(self).toOpaque()) else {
            throw Failure(.output, "there is no memory for a connection")
        }
        self.handle = handle
        setCallbacks(handle)
        mosquitto_max_inflight_messages_set(handle, UInt32(Self.inFlight))
        mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
        if let user = plan.user { mosquitto_username_pw_set(handle, user, plan.password) }
        if plan.address.isSecure { try secure(handle, plan) }
        if let will {
            mosquitto_will_set(handle, will.topic, CInt(will.payload.count), will.payload, 1, true)
        }
        setVersion(handle, MQTT_PROTOCOL_V5, greatestPacket: Self.greatestPacket)
        let result = mosquitto_connect_async(handle, plan.address.host, CInt(plan.address.port), plan.keepalive)
        if result != MOSQ_ERR_SUCCESS.rawValue { end(MQTTFailure.text(result, errno, lastReport, before: plan)) }
        isIPv6 = SocketState.isIPv6(mosquitto_socket(handle))
    }

    deinit { if let handle { mosquitto_destroy(handle) } }

    /// How many messages the broker may have to acknowledge at a time.
    public static let inFlight = 100

    /// The greatest message that a broker is to send: it keeps to that by MQTT 5.
    private static let greatestPacket: UInt32 = 1 << 20

    private func secure(_ handle: OpaquePointer, _ plan: MQTTPlan) throws(Failure) {
        for path in [plan.authorities, plan.certificate, plan.key] {
            if let path, access(path, R_OK) != 0 {
                throw Failure(.input, "\(path): \(UnreadableFile.sentence(errno))")
            }
        }
        let result = mosquitto_tls_set(
            handle, plan.authorities, plan.authorities == nil ? "/etc/ssl/certs" : nil, plan.certificate, plan.key
        ) { _, _, _, _ in
            // An encrypted key would be asked for on the terminal.
            0
        }
        guard result == MOSQ_ERR_SUCCESS.rawValue else {
            throw Failure(.file, "the certificates cannot be used: \(MQTTFailure.text(result, 0, before: plan))")
        }
        // The certificate is verified, its name too. TLS 1.2 is the least.
        mosquitto_tls_opts_set(handle, 1, nil, nil)
    }

    // MARK: use

    /// Sends and receives what is due, and waits for more.
    /// - Parameter wait: at most so long.
    /// - Returns: what has happened.
    public func turn(wait: TimeSpan) -> [MQTTEvent] {
        if let handle, !isClosed, events.isEmpty {
            errno = 0
            let result = mosquitto_loop(handle, CInt(max(0, min(wait.microseconds / 1000, 1000))), 1)
            let code = errno
            if result != MOSQ_ERR_SUCCESS.rawValue, code != EINTR || result != MOSQ_ERR_ERRNO.rawValue {
                if isOldBroker(result, code), speakOld(handle) { return [] }
                let isOfTLS = [MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE].contains { $0.rawValue == result }
                fail(
                    MQTTFailure.text(result, code, lastReport, before: isAnswered ? nil : plan), handle,
                    isOther: !isOfTLS)
            } else if !isAnswered, !isClosed {
                checkSocket(handle)
            }
        }
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// How long an address may take to answer, if there may be another one.
    private static let patience = TimeSpan.seconds(5)

    /// libmosquitto 2.0 does not notice that a connection for TLS is refused: it begins to speak again and again.
    private func checkSocket(_ handle: OpaquePointer) {
        switch SocketState(of: mosquitto_socket(handle)) {
        case .over: fail(MQTTFailure.unanswered(plan), handle)
        case .connecting where isIPv6 && Monotonic.now() - began > Self.patience:
            fail("the broker does not answer", handle)
        case .connecting, .open: break
        }
    }

    /// It is over, unless the host may have an address of IPv4 beside that of IPv6 which has failed: libmosquitto tries
    /// one alone.
    private func fail(_ why: String, _ handle: OpaquePointer, isOther: Bool = true) {
        if isIPv6, isOther, !isAnswered {
            isIPv6 = false
            // A socket of IPv6 cannot be bound to this address, and is left out.
            let result = mosquitto_connect_bind_async(
                handle, plan.address.host, CInt(plan.address.port), plan.keepalive, "0.0.0.0")
            if result == MOSQ_ERR_SUCCESS.rawValue { return }
        }
        end(why)
    }

    /// Hands a message to the broker at QoS 1.
    /// - Returns: the number that `MQTTEvent.taken` will have; nil: the connection is over, or the message is too long.
    public func publish(_ topic: String, _ payload: [UInt8], retain: Bool = false) -> Int32? {
        guard let handle, !isClosed, payload.count <= Wire.greatest else { return nil }
        var number: Int32 = 0
        let result = mosquitto_publish(handle, &number, topic, CInt(payload.count), payload, 1, retain)
        return result == MOSQ_ERR_SUCCESS.rawValue ? number : nil
    }

    /// Asks the broker for the messages of a filter at QoS 1.
    public func subscribe(_ filter: String) {
        guard let handle, !isClosed else { return }
        _ = mosquitto_subscribe(handle, nil, filter, 1)
    }

    /// Ends it in an orderly way: the will is not published.
    public func close() {
        guard let handle, !isClosed else { return }
        isClosed = true
        mosquitto_disconnect(handle)
        _ = mosquitto_loop(handle, 50, 1)
    }

    // MARK: callbacks

    private func setCallbacks(_ handle: OpaquePointer) {
        mosquitto_connect_callback_set(handle) { _, object, code in
            MQTTConnection.of(object)?.answered(code)
        }
        // By MQTT 3.1.1 a broker has no way to refuse a message, and the reason is 0.
        mosquitto_publish_v5_callback_set(handle) { _, object, number, reason, _ in
            MQTTConnection.of(object)?.events.append(MQTTEvent(number, reason: reason))
        }
        mosquitto_subscribe_callback_set(handle) { _, object, _, count, granted in
            let isGranted = count > 0 && (granted?.pointee ?? 128) < 128
            MQTTConnection.of(object)?.events.append(.subscribed(isGranted))
        }
        mosquitto_message_callback_set(handle) { _, object, message in
            guard let message = message?.pointee, let topic = message.topic else { return }
            let bytes = UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
            guard bytes.count <= Wire.greatest else { return }
            MQTTConnection.of(object)?.events.append(
                .message(String(cString: topic), [UInt8](bytes), isRetained: message.retain))
        }
        mosquitto_log_callback_set(handle) { _, object, level, text in
            guard level == CInt(MOSQ_LOG_ERR), let text else { return }
            MQTTConnection.of(object)?.lastReport = String(cString: text)
        }
    }

    private static func of(_ object: UnsafeMutableRawPointer?) -> MQTTConnection? {
        object.map { Unmanaged<MQTTConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private func answered(_ code: CInt) {
        // MQTT 5 calls it 132, MQTT 3.1.1 1.
        if speaks5, code == 132 || code == 1 { return isTooNew = true }
        isAnswered = true
        guard code != 0 else { return events.append(.connected) }
        isClosed = true
        events.append(.closed(MQTTFailure.text(answer: code), isRefusal: true))
    }

    private func end(_ why: String) {
        guard !isClosed else { return }
        isClosed = true
        events.append(.closed(why, isRefusal: false))
    }
}
