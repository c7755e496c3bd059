import WaldoCore
public import WaldoFiles

/// The first digits of the UUIDs of the surveys that a collector takes.
public struct Shards: Equatable, Sendable, CustomStringConvertible {
    /// The digits in order.
    public let digits: [Character]

    private static let all = Array("0123456789abcdef")

    /// All surveys.
    public static let every = Shards(digits: all)

    private init(digits: [Character]) { self.digits = digits }

    /// Parses `0-7`, `a`, or `0-3,8,c-f`.
    /// - Throws: `Failure` for anything else.
    public init(_ text: String) throws(Failure) {
        var digits: Set<Character> = []
        for part in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            guard (1...2).contains(ends.count), let first = Self.index(ends[0]),
                let last = Self.index(ends[ends.count - 1]),
                first <= last
            else {
                throw Failure(
                    .usage,
                    "\(SafeText.escaped(text)): these are no shards; write hexadecimal digits, such as 0-7 or 0-3,c-f")
            }
            digits.formUnion(Self.all[first...last])
        }
        self.digits = Self.all.filter { digits.contains($0) }
    }

    private static func index(_ text: Substring) -> Int? {
        text.count == 1 ? text.first.flatMap { all.firstIndex(of: $0) } : nil
    }

    /// Whether a survey belongs to them.
    public func contains(_ survey: SurveyID) -> Bool { digits.contains(survey.shard) }

    /// `0-3,c-f`.
    public var description: String {
        var parts: [(first: Int, last: Int)] = []
        for index in Self.all.indices where digits.contains(Self.all[index]) {
            if let last = parts.last, last.last == index - 1 {
                parts[parts.count - 1].last = index
            } else {
                parts.append((index, index))
            }
        }
        return parts.map { part in
            part.first == part.last ? "\(Self.all[part.first])" : "\(Self.all[part.first])-\(Self.all[part.last])"
        }
        .joined(separator: ",")
    }
}
