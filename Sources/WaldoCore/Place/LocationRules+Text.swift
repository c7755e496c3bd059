internal import WaldoTime

extension LocationRules {
    /// The rules as text, as a store keeps them: `message,gpsd stale=86400000000 across=30000000 later=2000000
    /// fastest=12.0`, with times in microseconds and the speed in m/s, which may be absent.
    public var text: String {
        let sources = sources.isEmpty ? "none" : sources.map(\.rawValue).joined(separator: ",")
        let speed = fastest.map { " fastest=\($0)" } ?? ""
        return "\(sources) stale=\(stale.microseconds) across=\(across.microseconds) later=\(later.microseconds)"
            + speed
    }

    /// Reads what `text` gives; nil for anything else.
    public init?(text: String) {
        let words = text.split(separator: " ")
        guard words.count == 4 || words.count == 5 else { return nil }
        var sources: [Fix.Source] = []
        for word in words[0].split(separator: ",") where word != "none" {
            guard let source = Fix.Source(rawValue: String(word)) else { return nil }
            sources.append(source)
        }
        var spans: [TimeSpan] = []
        for (word, key) in zip(words[1...3], ["stale=", "across=", "later="]) {
            guard word.hasPrefix(key), let count = Int64(word.dropFirst(key.count)), count >= 0 else { return nil }
            spans.append(.microseconds(count))
        }
        var fastest: Double?
        if words.count == 5 {
            let key = "fastest="
            guard words[4].hasPrefix(key), let speed = Double(words[4].dropFirst(key.count)), speed > 0 else {
                return nil
            }
            fastest = speed
        }
        self.init(sources: sources, stale: spans[0], across: spans[1], later: spans[2], fastest: fastest)
    }
}
