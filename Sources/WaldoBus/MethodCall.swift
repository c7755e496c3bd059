/// A method call that has come in, as a value: what a service decides its answer by, without a bus.
public struct MethodCall: Equatable, Sendable {
    /// The caller's unique name, as set by the bus.
    public var sender: String
    /// The object that is called.
    public var path: String
    /// The interface; empty if the caller left it out.
    public var interface: String
    /// The method.
    public var member: String
    /// The D-Bus signature of the arguments.
    public var signature: String
    /// The arguments up to the first of an unsupported type.
    public var arguments: [Value]

    /// Creates a call from its parts; the signature is that of the arguments.
    public init(_ member: String, of interface: String, at path: String, from sender: String, _ arguments: [Value] = [])
    {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
        signature = arguments.map(\.signature).joined()
    }

    /// Reads a call that has come over the bus.
    public init(_ message: borrowing Message) {
        sender = message.sender
        path = message.path
        interface = message.interface
        member = message.member
        signature = message.signature
        arguments = message.read { reader in
            var values: [Value] = []
            while let value = reader.value() { values.append(value) }
            return values
        }
    }
}
