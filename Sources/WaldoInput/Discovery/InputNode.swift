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
    /// Its own serial number, such as a Bluetooth pad's address; empty if it states none.
    public var unique: String
    /// The result of opening it.
    public var access: Access
    /// What is to be known beside its kind.
    public var traits: InputTraits
    /// Whether its silence can be told.
    public var silence: SilenceCover

    /// A node with these values.
    public init(
        path: String, physical: String = "", unique: String = "", access: Access, traits: InputTraits = InputTraits(),
        silence: SilenceCover = .none
    ) {
        self.path = path
        self.physical = physical
        self.unique = unique
        self.access = access
        self.traits = traits
        self.silence = silence
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

    /// Whether it can be mapped and driven with if it is named: it has a key or an axis.
    public var isMappable: Bool { description.map { !$0.axes.isEmpty || !$0.keyCodes.isEmpty } ?? false }

    /// Whether lists show it without being asked for everything: a gamepad, a keyboard, or another control.
    public var isListed: Bool { kind != nil || traits.isControl }

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

    /// Its port and its serial number, for messages; empty if it states neither.
    public var port: String {
        [physical.isEmpty ? "" : "port \(physical)", unique.isEmpty ? "" : "serial \(unique)"]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// For lists: its name in quotes, its path, and why it cannot be used.
    var title: String {
        let text = name.map { "\"\($0)\" at \(path)" } ?? path
        switch access {
        case .open: return text
        case .denied: return "\(text) (may not be opened)"
        case .unusable(let reason): return "\(text) (\(reason))"
        }
    }
}
