import WaldoCore

/// How many terminal cells text takes, and which characters may be shown at all.
///
/// Widths are upper bounds (a combining mark counts as one cell; characters that some terminals draw wide count as
/// two): a line may end early, but never overflows the edge.
package enum CellWidth {
    /// The most cells that a printable scalar takes: 1 or 2.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        guard scalar.value >= 0x1100 else { return 1 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The most cells that a printable text takes.
    package static func cells(_ text: some StringProtocol) -> Int { text.unicodeScalars.reduce(0) { $0 + of($1) } }

    /// Whether every terminal draws the scalar in exactly as many cells as `of` returns, so that the text after it
    /// stays aligned.
    static func isCertain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // ASCII, Latin letters, box drawing and block elements, braille.
        case 0x20..<0x7f, 0xb5, 0xc0...0x24f, 0x2500...0x259f, 0x2800...0x28ff: true
        default: false
        }
    }

    /// Appends a scalar in printable form. Characters that are invisible, move the cursor or change the writing
    /// direction are escaped as `\u{1b}`; without UTF-8, so is everything except ASCII.
    static func appendPrintable(_ scalar: Unicode.Scalar, isUnicode: Bool, to text: inout String) {
        if scalar.isASCII ? scalar.value >= 0x20 && scalar.value < 0x7f : isUnicode && SafeText.isSafe(scalar) {
            text.unicodeScalars.append(scalar)
        } else {
            text += SafeText.escape(scalar)
        }
    }

    /// Returns a whole text in printable form; see `appendPrintable`.
    package static func printable(_ text: some StringProtocol, isUnicode: Bool) -> String {
        var shown = ""
        for scalar in text.unicodeScalars { appendPrintable(scalar, isUnicode: isUnicode, to: &shown) }
        return shown
    }

    /// East Asian wide and fullwidth characters (UAX #11), and all blocks that contain emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2300...0x23ff, 0x25a0...0x27bf, 0x2b00...0x2bff, 0x2e80...0xa4cf, 0xa960...0xa97f,
        0xac00...0xd7ff, 0xf900...0xfaff, 0xfe10...0xfe1f, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6,
        0x16fe0...0x18fff, 0x1aff0...0x1b2ff, 0x1f000...0x1faff, 0x20000...0x3fffd,
    ]
}
