internal import CMosquitto
internal import Glibc
internal import Synchronization
public import WaldoTime

/// One connection to a broker by MQTT 3.1.1, from its beginning to its end; a new one needs a new object, so that
/// nothing that libmosquitto has kept of the last one is sent again unasked.
///
/// Used by one thread, which calls `turn` again and again. Only the look-up of the host's name may take longer.
public final class MQTTConnection {
    private var handle: OpaquePointer?
    fileprivate var events: [MQTTEvent] = []
    fileprivate var lastWords = ""
    private var isClosed = false, hasAnswered = false

    private static let library: CInt = mosquitto_lib_init()

    /// Begins to connect.
    /// - Parameter will: what the broker publishes, retained, when the connection ends without `close`.
    /// - Throws: `RelayFailure`: a file cannot be read, or there is no memory.
    public init(_ plan: MQTTPlan, will: (topic: String, payload: [UInt8])? = nil) throws(RelayFailure) {
        _ = Self.library
        guard let handle = mosquitto_new(plan.client, true, Unmanaged.passUnretained(self).toOpaque()) else {
            throw RelayFailure(RelayFailure.output, "there is no memory for a connection")
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
        let result = mosquitto_connect_async(handle, plan.address.host, CInt(plan.address.port), plan.keepalive)
        if result != MOSQ_ERR_SUCCESS.rawValue { end(result, errno) }
    }

    deinit { if let handle { mosquitto_destroy(handle) } }

    /// How many messages the broker may have to acknowledge at a time.
    public static let inFlight = 100

    private func secure(_ handle: OpaquePointer, _ plan: MQTTPlan) throws(RelayFailure) {
        for path in [plan.authorities, plan.certificate, plan.key] {
            if let path, access(path, R_OK) != 0 {
                throw RelayFailure(RelayFailure.input, "\(path): \(String(cString: strerror(errno)))")
            }
        }
        let result = mosquitto_tls_set(
            handle, plan.authorities, plan.authorities == nil ? "/etc/ssl/certs" : nil, plan.certificate, plan.key
        ) { _, _, _, _ in
            // An encrypted key would be asked for on the terminal.
            0
        }
        guard result == MOSQ_ERR_SUCCESS.rawValue else {
            throw RelayFailure(RelayFailure.file, "the certificates cannot be used: \(Self.text(result, 0))")
        }
        // The certificate is verified, its name too. TLS 1.2 is the least.
        mosquitto_tls_opts_set(handle, 1, nil, nil)
    }

    // MARK: use

    /// Sends and receives what is due, and waits for more.
    /// - Parameter wait: at most so long.
    /// - Returns: what has happened.
    public func turn(wait: TimeSpan) -> [MQTTEvent] {
        endIfHungUp()
        if let handle, !isClosed, events.isEmpty {
            let result = mosquitto_loop(handle, CInt(max(0, min(wait.microseconds / 1000, 1000))), 1)
            if result != MOSQ_ERR_SUCCESS.rawValue, errno != EINTR || result != MOSQ_ERR_ERRNO.rawValue {
                end(result, errno)
            }
        }
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// Nobody listens: during the handshake of TLS libmosquitto does not notice it, and tries to write again and again.
    private func endIfHungUp() {
        guard let handle, !isClosed, !hasAnswered else { return }
        var entry = pollfd(fd: mosquitto_socket(handle), events: 0, revents: 0)
        guard entry.fd >= 0, poll(&entry, 1, 0) > 0, entry.revents & Int16(POLLHUP) != 0 else { return }
        var unread: CInt = 0
        guard ioctl(entry.fd, UInt(FIONREAD), &unread) == 0, unread == 0 else { return }
        var code: CInt = 0, size = socklen_t(MemoryLayout<CInt>.size)
        getsockopt(entry.fd, SOL_SOCKET, SO_ERROR, &code, &size)
        let result = code == 0 ? MOSQ_ERR_CONN_REFUSED : MOSQ_ERR_ERRNO
        end(result.rawValue, code)
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
        mosquitto_publish_callback_set(handle) { _, object, number in
            MQTTConnection.of(object)?.events.append(.taken(number))
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
            MQTTConnection.of(object)?.lastWords = String(cString: text)
        }
    }

    private static func of(_ object: UnsafeMutableRawPointer?) -> MQTTConnection? {
        object.map { Unmanaged<MQTTConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private func answered(_ code: CInt) {
        hasAnswered = true
        guard code != 0 else { return events.append(.connected) }
        let why =
            switch code {
            case 4, 5: "the broker does not accept the user and password; look at --credentials"
            default: "the broker refuses: \(String(cString: mosquitto_connack_string(code)))"
            }
        isClosed = true
        events.append(.closed(why, isRefusal: true))
    }

    private func end(_ result: CInt, _ code: CInt) {
        guard !isClosed else { return }
        isClosed = true
        events.append(.closed(Self.text(result, code, lastWords), isRefusal: false))
    }

    private static func text(_ result: CInt, _ code: CInt, _ lastWords: String = "") -> String {
        switch mosq_err_t(rawValue: result) {
        case MOSQ_ERR_ERRNO: String(cString: strerror(code))
        case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP: "the host's name is not known"
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE:
            lastWords.contains("certificate verify failed")
                ? "the broker's certificate is not trusted; give its authority by --ca"
                : "TLS fails" + (lastWords.isEmpty ? "" : " (\(lastWords))")
        // A mosquitto that ends says so by a packet that MQTT 3.1.1 does not have.
        case MOSQ_ERR_PROTOCOL: "the broker has ended the connection, or is no MQTT broker"
        case MOSQ_ERR_CONN_LOST: "the connection is lost"
        case MOSQ_ERR_CONN_REFUSED: "the broker refuses the connection"
        case MOSQ_ERR_KEEPALIVE: "the broker does not answer"
        default: String(cString: mosquitto_strerror(result))
        }
    }
}
