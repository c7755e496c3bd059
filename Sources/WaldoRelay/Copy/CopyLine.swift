import WaldoCore
import WaldoStore

/// Writes rows as PostgreSQL's COPY text format has them (postgresql.org/docs/15/sql-copy.html): fields between tabs,
/// `\N` for a missing one, backslash escapes, `t` and `f`, bytes as `\\x` with hexadecimal digits.
struct CopyLine {
    private let kinds: [StoreColumn.Kind]

    init(_ table: StoreTable) { kinds = table.columns.map(\.kind) }

    /// Appends a row and the end of its line.
    /// - Parameter row: `SELECT *`, which keeps to the table's rules.
    /// - Returns: whether every text of it can be stored by PostgreSQL, which takes neither NUL nor what is not UTF-8.
    func write(_ row: PreparedStatement, to line: inout [UInt8]) -> Bool { write(row, to: &line, repairs: false) }

    /// Appends a row whose texts are made such that PostgreSQL can store them.
    func writeRepaired(_ row: PreparedStatement, to line: inout [UInt8]) { _ = write(row, to: &line, repairs: true) }

    private func write(_ row: PreparedStatement, to line: inout [UInt8], repairs: Bool) -> Bool {
        var isText = true
        for (column, kind) in kinds.enumerated() {
            if column > 0 { line.append(UInt8(ascii: "\t")) }
            if row.isNull(column) {
                line.append(UInt8(ascii: "\\"))
                line.append(UInt8(ascii: "N"))
                continue
            }
            switch kind {
            case .integer: Self.write(row.int(column), to: &line)
            case .boolean: line.append(row.int(column) == 0 ? UInt8(ascii: "f") : UInt8(ascii: "t"))
            case .double: Self.write(row.double(column), to: &line)
            case .bytes: Self.write(bytes: row.raw(column), to: &line)
            case .text where repairs, .dateTime where repairs:
                let text = Array(row.text(column).replacing("\0", with: "\u{fffd}").utf8)
                _ = text.withUnsafeBytes { Self.write(text: $0, to: &line) }
            case .text, .dateTime: isText = Self.write(text: row.rawText(column), to: &line) && isText
            }
        }
        line.append(UInt8(ascii: "\n"))
        return isText
    }

    static func write(_ number: Int64, to line: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = number.magnitude, position = 20
            repeat {
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                position -= 1
                digits[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
                rest = quotient
            } while rest > 0
            if number < 0 { line.append(UInt8(ascii: "-")) }
            line.append(contentsOf: UnsafeBufferPointer(rebasing: digits[position...]))
        }
    }

    /// The shortest digits that give the number back.
    static func write(_ number: Double, to line: inout [UInt8]) {
        if number.magnitude < 0x1p50, number.rounded(.towardZero) == number, number != 0 || number.sign == .plus {
            write(Int64(number), to: &line)
        } else if number.isFinite {
            var text = number.description
            text.withUTF8 { line.append(contentsOf: $0) }
        } else {
            line.append(contentsOf: (number < 0 ? "-Infinity" : "Infinity").utf8)
        }
    }

    private static func write(bytes: UnsafeRawBufferPointer, to line: inout [UInt8]) {
        line.append(UInt8(ascii: "\\"))
        line.append(UInt8(ascii: "\\"))
        line.append(UInt8(ascii: "x"))
        for byte in bytes { HexText.write(byte) { line.append($0) } }
    }

    /// - Returns: whether PostgreSQL can store it.
    static func write(text: UnsafeRawBufferPointer, to line: inout [UInt8]) -> Bool {
        var isPlain = true, hasNUL = false
        for byte in text {
            switch byte {
            case UInt8(ascii: "\\"): line.append(contentsOf: [byte, byte])
            case UInt8(ascii: "\t"): line.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
            case UInt8(ascii: "\n"): line.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
            case UInt8(ascii: "\r"): line.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
            default:
                line.append(byte)
                if byte >= 0x80 { isPlain = false }
                if byte == 0 { hasNUL = true }
            }
        }
        return !hasNUL && (isPlain || String(validating: text, as: UTF8.self) != nil)
    }
}
