import WaldoBus

extension MessageWriter {
    mutating func append(interfaces: [String: [String: Value]]) {
        array(of: "{sa{sv}}") { array in
            for (name, properties) in interfaces {
                array.entry {
                    $0.append(.string(name))
                    $0.append(.dictionary(properties))
                }
            }
        }
    }

    mutating func append(objects: [String: [String: [String: Value]]]) {
        array(of: "{oa{sa{sv}}}") { array in
            for (path, interfaces) in objects {
                array.entry {
                    $0.append(.objectPath(path))
                    $0.append(interfaces: interfaces)
                }
            }
        }
    }
}
