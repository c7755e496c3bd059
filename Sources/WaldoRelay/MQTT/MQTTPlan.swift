import WaldoCore
public import WaldoFiles

/// How a broker is connected to.
public struct MQTTPlan: Sendable {
    /// The broker.
    public let address: MQTTAddress
    /// The name by which the broker distinguishes its clients; a second client of the same name ends the first.
    public var client: String
    /// The file with the authorities whose certificates are trusted, in PEM; nil: those of the system.
    let authorities: String?
    /// The client's own certificate and key, in PEM.
    let certificate: String?, key: String?
    let user: String?, password: String?
    /// After how many seconds without traffic the connection is tested.
    let keepalive: Int32 = 20

    /// A plan whose files have been looked at.
    /// - Parameters:
    ///   - authorities: a file in PEM; nil: the system's.
    ///   - certificate: the client's own one, with its key.
    ///   - credentials: a file with the user in its first line and the password in its second.
    /// - Throws: `Failure`.
    public init(
        _ address: MQTTAddress, client: String, authorities: String? = nil, certificate: String? = nil,
        key: String? = nil, credentials: String? = nil
    ) throws(Failure) {
        guard address.isSecure || authorities == nil && certificate == nil && key == nil else {
            throw Failure(.usage, "certificates belong to mqtts://, and the address is \(address)")
        }
        guard (certificate == nil) == (key == nil) else {
            throw Failure(.usage, "a certificate and its key belong together; give --cert and --key")
        }
        if let key { try SecretFile.check(key) }
        var lines: [String] = []
        if let credentials {
            guard address.isSecure || address.isLoopback else {
                throw Failure(
                    .usage, "a password does not travel without encryption; write mqtts:// in \(address)")
            }
            lines = try SecretFile.lines(credentials)
            guard lines.count == 2, lines.allSatisfy({ !$0.isEmpty }) else {
                throw Failure(
                    .file,
                    "\(credentials): it has the user in its first line and the password in its second")
            }
        }
        self.address = address
        self.client = client
        self.authorities = authorities
        self.certificate = certificate
        self.key = key
        (user, password) = lines.count == 2 ? (lines[0], lines[1]) : (nil, nil)
    }
}
