import Testing
import WaldoTestSupport

@testable import WaldoFiles

/// Numbers and times as text.
struct SurveyTextTests {
    private func text(_ write: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        write(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "-0"), (5, "5"), (-12, "-12"), (0.1, "0.1"), (-0.25, "-0.25"), (77, "77"),
        (0.30000000000000004, "0.30000000000000004"), (136.16281833333332, "136.16281833333332"),
        (1e16, "1e+16"), (1e-300, "1e-300"), (9_007_199_254_740_991, "9007199254740991"), (0.000_000_1, "0.0000001"),
    ]) func shortestNumbers(_ number: Double, _ expected: String) {
        #expect(text { $0.add(shortest: number) } == expected)
    }

    @Test func shortestNumbersReadBackAndAreAsShortAsSwifts() throws {
        var generator = SeededGenerator(11)
        for round in 0..<20_000 {
            let number: Double =
                switch round % 4 {
                case 0: Double(bitPattern: generator.next())
                case 1: Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) / 1_000
                case 2: Double.random(in: -180...180, using: &generator)
                default: Double(Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())))
                }
            guard number.isFinite else { continue }
            let text = text { $0.add(shortest: number) }
            let back = try #require(Double(text))
            #expect(back.bitPattern == number.bitPattern, "\(number)")
            let digits = { (text: String) in
                var digits = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
                while digits.last == "0" { digits.removeLast() }
                return digits
            }
            #expect(digits(text) == digits("\(number)"), "\(number)")
        }
    }

    @Test func notFiniteIsNothing() {
        for number in [Double.nan, .infinity, -.infinity] {
            #expect(text { $0.add(shortest: number) } == "")
            #expect(text { $0.add(number, upTo: 7) } == "")
        }
    }

    @Test func decimalsAreRoundedAndCut() {
        #expect(text { $0.add(136.162_818_333, upTo: 7) } == "136.1628183")
        #expect(text { $0.add(-0.000_000_01, upTo: 7) } == "0")
        #expect(text { $0.add(-6.30, decimals: 2) } == "-6.30")
        #expect(text { $0.add(0.05, decimals: 2) } == "0.05")
        #expect(text { $0.add(11.5, decimals: 0) } == "12")
        #expect(text { $0.add(digits: .min, decimals: 3) } == "-9223372036854775.808")
    }

    // Python's datetime has computed the microseconds.
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_782_400_000_000, "2000-02-29T00:00:00Z"),
        (1_386_335_038_000_000, "2013-12-06T13:03:58Z"), (1_709_251_199_000_000, "2024-02-29T23:59:59Z"),
        (4_107_542_400_000_000, "2100-03-01T00:00:00Z"), (7_258_118_399_000_000, "2199-12-31T23:59:59Z"),
    ]) func times(_ utc: Int64, _ expected: String) {
        #expect(text { $0.add(utc: utc, decimals: 0) } == expected)
        #expect(CalendarTime.utc(expected.utf8) == utc)
    }

    @Test func everyTimeReadsBack() {
        var generator = SeededGenerator(12)
        for _ in 0..<20_000 {
            let utc = Int64.random(in: CalendarTime.span, using: &generator)
            #expect(CalendarTime.utc(text { $0.add(utc: utc, decimals: 6) }.utf8) == utc)
        }
    }

    @Test func zonesAndDecimals() {
        let utc: Int64 = 1_386_335_038_000_000
        #expect(CalendarTime.utc("2013-12-06T14:03:58+0100".utf8) == utc)
        #expect(CalendarTime.utc("2013-12-06T08:33:58-04:30".utf8) == utc)
        #expect(CalendarTime.utc("2013-12-06T14:03:58.5".utf8, zone: 3_600) == utc + 500_000)
        #expect(CalendarTime.utc("2013-12-06T13:03:58.123456789Z".utf8) == utc + 123_456)
        // A leap second is the one after it.
        #expect(CalendarTime.utc("2016-12-31T23:59:60Z".utf8) == CalendarTime.utc("2017-01-01T00:00:00Z".utf8))
        #expect(text { $0.add(utc: utc + 123_456, decimals: 3, zone: "") } == "2013-12-06T13:03:58.123")
    }

    @Test(arguments: [
        "", "2013-12-06", "2012-00-00T00:00:00Z", "2013-02-29T00:00:00Z", "2100-02-29T00:00:00Z",
        "2013-12-06T24:00:00Z",
        "2013-12-06T13:60:58Z", "2013-12-06T13:03:61Z", "2013-12-06 13:03:58Z", "2013-12-06T13:03:58",
        "1969-12-31T23:59:59Z", "2200-01-01T00:00:00Z",
        "2013-12-06T13:03:58.Z", "2013-12-06T13:03:58.1234567890Z", "2013-12-06T13:03:58Zx", "2013-12-06T13:03:58+1",
        "20SI-P- T23:47:04Z", "1970-01-01T00:30:00+0100",
    ]) func noTimes(_ text: String) { #expect(CalendarTime.utc(text.utf8) == nil) }

    /// Lines of real devices: the bGeigie NX, Nano and Mini, and a Zen.
    @Test(arguments: [
        "$BNXRDD,300,2012-12-16T17:58:24Z,31,9,115,A,4618.9996,N,00658.4623,E,587.6,A,3,77.2,1*1A",
        "$BNXRDD,300,2012-12-16T17:58:31Z,30,1,116,A,4618.9612,N,00658.4831,E,443.7,A,5,1.28,1*1D",
        "$BNXRDD,300,2012-12-16T17:58:36Z,32,4,120,A,4618.9424,N,00658.4802,E,428.1,A,6,1.27,1*18",
        "$BNRDD,5002,2025-07-26T06:05:14Z,1,1,1,V,3428.9629,N,13609.7691,E,572.2,A,15,184*52",
        "$BNRDD,2735,2020-06-29T10:42:11Z,106,13,1769,A,5313.0698,N,00633.5683,E,-6.30,A,9,91*54",
        "$BNRDD,204,2012-09-20T16:53:58Z,776,63,33895,A,5641.7788,N,1411.8820,E,9861.20,A,109,9*46",
        "$BMRDD,153,2015-02-25T20:52:06Z,40,4,40,V,,,,,,V,,0*60",
        "$BGRDD,002,2011-07-05T13:51:48Z,7,3,7,V,3538.5284,N,13943.1506,E,93.0,V,16.0,0*5c",
    ]) func checksumsOfRealLines(_ line: String) {
        let bytes = Array(line.utf8)
        #expect(XorChecksum.isRight(bytes[...]))
        for place in 1..<bytes.count - 3 {
            var changed = bytes
            changed[place] ^= 1
            #expect(!XorChecksum.isRight(changed[...]))
        }
        #expect(!XorChecksum.isRight(bytes.dropLast()))
        #expect(!XorChecksum.isRight(bytes[...] + [UInt8(ascii: "-")]))
    }
}
