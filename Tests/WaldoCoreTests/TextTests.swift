import Testing
import WaldoCore

/// Text that numbers, bytes and strings from outside become.
@Suite struct TextTests {
    @Test(
        arguments: [
            (0, 0, "0", "0"), (-25, 2, "-0.25", "-0.25"), (2_500, 3, "2.500", "2.5"), (-7, 0, "-7", "-7"),
            (100, 2, "1.00", "1"), (5, 6, "0.000005", "0.000005"),
            (.max, 0, "9223372036854775807", "9223372036854775807"),
            (.min, 3, "-9223372036854775.808", "-9223372036854775.808"),
        ] as [(Int64, Int, String, String)])
    func aNumberHasItsDecimals(units: Int64, decimals: Int, whole: String, trimmed: String) {
        #expect(DecimalText.text(units, decimals: decimals) == whole)
        #expect(DecimalText.trimmed(units, decimals: decimals) == trimmed)
    }

    /// Two digits of the error, or four of the number where the error is not known or none.
    @Test(
        arguments: [
            (0.1123, 0.0214, "0.112"), (21.340000152587891, nil, "21.34"), (21.340000152587891, 0, "21.34"),
            (80, 0, "80"), (12_345.678, 0, "12346"), (1.0 / 3, .nan, "0.3333"), (0, 0, "0"), (-2.0 / 3, nil, "-0.6667"),
        ] as [(Double, Double?, String)])
    func aNumberIsRounded(value: Double, error: Double?, text: String) {
        #expect(DecimalText.rounded(value, error: error) == text)
    }

    @Test func bytesBecomeDigitsAndBack() {
        let bytes = Array(UInt8.min...UInt8.max)
        #expect(HexText.bytes(of: HexText.text(of: bytes)) == bytes)
        #expect(HexText.bytes(of: HexText.text(of: bytes).uppercased()) == bytes)
        #expect(HexText.text(of: [0x46, 0x0e], separator: " ") == "46 0e")
        for text in ["", "4", "4g", "46 3e", "é0"] { #expect(HexText.bytes(of: text) == nil, "\(text)") }
    }

    @Test func numbersHaveTheDigitsOfTheirType() {
        #expect(HexText.text(of: UInt16(0x45e)) == "045e" && HexText.text(of: UInt64(0xab), digits: 4) == "00ab")
        #expect(HexText.number(of: "00ffE0".utf8) == 0xffe0)
        #expect(HexText.number(of: "".utf8) == nil && HexText.number(of: "+1".utf8) == nil)
        #expect(HexText.number(of: "12345678123456781".utf8) == nil)
    }

    @Test func aStringIsQuotedForJSON() {
        #expect(JSONQuoting.text("a\"b\\c\n\u{1b}\u{7f}é🎮") == #""a\"b\\c\u000a\u001b\u007fé🎮""#)
    }

    /// Nothing that a name holds reaches a terminal as a command.
    @Test(arguments: ["\u{1b}[2J", "\r\n", "\u{202e}", "\u{2028}", "\u{200b}", "\u{9b}31m", "\u{e000}"])
    func whatATerminalWouldObeyIsEscaped(text: String) {
        let shown = SafeText.escaped(text)
        #expect(shown.unicodeScalars.allSatisfy(SafeText.isSafe) && shown.hasPrefix("\\u{"))
    }

    @Test func aLongTextIsCut() {
        #expect(SafeText.escaped("abcdef", upTo: 3) == "abc...")
        #expect(SafeText.escaped("abc", upTo: 3) == "abc" && SafeText.escaped("é\u{7}", upTo: .max) == "é\\u{7}")
    }

    @Test func onlyPrintableASCIIIsPlain() {
        #expect(SafeText.plain(Array("F> ~".utf8)) == "F> ~")
        for bytes in [[], [0x1f], [0x7f], [0x41, 0xe9]] as [[UInt8]] { #expect(SafeText.plain(bytes) == nil) }
        #expect(SafeText.frame(Array("S100\r\n".utf8)) == "S100\\r\\n")
        for bytes in [[], [0x0a], [0x53, 0x00, 0x0a]] as [[UInt8]] { #expect(SafeText.frame(bytes) == nil) }
    }
}
