import Testing
import WaldoTestSupport

@testable import WaldoRelay

/// Values as PostgreSQL's COPY has them, both ways, and what is none.
@Suite struct CopyTextTests {
    @Test(arguments: [
        0.0, -0.0, 1, -75, 0.1, 1e300, .leastNonzeroMagnitude, -1.5e-7, .infinity, -.infinity, 123456789.125, 0x1p50,
        1e22,
    ])
    func aNumberIsTheSameAfterItsJourney(number: Double) {
        var line: [UInt8] = []
        CopyLine.write(number, to: &line)
        line.withUnsafeBytes { field in
            #expect(CopyText.isDouble(field), "\(String(decoding: field, as: UTF8.self))")
            #expect(CopyText.double(field)?.bitPattern == number.bitPattern)
        }
    }

    @Test(arguments: ["", "a", "tab\tback\\slash\nline\rend", "\u{e4}\u{1f600}", "\\N", "\\."])
    func aTextIsTheSameAfterItsJourney(text: String) {
        var line: [UInt8] = []
        #expect(Array(text.utf8).withUnsafeBytes { CopyLine.write(text: $0, to: &line) })
        line.withUnsafeBytes { field in
            #expect(CopyText.isText(field) && !CopyText.isNull(field) && CopyText.text(field) == text)
        }
    }

    @Test(arguments: [
        "NaN", "", "-", ".5", "5.", "1e", "1e5000", "1e-5000", "0x10", "+1", "1 ", "inf", "1e+", "--1", "1.2.3",
    ])
    func whatIsNoNumberIsRefused(text: String) {
        #expect(!Array(text.utf8).withUnsafeBytes { CopyText.isDouble($0) })
    }

    @Test func whatIsNoTextIsRefused() {
        var line: [UInt8] = []
        #expect(![65, 0].withUnsafeBytes { CopyLine.write(text: $0, to: &line) })
        #expect(![0xc3 as UInt8].withUnsafeBytes { CopyLine.write(text: $0, to: &line) })
        for bytes: [UInt8] in [[0], [0xc3], [92], [92, 120], [10], [13]] {
            #expect(!bytes.withUnsafeBytes { CopyText.isText($0) }, "\(bytes)")
        }
    }

    @Test func noBytesBreakTheRules() throws {
        var random = SeededGenerator(7)
        let rules = try #require(CopyRules("sample"))
        let right =
            "4398046511104\t1\t1024\t0\t0.5\t0.25\t1.25\t\\N\t1000000\t2000000\t\\N\t\\N\t9\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N"
        var id: Int64 = 0
        #expect(Array(right.utf8).withUnsafeBytes { rules.fault($0, id: &id) } == nil)
        for _ in 0..<20_000 {
            var line = Array(right.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<line.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: line[place] = UInt8.random(in: 0...255, using: &random)
                case 1: line.remove(at: place)
                default: line.insert([9, 92, 48, 57, 45, 46, 101].randomElement(using: &random)!, at: place)
                }
            }
            _ = line.withUnsafeBytes { rules.fault($0, id: &id) }
        }
    }
}
