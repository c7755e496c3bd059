/// Suggests corrections for misspelled words.
public enum Spelling {
    /// `; did you mean X?` with the nearest word, or an empty string when none is near.
    public static func hint(_ text: String, among words: [String]) -> String {
        guard let word = nearest(text, among: words) else { return "" }
        return "; did you mean `\(word)`?"
    }

    /// How a message about an unknown word goes on: with the nearest word, where one is near, and then with a clause
    /// such as `expected ...`, which may list all words.
    public static func hint(_ text: String, among words: [String], then clause: String) -> String {
        sentence(nearest(text, among: words), then: clause)
    }

    /// How such a message goes on.
    /// - Parameter word: what was probably meant; nil: the clause alone.
    public static func sentence(_ word: String?, then clause: String) -> String {
        guard let word else { return "; \(clause)" }
        return "; did you mean `\(word)`? \(clause.prefix(1).uppercased())\(clause.dropFirst())"
    }

    /// The word that is nearest to a text; nil: none is near.
    public static func nearest(_ text: String, among words: [String]) -> String? {
        guard text.utf8.count <= 40 else { return nil }
        let allowed = text.utf8.count <= 4 ? 1 : text.utf8.count <= 8 ? 2 : 3
        return words.map { (word: $0, distance: distance(text.lowercased(), $0.lowercased())) }
            .filter { $0.distance <= allowed }
            .min { $0.distance < $1.distance }?.word
    }

    /// The edit distance of two texts in insertions, deletions, replacements and swaps of neighbours
    /// (Damerau-Levenshtein, restricted).
    static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a.utf8), Array(b.utf8))
        var rows = [Array(0...b.count)]
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
