/// What a service answers to a method call, as a value.
public enum MethodReply: Equatable, Sendable {
    /// The results.
    case values([Value])
    /// The result of GetManagedObjects.
    case objects([ExportedObject])
    /// An error of this D-Bus name.
    case failure(name: String, message: String)

    /// No results.
    public static var done: MethodReply { .values([]) }

    /// The message to answer a call by.
    public func message(replyTo call: borrowing Message) -> Message {
        switch self {
        case .values(let values): return Message(replyTo: call) { for value in values { $0.append(value) } }
        case .objects(let objects): return Message(replyTo: call) { $0.append(objects: objects) }
        case .failure(let name, let message):
            guard let error = try? Message(errorTo: call, name: name, message: message) else {
                preconditionFailure("\(name) is no name of an error")
            }
            return error
        }
    }
}

/// The errors that every service has (D-Bus Specification, "Standard Interfaces"; their names are in libdbus's
/// dbus-protocol.h).
extension MethodReply {
    /// There is no object at the path.
    public static func unknownObject(_ call: MethodCall) -> MethodReply {
        .failure(name: "org.freedesktop.DBus.Error.UnknownObject", message: "there is no object at \(call.path)")
    }

    /// The object does not have the interface.
    public static func unknownInterface(_ name: String, _ call: MethodCall) -> MethodReply {
        .failure(
            name: "org.freedesktop.DBus.Error.UnknownInterface", message: "\(call.path) has no interface \(name)")
    }

    /// The interface does not have the method.
    public static func unknownMethod(_ call: MethodCall) -> MethodReply {
        .failure(
            name: "org.freedesktop.DBus.Error.UnknownMethod",
            message: "\(call.interface) has no method \(call.member)")
    }

    /// The arguments have other types than the method's.
    public static func invalidArguments(_ call: MethodCall, expected: String) -> MethodReply {
        .failure(
            name: "org.freedesktop.DBus.Error.InvalidArgs",
            message: "\(call.member) takes (\(expected)), not (\(call.signature))")
    }
}
