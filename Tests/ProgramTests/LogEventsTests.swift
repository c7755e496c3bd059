import Testing
import WaldoCore
import WaldoFiles
import WaldoTime

@testable import WaldoApp

/// The lines of a log as events. Numbers are in seconds; a bGeigie writes a line every five.
@Suite struct LogEventsTests {
    private static let base: Int64 = 1_700_000_000

    private final class Lines: LoggedLines {
        private var rest: ArraySlice<LoggedLine>
        init(_ lines: [LoggedLine]) { rest = lines[...] }
        func next() -> LoggedLine? { rest.popFirst() }
        var progress: Double { 0 }
    }

    /// A line with its time; `-`, a measurement without one; `#`, a comment.
    private func events(_ lines: String) throws -> [(at: Instant, event: SurveyEvent)] {
        let logged = lines.split(separator: " ").enumerated().map { place, word in
            let utc = Int64(word).map { (Self.base + $0) * 1_000_000 }
            return LoggedLine(
                number: place + 1, bytes: Array((word == "#" ? "#\n" : "$A,\(place)\n").utf8),
                isComment: word == "#", utc: utc)
        }
        let events = LogEvents(Lines(logged), interval: .seconds(5), marks: [Array("$A,".utf8)])
        var found: [(at: Instant, event: SurveyEvent)] = []
        while let event = try events.next() { found.append(event) }
        #expect(
            found.compactMap { if case .bytes(_, let bytes) = $0.event { bytes } else { nil } } == logged.map(\.bytes))
        return found
    }

    /// The date that each line has by the rows of the wall clock.
    private func dates(_ lines: String) throws -> [Double?] {
        var clock = SurveyClock()
        let found = try events(lines)
        for case (let at, .clock(let utc)) in found { clock.add(utc: utc, at: at) }
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.at <= $1.at })
        return found.filter { if case .bytes = $0.event { true } else { false } }.map { at, _ in
            clock.utc(of: at).map { Double($0 - Self.base * 1_000_000) / 1_000_000 }
        }
    }

    @Test(
        arguments: [
            // Between two lines with a date: at the interval, or evenly where that leaves no room.
            ("100 - - 115", [100, 105, 110, 115]), ("100 - 108", [100, 104, 108]),
            ("100 - - 100", [100, 100, 100, 100]),
            // Before the first date, and after a pause: back from the next date.
            ("- - 100", [90, 95, 100]), ("# - # 100", [95, 95, 95, 100]),
            ("100 # - - 5000", [100, 100, 4990, 4995, 5000]),
            // The clock was set back, or more than a day forward.
            ("5000 - 100", [5000, 95, 100]), ("0 - 200000", [0, 199_995, 200_000]),
            // No date follows.
            ("100 - -", [100, 105, 110]), ("- -", [nil, nil]), ("", []),
        ] as [(String, [Double?])])
    func aLineWithoutADateIsDatedByTheLinesAroundIt(_ lines: String, _ expected: [Double?]) throws {
        #expect(try dates(lines) == expected, "\(lines)")
    }

    @Test func linesWaitForADateInABoundedNumber() throws {
        let found = try dates(String(repeating: "- ", count: 5_000) + "30000")
        #expect(found.count == 5_001 && found.last == 30_000)
        #expect(found[4_999] == 29_995 && found[4_096] == 29_995 - 903 * 5)
    }
}
