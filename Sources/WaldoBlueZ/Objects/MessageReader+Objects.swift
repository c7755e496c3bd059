import WaldoBus

extension MessageReader {
    /// `a{oa{sa{sv}}}`, the result of GetManagedObjects.
    mutating func objects() -> [String: [String: ObjectTree.Properties]] {
        var objects: [String: [String: ObjectTree.Properties]] = [:]
        entries { entry in
            if let path = entry.objectPath() { objects[path] = entry.interfaces() }
        }
        return objects
    }

    /// `a{sa{sv}}`, the interfaces of one object.
    mutating func interfaces() -> [String: ObjectTree.Properties] {
        var interfaces: [String: ObjectTree.Properties] = [:]
        entries { entry in
            guard let name = entry.string(), BlueZNames.interfaces.contains(name) else { return }
            interfaces[name] = entry.dictionary() ?? [:]
        }
        return interfaces
    }

    /// `sa{sv}as`, the arguments of PropertiesChanged.
    mutating func changedProperties() -> (interface: String, changed: ObjectTree.Properties, invalidated: [String])? {
        guard let interface = string(), let changed = dictionary() else { return nil }
        return (interface, changed, strings() ?? [])
    }
}
