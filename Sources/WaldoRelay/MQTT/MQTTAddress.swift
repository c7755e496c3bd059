import WaldoCore
public import WaldoFiles

/// Where a broker is: `mqtt://HOST[:PORT]`, or `mqtts://HOST[:PORT]` with TLS.
public struct MQTTAddress: Equatable, Sendable, CustomStringConvertible {
    /// Whether the connection is encrypted, and the broker's certificate verified.
    public let isSecure: Bool
    /// Its name or address, without the brackets of an IPv6 address.
    public let host: String
    /// Its port.
    public let port: Int

    /// Reads an address.
    /// - Throws: `Failure` that says what is wrong with it.
    public init(_ text: String) throws(Failure) {
        let isSecure = text.hasPrefix("mqtts://")
        guard isSecure || text.hasPrefix("mqtt://") else {
            throw Self.refusal(text, "a broker's address begins with mqtt:// or mqtts://")
        }
        var rest = text.drop { $0 != "/" }.dropFirst(2)
        guard !rest.contains("@") else {
            throw Failure(
                .usage,
                "user and password do not belong into an address, where others see them; give a file by --credentials")
        }
        if rest.hasSuffix("/") { rest.removeLast() }
        guard !rest.contains(where: { "/?#".contains($0) }) else {
            throw Self.refusal(text, "nothing follows the host and its port")
        }
        var host = rest, port: Substring?
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { throw Self.refusal(text, "a `]` is missing") }
            host = rest[rest.index(after: rest.startIndex)..<end]
            let afterHost = rest[rest.index(after: end)...]
            guard afterHost.isEmpty || afterHost.first == ":" else { throw Self.refusal(text, "a port follows a `:`") }
            port = afterHost.isEmpty ? nil : afterHost.dropFirst()
        } else if let colon = rest.lastIndex(of: ":") {
            host = rest[..<colon]
            port = rest[rest.index(after: colon)...]
            guard !host.contains(":") else { throw Self.refusal(text, "an IPv6 address stands in brackets") }
        }
        guard (1...253).contains(host.utf8.count), host.utf8.allSatisfy(Self.isOfHost) else {
            throw Self.refusal(text, "the host is missing, or none")
        }
        let isDigits = port?.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
        guard isDigits, let number = port.map({ Int($0) }) ?? (isSecure ? 8883 : 1883), (1...65535).contains(number)
        else { throw Self.refusal(text, "a port is a number from 1 to 65535") }
        self.isSecure = isSecure
        self.host = String(host)
        self.port = number
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "%"):
            true
        default: false
        }
    }

    private static func refusal(_ text: String, _ why: String) -> Failure {
        Failure(
            .usage,
            "\(SafeText.escaped(text, upTo: 200)) is no address of a broker: \(why); write mqtts://HOST:PORT")
    }

    /// Whether the broker is on this machine.
    public var isLoopback: Bool {
        host == "localhost" || host == "::1"
            || host.hasPrefix("127.") && host.split(separator: ".").count == 4
                && host.allSatisfy { $0 == "." || $0.isNumber }
    }

    /// The address in full, with its port.
    public var description: String {
        "\(isSecure ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
