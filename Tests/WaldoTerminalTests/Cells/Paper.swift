/// A simulated terminal for what Waldo writes: text, CR, LF, and the CSI sequences H, G, J, K, h, l, r, s, m, u, c. It
/// grows downward without limit and does not wrap.
struct Paper {
    private(set) var lines: [[Character]] = [[]]
    /// What the main screen had shown, while the alternate screen is on.
    private(set) var shell: [[Character]]?
    /// The last state of each private mode: set (`?25h`) or reset (`?25l`).
    private(set) var modes: [Int: Bool] = [:]
    /// SGR parameters that were used.
    private(set) var inks: Set<Int> = []
    private(set) var unknown: [String] = []
    private var row = 0, column = 0

    init() {}

    init(writing text: String) { write(text) }

    /// The lines without trailing spaces, up to the last that is not empty.
    var text: [String] {
        let lines = lines.map { line in
            let blanks = line.reversed().prefix { $0 == " " }.count
            return String(line.dropLast(blanks)).replacing("\0", with: "")
        }
        return Array(lines[..<((lines.lastIndex { !$0.isEmpty } ?? -1) + 1)])
    }

    /// The cells of the widest line; East Asian characters and emoji count twice.
    var width: Int { lines.map(\.count).max() ?? 0 }

    mutating func write(_ text: String) {
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\r": column = 0
            case "\n": go(to: row + 1)
            case "\u{1B}":
                let end = scalars.dropFirst().firstIndex { $0.value >= 0x40 } ?? scalars.endIndex - 1
                control(scalars[scalars.startIndex...end].map(String.init).joined())
                scalars = scalars[(end + 1)...]
            default:
                put(Character(scalar))
                // Characters that fill two cells, as far as these tests write them: Han and emoji.
                if (0x4e00...0x9fff).contains(scalar.value) || scalar.value >= 0x1f000 { put("\0") }
            }
        }
    }

    private mutating func go(to row: Int) {
        self.row = row
        while lines.count <= row { lines.append([]) }
    }

    private mutating func put(_ character: Character) {
        while lines[row].count <= column { lines[row].append(" ") }
        lines[row][column] = character
        column += 1
    }

    private mutating func control(_ sequence: String) {
        let body = sequence.dropFirst().dropLast()
        let numbers = body.split(separator: ";").compactMap { Int($0) }
        switch sequence.last {
        case "H":
            go(to: (numbers.first ?? 1) - 1)
            column = (numbers.count > 1 ? numbers[1] : 1) - 1
        case "G": column = (numbers.first ?? 1) - 1
        case "K" where body == "2": lines[row] = []
        case "K": lines[row].removeLast(max(0, lines[row].count - column))
        case "J" where body == "2": lines = lines.map { _ in [] }
        case "J":
            lines[row].removeLast(max(0, lines[row].count - column))
            lines.removeLast(lines.count - row - 1)
        case "h", "l":
            guard let mode = Int(body.dropFirst()), body.hasPrefix("?") else { return unknown.append(sequence) }
            modes[mode] = sequence.last == "h"
            if mode == 1049 { turn(toShell: sequence.last == "l") }
        case "m": inks.formUnion(numbers)
        case "r", "s", "u", "c": break
        default: unknown.append(sequence)
        }
    }

    private mutating func turn(toShell: Bool) {
        if toShell, let shell {
            (lines, self.shell) = (shell, nil)
        } else if !toShell {
            (shell, lines) = (lines, [[]])
        }
        (row, column) = (lines.count - 1, lines.last?.count ?? 0)
    }
}
