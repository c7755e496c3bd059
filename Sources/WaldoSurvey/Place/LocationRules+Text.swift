import WaldoTime

extension LocationRules {
    /// The rules as text, as a store keeps them: `message,gpsd stale=86400000000 across=30000000 later=2000000
    /// fastest=12.0 edition=2`, with times in microseconds and the speed in m/s. The speed may be absent, and so is the
    /// first edition.
    public var text: String {
        let sources = sources.isEmpty ? "none" : sources.map(\.rawValue).joined(separator: ",")
        let speed = fastest.map { " fastest=\($0)" } ?? ""
        return "\(sources) stale=\(stale.microseconds) across=\(across.microseconds) later=\(later.microseconds)"
            + speed + (edition > 1 ? " edition=\(edition)" : "")
    }

    /// Reads what `text` gives; nil for anything else.
    public init?(text: String) {
        var words = text.split(separator: " ")
        guard words.count >= 4 else { return nil }
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
        words.removeFirst(4)
        func next(_ key: String) -> Substring? {
            guard let word = words.first, word.hasPrefix(key) else { return nil }
            words.removeFirst()
            return word.dropFirst(key.count)
        }
        var fastest: Double?, edition = 1
        if let word = next("fastest=") {
            guard let speed = Double(word), speed > 0 else { return nil }
            fastest = speed
        }
        if let word = next("edition=") {
            guard let number = Int(word), (2...Self.newest).contains(number) else { return nil }
            edition = number
        }
        guard words.isEmpty else { return nil }
        self.init(
            sources: sources, stale: spans[0], across: spans[1], later: spans[2], fastest: fastest, edition: edition)
    }
}
