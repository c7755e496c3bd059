import CLibevdev
import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoInput

@Suite struct EventDecoderTests {
    let south = UInt16(BTN_SOUTH)
    let east = UInt16(BTN_EAST)
    let x = UInt16(ABS_X)
    let y = UInt16(ABS_Y)

    func key(_ code: UInt16, _ value: Int32) -> RawEvent { RawEvent(type: UInt16(EV_KEY), code: code, value: value) }
    func axis(_ code: UInt16, _ value: Int32) -> RawEvent { RawEvent(type: UInt16(EV_ABS), code: code, value: value) }
    var report: RawEvent { RawEvent(type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0) }

    var decoder: EventDecoder { EventDecoder(CodesWanted(axes: [x], keys: [south])) }

    /// Decodes records. The reports whose numbers are in `more` have another record pending behind them.
    func decode(_ records: [RawEvent], more: Set<Int> = []) -> [InputEvent] {
        var decoder = decoder
        var reports = -1
        return records.compactMap { record in
            if record == report { reports += 1 }
            return decoder.decode(record, more: more.contains(reports))
        }
    }

    @Test func keysAxesAndReports() {
        #expect(
            decode([key(south, 1), axis(x, -32768), report, key(south, 0), report]) == [
                .key(south, down: true), .axis(x, -32768), .report(more: false), .key(south, down: false),
                .report(more: false),
            ])
    }

    @Test func autorepeatIsLeftOutWithItsReport() {
        #expect(
            decode([key(south, 1), report, key(south, 2), report, key(south, 2), report, key(south, 0), report]) == [
                .key(south, down: true), .report(more: false), .key(south, down: false), .report(more: false),
            ])
    }

    @Test func whatIsNotWantedIsLeftOut() {
        let scan = RawEvent(type: UInt16(EV_MSC), code: UInt16(MSC_SCAN), value: 4)
        #expect(decode([key(east, 1), axis(y, 3), scan, report]) == [])
        #expect(decode([scan, axis(x, 3), axis(y, 3), report]) == [.axis(x, 3), .report(more: false)])
    }

    @Test func aBatchReportsThatMoreIsWaiting() {
        #expect(
            decode([axis(x, 1), report, axis(x, 2), report, axis(x, 3), report], more: [0, 1]) == [
                .axis(x, 1), .report(more: true), .axis(x, 2), .report(more: true), .axis(x, 3), .report(more: false),
            ])
    }

    /// A report that announced more must be followed by another one, even if it brings no change.
    @Test func aPromiseOfMoreIsKept() {
        #expect(
            decode([axis(x, 1), report, axis(y, 2), report, axis(y, 3), report], more: [0]) == [
                .axis(x, 1), .report(more: true), .report(more: false),
            ])
    }

    @Test func afterADropTheBrokenReportIsVoid() {
        var decoder = decoder
        #expect(decoder.decode(axis(x, 1), more: false) == .axis(x, 1))
        decoder.reset()
        #expect(decoder.decode(report, more: false) == nil)
    }

    /// Any stream: no unwanted code passes, a report follows each that announced more, and the last values are the
    /// device's.
    @Test(arguments: 0..<50) func anyStream(seed: UInt64) {
        var random = SeededGenerator(seed)
        var decoder = decoder
        var truth: (x: Int32?, south: Bool) = (nil, false)
        var seen = truth
        var changedSinceReport = false
        var promised = false
        for _ in 0..<2_000 {
            let types = [EV_SYN, EV_KEY, EV_KEY, EV_ABS, EV_ABS, EV_MSC, EV_REL, EV_SW, 31].map { UInt16($0) }
            let codes: [UInt16] = [south, east, x, y, UInt16(SYN_REPORT), 767, 768, .max, random.next()]
            let record = RawEvent(
                type: types.randomElement(using: &random)!, code: codes.randomElement(using: &random)!,
                value: [0, 1, 2, -1, .min, .max].randomElement(using: &random)!)
            let isPending = Bool.random(using: &random)
            if record.type == EV_ABS && record.code == x { truth.x = record.value }
            if record.type == EV_KEY && record.code == south && (0...1).contains(record.value) {
                truth.south = record.value == 1
            }
            switch decoder.decode(record, more: isPending) {
            case .key(let code, let down):
                #expect(code == south)
                seen.south = down
                changedSinceReport = true
            case .axis(let code, let value):
                #expect(code == x)
                seen.x = value
                changedSinceReport = true
            case .report(let more):
                #expect(changedSinceReport || promised)
                #expect(more == isPending)
                promised = more
                changedSinceReport = false
            case nil:
                if record.type == EV_SYN && record.code == SYN_REPORT { #expect(!changedSinceReport && !promised) }
            }
            #expect(seen == truth)
        }
    }
}

@Suite struct EventClockTests {
    static let rows: [(monotonic: Bool, stamp: Instant, expected: Instant)] = [
        (true, 4_999_000, 4_999_000), (true, 5_000_000, 5_000_000), (true, 4_000_000, 4_000_000),
        // After a freeze without a signal, an old stamp is the only evidence.
        (true, 3_999_999, 3_999_999), (true, 1, 1),
        (true, 5_000_001, 5_000_000), (true, 0, 5_000_000), (true, -1, 5_000_000),
        (true, 1_700_000_000_000_000, 5_000_000), (true, .distantPast, 5_000_000), (false, 4_999_000, 5_000_000),
    ]

    @Test(arguments: rows) func believesOnlyAStampOfItsClock(monotonic: Bool, stamp: Instant, expected: Instant) {
        #expect(EventClock(isMonotonic: monotonic).time(of: stamp, now: 5_000_000) == expected)
    }
}
