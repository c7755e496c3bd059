import Testing
import WaldoTestSupport

@testable import WaldoLoop

@Suite struct InotifyRecordTests {
    func bytes(_ watch: Int32, _ mask: UInt32, _ name: String, padded: Int = 16) -> [UInt8] {
        let text = Array(name.utf8) + Array(repeating: 0, count: name.isEmpty ? 0 : padded - name.utf8.count)
        var header: [UInt32] = [UInt32(bitPattern: watch), mask, 0, UInt32(text.count)]
        return header.withUnsafeMutableBytes { Array($0) } + text
    }

    func parse(_ bytes: [UInt8]) -> [InotifyRecord] { bytes.withUnsafeBytes { InotifyRecord.parse($0.bytes) } }

    @Test func recordsInARow() {
        let expected = [
            InotifyRecord(watch: 1, mask: 0x100, name: "event5"), InotifyRecord(watch: 2, mask: 0x8000, name: ""),
            InotifyRecord(watch: 1, mask: 0x200, name: "js0"),
        ]
        let all = expected.flatMap { bytes($0.watch, $0.mask, $0.name) }
        #expect(parse(all) == expected)
        #expect(parse(all.dropLast()) == Array(expected.dropLast()))
        #expect(parse([]) == [])
    }

    @Test(arguments: 0..<50) func anyBytes(seed: UInt64) {
        var random = SeededGenerator(seed)
        let noise = (0..<Int.random(in: 0...200, using: &random)).map { _ in UInt8.random(in: 0...3, using: &random) }
        #expect(parse(noise).count <= noise.count / 16)
        // A complete record before the noise is still read.
        #expect(parse(bytes(7, 1, "event1") + noise).first == InotifyRecord(watch: 7, mask: 1, name: "event1"))
    }
}
