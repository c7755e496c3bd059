/// A terminal of endless height that knows what Waldo writes: text, CR, LF, and the CSI sequences A, J, K, h, l, m, u, c.
struct Paper {
    private(set) var lines: [[Character]] = [[]]
    private(set) var unknown: [String] = []
    private var row = 0, column = 0

    init() {}

    init(writing text: String) { write(text) }

    /// The lines, without spaces at their ends.
    var text: [String] {
        lines.map { line in
            let blanks = line.reversed().prefix { $0 == " " }.count
            return String(line.dropLast(blanks)).replacing("\0", with: "")
        }
    }

    /// The cells of the widest line: East Asian and emoji count twice.
    var width: Int { lines.map(\.count).max() ?? 0 }

    mutating func write(_ text: String) {
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\r": column = 0
            case "\n":
                row += 1
                if row == lines.count { lines.append([]) }
            case "\u{1B}":
                let end = scalars.dropFirst().firstIndex { $0.value >= 0x40 } ?? scalars.endIndex - 1
                control(scalars[...end].map(String.init).joined())
                scalars = scalars[(end + 1)...]
            default:
                put(Character(scalar))
                // What fills two cells, by what these tests write: Han and emoji.
                if (0x4e00...0x9fff).contains(scalar.value) || scalar.value >= 0x1f000 { put("\0") }
            }
        }
    }

    private mutating func put(_ character: Character) {
        while lines[row].count <= column { lines[row].append(" ") }
        lines[row][column] = character
        column += 1
    }

    private mutating func control(_ sequence: String) {
        switch sequence.last {
        case "A": row = max(0, row - (Int(sequence.dropFirst().dropLast()) ?? 1))
        case "K": lines[row].removeLast(max(0, lines[row].count - column))
        case "J":
            lines[row].removeLast(max(0, lines[row].count - column))
            lines.removeLast(lines.count - row - 1)
        case "h", "l", "m", "u", "c": break
        default: unknown.append(sequence)
        }
    }
}
