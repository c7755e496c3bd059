internal import WaldoTime

extension LocationRules {
    /// The rules as text, as a store keeps them: `message,gpsd stale=86400000000 across=30000000 later=2000000`, with
    /// times in microseconds.
    public var text: String {
        let sources = sources.isEmpty ? "none" : sources.map(\.rawValue).joined(separator: ",")
        return "\(sources) stale=\(stale.microseconds) across=\(across.microseconds) later=\(later.microseconds)"
    }

    /// Reads what `text` gives; nil for anything else.
    public init?(text: String) {
        let words = text.split(separator: " ")
        guard words.count == 4 else { return nil }
        var sources: [Fix.Source] = []
        for word in words[0].split(separator: ",") where word != "none" {
            guard let source = Fix.Source(rawValue: String(word)) else { return nil }
            sources.append(source)
        }
        var spans: [TimeSpan] = []
        for (word, key) in zip(words[1...], ["stale=", "across=", "later="]) {
            guard word.hasPrefix(key), let count = Int64(word.dropFirst(key.count)), count >= 0 else { return nil }
            spans.append(.microseconds(count))
        }
        self.init(sources: sources, stale: spans[0], across: spans[1], later: spans[2])
    }
}
