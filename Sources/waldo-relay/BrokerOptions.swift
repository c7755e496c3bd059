import ArgumentParser
import WaldoFiles
import WaldoRelay

/// The options of every command that connects to a broker.
struct BrokerOptions: ParsableArguments {
    @Option(
        help: "A file of mode 0600 with the broker's user in its first line and the password in its second.",
        completion: .file())
    var credentials: String?

    @Option(
        help: "The authorities whose certificates are trusted for the broker, in PEM. Default: those of the system.",
        completion: .file())
    var ca: String?

    @Option(help: "The certificate for the broker, in PEM, with --key.", completion: .file())
    var cert: String?

    @Option(help: "The key of that certificate: a file of mode 0600.", completion: .file())
    var key: String?

    /// Whether none is given.
    var isEmpty: Bool { [credentials, ca, cert, key].allSatisfy { $0 == nil } }

    /// How the broker of an address is connected to.
    /// - Throws: `Failure`.
    func plan(_ address: String, client: String = "waldo") throws(Failure) -> MQTTPlan {
        try MQTTPlan(
            try MQTTAddress(address), client: client, authorities: ca, certificate: cert, key: key,
            credentials: credentials)
    }
}
