import Testing
import WaldoTime

@testable import WaldoApp

/// The times of imported lines on their session's clock. Numbers are in seconds.
@Suite struct LogClockTests {
    private static let base: Int64 = 1_700_000_000

    /// The times of lines 5 s apart by default, each with the row of the wall clock before it.
    private func times(_ lines: [Int64?], measures: Bool = true) -> [(at: Int64, clock: Int64?, isLeap: Bool)] {
        var clock = LogClock(interval: .seconds(5))
        return lines.map { line in
            let step = clock.take(utc: line.map { (Self.base + $0) * 1_000_000 }, measures: measures)
            return (
                step.at.microseconds / 1_000_000, step.clock.map { $0 / 1_000_000 - Self.base }, step.isLeap
            )
        }
    }

    @Test func linesFollowTheirOwnTimes() {
        let found = times([100, 105, 109, 115, 115])
        #expect(found.map(\.at) == [0, 5, 9, 15, 15])
        #expect(found.map(\.clock) == [100, nil, nil, nil, nil])
    }

    @Test func aClockThatIsSetBackNeverReorders() {
        let found = times([100, 105, 20, 25, 24])
        #expect(found.map(\.at) == [0, 5, 10, 15, 20])
        #expect(found.map(\.clock) == [100, nil, 20, nil, 24])
        #expect(!found.contains { $0.isLeap })
    }

    @Test func upToADayOffIsAPauseAndMoreIsALeap() {
        let found = times([0, 86_400, 86_405 + 86_401])
        #expect(found.map(\.at) == [0, 86_400, 86_405])
        #expect(found.map(\.clock) == [0, nil, 86_405 + 86_401])
        #expect(found.map(\.isLeap) == [false, false, true])
    }

    @Test func measurementsWithoutATimeFollowByTheInterval() {
        // Two before the receiver knows the date; one with a damaged time between two good ones.
        let found = times([nil, nil, 100, nil, 110])
        #expect(found.map(\.at) == [0, 5, 10, 15, 20])
        #expect(found.map(\.clock) == [nil, nil, 100, nil, nil])
    }

    @Test func aDamagedTimeTooManyIsMadeUpForByARowOfTheClock() {
        let found = times([100, nil, nil, 105, 110])
        #expect(found.map(\.at) == [0, 5, 10, 10, 15])
        #expect(found.map(\.clock) == [100, nil, nil, 105, nil])
    }

    @Test func commentsTakeNoTime() {
        let found = times([nil, nil], measures: false)
        #expect(found.map(\.at) == [0, 0])
    }

    @Test func aLineInPiecesHasOneNumber() {
        var count = LineCount()
        var numbers: [Int] = []
        for piece in ["a\n", "long ", "and longer", "\n", "\r\n", "end"] {
            count.take(Array(piece.utf8))
            numbers.append(count.number)
        }
        #expect(numbers == [1, 2, 2, 2, 3, 4])
    }
}
