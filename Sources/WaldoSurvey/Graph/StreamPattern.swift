import WaldoCore

/// Names of streams, in which `*` matches any characters or none: `PM2.5`, `*-PM2.5`.
public struct StreamPattern: Equatable, Sendable {
    /// The names as they are written; one at least.
    public let names: [String]

    /// Creates a pattern that a stream's name matches if it matches one of these.
    public init(_ names: [String]) { self.names = names }

    /// Creates a pattern of one name.
    public init(_ name: String) { self.init([name]) }

    /// Whether a stream's name is one of the names.
    public func matches(_ name: String) -> Bool {
        names.contains { $0 == name || $0.utf8.contains(Self.any) && Self.matches(Array(name.utf8), Array($0.utf8)) }
    }

    /// The names for people: `` `PM2.5` or `*-PM2.5` ``.
    public var text: String { names.map { "`\(SafeText.escaped($0, upTo: 120))`" }.joined(separator: " or ") }

    private static let any = UInt8(ascii: "*")

    /// Where the rest does not fit, only the last `*` takes a character more: whatever an earlier one could take, the
    /// last one can as well. So the work is at most the product of both lengths.
    private static func matches(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
        var at = 0, index = 0
        var last: (star: Int, end: Int)?
        while at < name.count {
            if index < pattern.count, pattern[index] == any {
                last = (index, at)
                index += 1
            } else if index < pattern.count, pattern[index] == name[at] {
                index += 1
                at += 1
            } else if let (star, end) = last {
                last = (star, end + 1)
                (index, at) = (star + 1, end + 1)
            } else {
                return false
            }
        }
        return pattern[index...].allSatisfy { $0 == any }
    }
}
