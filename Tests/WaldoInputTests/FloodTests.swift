import CLibevdev
import Foundation
import Synchronization
import Testing
import WaldoTestSupport

/// A device that sends faster than it is read.
@Suite(.serialized, .timeLimit(.minutes(2))) struct FloodTests {
    private static func record(_ type: CInt, _ code: CInt, _ value: Int32) -> [UInt8] {
        let event = input_event(time: timeval(), type: UInt16(type), code: UInt16(code), value: value)
        return withUnsafeBytes(of: event, Array.init)
    }

    private static let report = record(EV_SYN, SYN_REPORT, 0)

    /// An axis that takes these values, one in each report.
    private static func way(_ values: some Sequence<Int>) -> [UInt8] {
        values.flatMap { record(EV_ABS, ABS_X, Int32($0)) + report }
    }

    /// Keeps a pipe full until `end` is called.
    private final class Flood: Sendable {
        private let isToEnd = Atomic(false), hasEnded = Atomic(false)

        init(of block: [UInt8], into hand: CInt) {
            Thread.detachNewThread { [self] in
                while !isToEnd.load(ordering: .relaxed) { _ = write(hand, block, block.count) }
                hasEnded.store(true, ordering: .releasing)
            }
        }

        /// Waits for the flood's end, so that what is written afterwards comes behind all of it.
        func end() async throws {
            isToEnd.store(true, ordering: .relaxed)
            try await waitUntil("the flood's end") { hasEnded.load(ordering: .acquiring) ? true : nil }
        }
    }

    @Test func theOthersAreServedMeanwhile() async throws {
        let probe = try MockProbe([.init()], pipes: true, "source", "pad", "--quiet")
        let hand = try await probe.hand()
        defer { close(hand) }
        try await probe.waitForLine(containing: "\"added\"")
        // At most PIPE_BUF bytes: a longer block may stop in the middle of a record while the pipe is full, and a
        // reader of half a record, which no event device has, takes that for the loss of the device.
        let flood = Flood(of: Self.way(0..<85), into: hand)
        // Each answer is a turn in which the signal's descriptor was served; between two that differ the flood had its
        // share.
        var seen = try await waitUntil("the first records") { () -> Int? in
            let events = try await probe.count("events")
            return events > 0 ? events : nil
        }
        for _ in 0..<5 {
            seen = try await waitUntil("more records") {
                let events = try await probe.count("events")
                return events > seen ? events : nil
            }
        }
        try await flood.end()
        let last = Self.record(EV_KEY, BTN_SOUTH, 0) + Self.way([4_242])
        #expect(write(hand, last, last.count) == last.count)
        try await waitUntil("the last state") { try await probe.count("axis") == 4_242 ? true : nil }
    }

    /// Events that do not fit into one turn come in the next ones, complete and in order. The last report of each turn
    /// says that nothing is pending behind it, so that the state machine acts on it however long the flood lasts.
    @Test func nothingIsLostAndEachTurnEndsInAReport() async throws {
        let probe = try MockProbe([.init()], pipes: true, "source", "pad")
        let hand = try await probe.hand()
        defer { close(hand) }
        try await probe.waitForLine(containing: "\"added\"")
        let before = try await probe.count("turns")
        // As much as a pipe holds, so all of it is there at once.
        let all =
            Self.record(EV_KEY, BTN_SOUTH, 1) + Self.way(1...1_300) + Self.record(EV_KEY, BTN_SOUTH, 0) + Self.report
        #expect(all.count < 65_536 && write(hand, all, all.count) == all.count)
        try await probe.waitForLine(containing: "key(304, down: false)")
        let turns = try await probe.count("turns") - before
        #expect((6...20).contains(turns), "\(turns)")
        #expect(try await probe.count("events") == 2 * 1_300 + 3)
        let reported = probe.lines.filter { $0.contains("\"input\",\"what\"") }.map { $0.value(of: "what") }
        let axes = reported.filter { $0.hasPrefix("axis") }
        #expect(axes == (1...1_300).map { "axis(0, \($0))" })
        let ends = reported.count { $0 == "report(more: false)" }
        #expect((6...20).contains(ends), "\(ends)")
        #expect(reported.last == "report(more: false)")
    }
}
