import WaldoCore
package import WaldoLoop

/// Where gpsd listens.
package enum GPSDAddress {
    /// The port that the Internet's registry has for gpsd.
    static let port: UInt16 = 2947

    /// gpsd on this machine.
    static let standard = SocketAddress(host: "127.0.0.1", port: port)!

    /// Parses an address as written on the command line: `192.0.2.7:2947`, `192.0.2.7`, `[::1]`, `localhost:2947`. Nil
    /// if it is malformed or a host's name.
    package static func parse(_ text: String) -> SocketAddress? {
        SocketAddress(text) ?? SocketAddress(host: text, port: port)
    }

    /// Why an address is refused, and what to write.
    package static func refusal(of text: String) -> String {
        "`\(SafeText.escaped(text))` is no address of gpsd: names are not looked up, which could hold the arm up; write an "
            + "IP address and perhaps a port, such as 192.0.2.7:\(port) or [::1]:\(port)"
    }
}
