import Testing
import WaldoTime

@testable import WaldoApp

/// The times of imported lines on their session's clock. Numbers are in seconds.
@Suite struct LogClockTests {
    private static let base: Int64 = 1_700_000_000

    /// The times of measurements 5 s apart by default, each with the row of the wall clock before it: when, and its
    /// date.
    private func times(_ lines: [Int64?]) -> [(at: Int64, row: [Int64?]?, isLeap: Bool)] {
        var clock = LogClock(interval: .seconds(5))
        return lines.map { line in
            let step = clock.measured(line.map { (Self.base + $0) * 1_000_000 })
            return (
                step.at.microseconds / 1_000_000,
                step.row.map { [$0.at.microseconds, $0.utc.map { $0 / 1_000_000 - Self.base }] }, step.isLeap
            )
        }
    }

    @Test func linesFollowTheirOwnTimes() {
        let found = times([100, 105, 109, 115, 115])
        #expect(found.map(\.at) == [0, 5, 9, 15, 15])
        #expect(found.map(\.row) == [[0, 100], nil, nil, nil, nil])
    }

    /// Where another log begins, the date holds from the beginning of what its first line measured.
    @Test func anEarlierDateNeverReorders() {
        let found = times([100, 105, 20, 25])
        #expect(found.map(\.at) == [0, 5, 10, 15])
        #expect(found.map(\.row) == [[0, 100], nil, [5_000_001, 15], nil])
        #expect(!found.contains { $0.isLeap })
    }

    @Test func upToADayOffIsAPauseAndMoreIsALeap() {
        let found = times([0, 86_400, 172_806])
        #expect(found.map(\.at) == [0, 86_400, 86_405])
        #expect(found.map(\.row) == [[0, 0], nil, [86_400_000_001, 172_801]])
        #expect(found.map(\.isLeap) == [false, false, true])
    }

    @Test func measurementsWithoutATimeFollowByTheInterval() {
        let found = times([nil, nil, 100, nil, 110])
        #expect(found.map(\.at) == [0, 5, 10, 15, 20])
        #expect(found.map(\.row) == [[0, nil], nil, [5_000_001, 95], [10_000_001, nil], [15_000_001, 105]])
    }

    /// The line with a time again has measured for itself, unless it leaves no time for that.
    @Test func tooManyWithoutATimeAreMadeUpForByARow() {
        var found = times([100, nil, nil, 105, 110])
        #expect(found.map(\.at) == [0, 5, 10, 15, 20])
        #expect(found.map(\.row) == [[0, 100], [1, nil], nil, [10_000_001, 100], nil])
        found = times([100, nil, nil, 103, 108])
        #expect(found.map(\.at) == [0, 5, 10, 10, 15])
        #expect(found.map(\.row) == [[0, 100], [1, nil], nil, [10_000_000, 103], nil])
    }

    @Test func commentsTakeNoTime() {
        let clock = LogClock(interval: .seconds(5))
        #expect(clock.passed() == LogClock.Step(at: .clockStart) && clock.passed().row == nil)
    }

    @Test func aLineInPiecesHasOneNumber() {
        var count = LineCount()
        var numbers: [Int] = []
        for piece in ["a\n", "long ", "and longer", "\n", "\r\n", "end"] {
            count.add(Array(piece.utf8))
            numbers.append(count.number)
        }
        #expect(numbers == [1, 2, 2, 2, 3, 4])
    }
}
