/// Shortens a text in its middle: the ends of a file's name tell files apart.
enum MiddleCut {
    /// The text in at most so many cells, made printable, with a `~` in place of what is left out.
    static func of(_ text: String, cells: Int, _ style: TerminalStyle) -> String {
        let scalars = Array(CellWidth.printable(text, isUnicode: style.isUnicode).unicodeScalars)
        guard scalars.reduce(0, { $0 + CellWidth.of($1) }) > cells else { return text }
        var (head, tail) = (String.UnicodeScalarView(), [Unicode.Scalar]())
        var rest = max(0, cells - 1)
        var ends = (scalars.startIndex, scalars.endIndex - 1)
        while ends.0 < ends.1 {
            let isHead = head.count <= tail.count
            let scalar = scalars[isHead ? ends.0 : ends.1]
            rest -= CellWidth.of(scalar)
            guard rest >= 0 else { break }
            if isHead {
                head.append(scalar)
                ends.0 += 1
            } else {
                tail.append(scalar)
                ends.1 -= 1
            }
        }
        return String(head) + "~" + String(String.UnicodeScalarView(tail.reversed()))
    }
}
