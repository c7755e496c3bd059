import CLibevdev
import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoInput

@Suite struct PrintableNameTests {
    static let rows: [([UInt8], String)] = [
        (Array("Microsoft X-Box 360 pad".utf8), "Microsoft X-Box 360 pad"),
        (Array("  Padded  ".utf8), "Padded"),
        (Array("Gerät ゲーム".utf8), "Gerät ゲーム"),
        ([0x50, 0xff, 0x61, 0x64], "P\u{FFFD}ad"),
        (Array("\u{1B}[2Jboo\u{7}".utf8), "\u{FFFD}[2Jboo\u{FFFD}"),
        (Array("a\nb\u{202E}c\u{2028}".utf8), "a\u{FFFD}b\u{FFFD}c\u{FFFD}"),
        ([], ""),
    ]

    @Test(arguments: rows) func text(bytes: [UInt8], expected: String) {
        #expect(PrintableName.text(of: bytes) == expected)
        #expect(
            (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
                PrintableName.text(ofCString: $0.baseAddress)
            } == expected)
    }

    @Test(arguments: 0..<50) func anyBytesBecomePrintable(seed: UInt64) {
        var random = SeededGenerator(seed)
        let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let text = PrintableName.text(of: bytes)
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) })
        #expect(PrintableName.text(of: text.utf8) == text)
    }
}

@Suite struct SysfsInputTests {
    @Test func bitmapOfTheRecordedPad() {
        let keys = SysfsInput.bitmap(Array("7cdb000000000000 0 0 0 0\n".utf8))
        #expect(keys.codes.first == UInt16(BTN_SOUTH) && keys.codes.count == 11)
        #expect(SysfsInput.bitmap(Array("3003f\n".utf8)).codes == [0, 1, 2, 3, 4, 5, 16, 17])
        #expect(SysfsInput.bitmap(Array("0\n".utf8)) == CodeSet())
        #expect(SysfsInput.bitmap(Array("no 1\n".utf8)) == CodeSet())
    }

    @Test(arguments: 0..<50) func anyTextIsASetOrNothing(seed: UInt64) {
        var random = SeededGenerator(seed)
        let alphabet = Array("0123456789abcdef \n\0g".utf8)
        let text = (0..<Int.random(in: 0...400, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
        #expect(SysfsInput.bitmap(text).codes.allSatisfy { $0 < 768 })
    }
}
