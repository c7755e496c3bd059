/// The objects that a service exports. They answer the calls that every object is expected to answer,
/// org.freedesktop.DBus.Properties and ObjectManager, and leave those of their own interfaces to the service.
///
/// A value without I/O. Properties cannot be set by a call.
public struct ExportedObjects: Equatable, Sendable {
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let objectManager = "org.freedesktop.DBus.ObjectManager"

    /// The path whose object manager lists the objects; nil: none does.
    public let root: String?
    /// The objects.
    public let objects: [ExportedObject]

    /// Creates objects.
    public init(_ objects: [ExportedObject], managedAt root: String? = nil) {
        self.root = root
        self.objects = objects
    }

    /// The answer to a call; nil: an object has the interface, and its service answers.
    public func answer(_ call: MethodCall) -> MethodReply? {
        if call.path == root {
            guard call.interface == Self.objectManager else { return .unknownInterface(call.interface, call) }
            guard call.member == "GetManagedObjects" else { return .unknownMethod(call) }
            return call.arguments.isEmpty && call.signature.isEmpty
                ? .objects(objects) : .invalidArguments(call, expected: "")
        }
        guard let object = objects.first(where: { $0.path == call.path }) else { return .unknownObject(call) }
        if call.interface == Self.properties { return property(call, object) }
        return object.interfaces[call.interface] == nil ? .unknownInterface(call.interface, call) : nil
    }

    private func property(_ call: MethodCall, _ object: ExportedObject) -> MethodReply {
        let expected = ["Get": "ss", "GetAll": "s", "Set": "ssv"]
        guard let signature = expected[call.member] else { return .unknownMethod(call) }
        guard call.signature == signature, let interface = call.arguments.first?.text else {
            return .invalidArguments(call, expected: signature)
        }
        guard let properties = object.interfaces[interface] else { return .unknownInterface(interface, call) }
        guard call.member != "GetAll" else { return .values([.dictionary(properties)]) }
        let name = call.arguments[1].text ?? ""
        guard let value = properties[name] else {
            return .failure(
                name: "org.freedesktop.DBus.Error.UnknownProperty", message: "\(interface) has no property \(name)")
        }
        guard call.member == "Get" else {
            return .failure(
                name: "org.freedesktop.DBus.Error.PropertyReadOnly", message: "\(name) can only be read")
        }
        return .values([.variant(value)])
    }
}
