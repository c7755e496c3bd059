/// An object of ours on the bus: a path, and the properties of each of its interfaces.
public struct ExportedObject: Equatable, Sendable {
    /// Its path.
    public var path: String
    /// The properties of its interfaces, by the interface's name.
    public var interfaces: [String: [String: Value]]

    /// Creates an object.
    public init(_ path: String, _ interfaces: [String: [String: Value]]) {
        self.path = path
        self.interfaces = interfaces
    }
}

extension MessageWriter {
    /// Appends objects as `a{oa{sa{sv}}}`.
    mutating func append(objects: [ExportedObject]) {
        array(of: "{oa{sa{sv}}}") { array in
            for object in objects {
                array.entry { entry in
                    entry.append(.objectPath(object.path))
                    entry.array(of: "{sa{sv}}") { interfaces in
                        for (name, properties) in object.interfaces {
                            interfaces.entry {
                                $0.append(.string(name))
                                $0.append(.dictionary(properties))
                            }
                        }
                    }
                }
            }
        }
    }
}
