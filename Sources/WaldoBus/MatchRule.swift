/// The signals that the bus is to deliver.
public struct MatchRule: Equatable, Sendable {
    /// The objects whose signals match.
    public enum Path: Equatable, Sendable {
        /// This object.
        case object(String)
        /// This object and all objects below it.
        case below(String)
    }

    /// The sender's bus name, unique or well-known.
    public var sender: String
    /// The signal's interface.
    public var interface: String
    /// The signal's name.
    public var member: String
    /// The objects that send the signal.
    public var path: Path
    /// The value of the first argument, a string; nil matches any.
    public var firstArgument: String?
    /// The value of the first argument, an object path; nil matches any.
    public var firstPath: String?

    /// A rule for signals with these properties.
    public init(
        sender: String, interface: String, member: String, path: Path, firstArgument: String? = nil,
        firstPath: String? = nil
    ) {
        self.sender = sender
        self.interface = interface
        self.member = member
        self.path = path
        self.firstArgument = firstArgument
        self.firstPath = firstPath
    }

    /// The rule as AddMatch takes it (D-Bus Specification, "Match Rules").
    var text: String {
        var text = "type='signal',sender='\(sender)',interface='\(interface)',member='\(member)',"
        switch path {
        case .object(let path): text += "path='\(path)'"
        case .below(let path): text += "path_namespace='\(path)'"
        }
        if let firstArgument { text += ",arg0='\(firstArgument)'" }
        if let firstPath { text += ",arg0path='\(firstPath)'" }
        return text
    }

    /// Whether a signal matches, its sender aside: that is a unique name, whose owner only the bus knows.
    func matches(_ signal: borrowing Message) -> Bool {
        guard signal.member == member, signal.interface == interface, path.contains(signal.path) else { return false }
        if let firstPath { return signal.read { $0.objectPath() } == firstPath }
        return firstArgument == nil || signal.read { $0.string() } == firstArgument
    }
}

extension MatchRule.Path {
    /// Whether an object matches.
    func contains(_ path: String) -> Bool {
        switch self {
        case .object(let object): path == object
        case .below(let parent): path == parent || parent == "/" || path.hasPrefix(parent + "/")
        }
    }
}
