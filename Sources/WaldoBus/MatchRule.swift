/// Which signals the bus shall deliver.
public struct MatchRule: Equatable, Sendable {
    /// Where signals may come from.
    public enum Place: Equatable, Sendable {
        /// This object.
        case object(String)
        /// This object and all below it.
        case below(String)
    }

    /// The name of the sender, on the bus.
    public var sender: String
    /// The signal's interface.
    public var interface: String
    /// The signal's name.
    public var member: String
    /// The objects.
    public var place: Place
    /// The first argument, a string.
    public var firstArgument: String?
    /// The first argument, an object path.
    public var firstPath: String?

    /// A rule for these signals.
    public init(
        sender: String, interface: String, member: String, place: Place, firstArgument: String? = nil,
        firstPath: String? = nil
    ) {
        self.sender = sender
        self.interface = interface
        self.member = member
        self.place = place
        self.firstArgument = firstArgument
        self.firstPath = firstPath
    }

    /// The rule as AddMatch takes it (D-Bus Specification, "Match Rules").
    var text: String {
        var text = "type='signal',sender='\(sender)',interface='\(interface)',member='\(member)',"
        switch place {
        case .object(let path): text += "path='\(path)'"
        case .below(let path): text += "path_namespace='\(path)'"
        }
        if let firstArgument { text += ",arg0='\(firstArgument)'" }
        if let firstPath { text += ",arg0path='\(firstPath)'" }
        return text
    }

    /// Whether a signal is meant, its sender apart: that is a unique name which only the bus can tell.
    func matches(_ signal: borrowing Message) -> Bool {
        guard signal.member == member, signal.interface == interface, place.contains(signal.path) else { return false }
        if let firstPath { return signal.read { $0.objectPath() } == firstPath }
        return firstArgument == nil || signal.read { $0.string() } == firstArgument
    }
}

extension MatchRule.Place {
    /// Whether an object is meant.
    func contains(_ path: String) -> Bool {
        switch self {
        case .object(let place): path == place
        case .below(let place): path == place || place == "/" || path.hasPrefix(place + "/")
        }
    }
}
