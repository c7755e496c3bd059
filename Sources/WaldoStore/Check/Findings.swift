/// Sentences about what is wrong: the first few of a kind, and how many more there are.
struct Findings {
    private var kinds: [(name: String, sentences: [String], more: Int)] = []

    /// How many of a kind are listed.
    private static let maxListed = 5

    /// Adds a sentence.
    /// - Parameter kind: what it is about, in the plural: `rows of clock`.
    mutating func add(_ sentence: @autoclosure () -> String, kind: String = "") {
        guard let index = kinds.firstIndex(where: { $0.name == kind }) else {
            return kinds.append((kind, [sentence()], 0))
        }
        if kinds[index].sentences.count < Self.maxListed {
            kinds[index].sentences.append(sentence())
        } else {
            kinds[index].more += 1
        }
    }

    /// All of them, in the order of their kinds.
    var sentences: [String] {
        kinds.flatMap { kind in
            kind.sentences + (kind.more > 0 ? ["\(kind.more) more \(kind.name) are wrong in such a way"] : [])
        }
    }
}
