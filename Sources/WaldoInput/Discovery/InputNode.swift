public import WaldoCore

/// An event node of this machine, and what is known of its device.
public struct InputNode: Equatable, Sendable {
    /// The result of opening it.
    public enum Access: Equatable, Sendable {
        /// It opens; the description of its device.
        case open(InputDescription)
        /// It may not be opened (EACCES or EPERM); the name and kind as far as sysfs shows them.
        case denied(name: String?, kind: InputMatch.Kind?)
        /// It does not open or is not an event device; the system's error message.
        case unusable(String)
    }

    /// The node's path, such as "/dev/input/event5".
    public var path: String
    /// Where it is plugged in; empty if unknown.
    public var physical: String
    /// The result of opening it.
    public var access: Access

    /// A node with these values.
    public init(path: String, physical: String = "", access: Access) {
        self.path = path
        self.physical = physical
        self.access = access
    }

    /// The description of its device, if it opens.
    public var description: InputDescription? { if case .open(let description) = access { description } else { nil } }

    /// Whether it is a gamepad or a keyboard, if known.
    public var kind: InputMatch.Kind? {
        switch access {
        case .open(let description): description.kind
        case .denied(_, let kind): kind
        case .unusable: nil
        }
    }

    /// Whether permission to open it was denied.
    public var isDenied: Bool { if case .denied = access { true } else { false } }

    /// The device's own name, if known.
    public var name: String? {
        switch access {
        case .open(let description): description.identity.name
        case .denied(let name, _): name
        case .unusable: nil
        }
    }

    /// For lists: its name in quotes, its path, and why it cannot be used.
    var title: String {
        let place = name.map { "\"\($0)\" at \(path)" } ?? path
        switch access {
        case .open: return place
        case .denied: return "\(place) (may not be opened)"
        case .unusable(let reason): return "\(place) (\(reason))"
        }
    }
}
