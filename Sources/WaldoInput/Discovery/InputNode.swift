public import WaldoCore

/// One event node of the machine, and how far one can look into it.
public struct InputNode: Equatable, Sendable {
    /// What opening it came to.
    public enum Access: Equatable, Sendable {
        /// It opens, and this is it.
        case open(InputDescription)
        /// It may not be opened (EACCES); name and kind as far as sysfs tells them.
        case denied(name: String?, kind: InputMatch.Kind?)
        /// It does not open or is no event device: the system's words.
        case unusable(String)
    }

    /// "/dev/input/event5".
    public var path: String
    /// Where it is plugged in; empty when not told.
    public var physical: String
    /// What opening it came to.
    public var access: Access

    /// A node of these parts.
    public init(path: String, physical: String = "", access: Access) {
        self.path = path
        self.physical = physical
        self.access = access
    }

    /// What it is, if it opens.
    public var description: InputDescription? { if case .open(let description) = access { description } else { nil } }

    /// Gamepad or keyboard, if that is known.
    public var kind: InputMatch.Kind? {
        switch access {
        case .open(let description): description.kind
        case .denied(_, let kind): kind
        case .unusable: nil
        }
    }

    /// Whether it may not be opened.
    public var isDenied: Bool { if case .denied = access { true } else { false } }

    /// The name that it gives itself, if that is known.
    public var name: String? {
        switch access {
        case .open(let description): description.identity.name
        case .denied(let name, _): name
        case .unusable: nil
        }
    }

    /// For lists: its name in quotes and its path.
    var title: String {
        let place = name.map { "\"\($0)\" at \(path)" } ?? path
        switch access {
        case .open: return place
        case .denied: return "\(place) (may not be opened)"
        case .unusable(let reason): return "\(place) (\(reason))"
        }
    }
}
