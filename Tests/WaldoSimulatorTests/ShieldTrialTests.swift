import Testing
import WaldoCore
import WaldoFiles
import WaldoTestSupport
import WaldoTime

@testable import WaldoSimulator

/// The measurement of a link, with boards that do what they should and boards that do not.
@Suite struct ShieldTrialTests {
    private static let streams: [ShieldPhase] = [.single, .paced, .fast]

    private func report(_ habit: ShieldStand.Habit) throws -> ShieldReport {
        var stand = try ShieldStand(habit)
        try stand.run()
        return stand.trial.report
    }

    @Test func aPerfectLinkKeepsEveryBound() throws {
        let report = try report(.none)
        #expect(report.ending == .whole && report.holds)
        #expect(ShieldReport.Bound.allCases.allSatisfy { report.holds($0) == true })
        for phase in Self.streams {
            let tally = report[phase]
            #expect(tally.answered == tally.sent && tally.lost == 0, "\(phase)")
            #expect(tally.latency?.min == ShieldStand.delay && tally.latency?.max == ShieldStand.delay, "\(phase)")
        }
        // A second each: every 10 ms, every 20 ms, and 8 every 10 ms.
        #expect((95...101).contains(report[.single].sent) && (48...51).contains(report[.paced].sent))
        #expect((760...808).contains(report[.fast].sent))
        #expect(report.stops.map(\.board) == Array(repeating: .milliseconds(300), count: 5))
        #expect(report.stops.map(\.seen) == Array(repeating: .milliseconds(310), count: 5))
        #expect(report.reconnects == Array(repeating: ShieldStand.delay, count: 10))
        #expect(report.earlyStops == 0 && report.losses == 0 && report.skippedBytes == 0)
    }

    @Test func lostFramesAreCounted() throws {
        let report = try report(.losesEvery20th)
        #expect(report.ending == .whole && report.holds(.loss) == false && report.holds(.order) == true)
        for phase in Self.streams { #expect(report[phase].lost > 0, "\(phase)") }
        #expect(report[.fast].answered + report[.fast].lost == report[.fast].sent && report.earlyStops == 0)
    }

    @Test func framesOutOfOrderAreCounted() throws {
        let report = try report(.reorders)
        #expect(report.holds(.loss) == true && report.holds(.order) == false)
        #expect(report[.single].reordered == 0 && report[.paced].reordered > 0 && report[.fast].reordered > 0)
    }

    @Test func framesThatAreAnsweredTwiceAreCounted() throws {
        let report = try report(.answersTwice)
        #expect(report.holds(.loss) == true && report.holds(.order) == false && report.stops.count == 5)
        for phase in Self.streams { #expect(report[phase].duplicates == report[phase].answered, "\(phase)") }
    }

    /// An arm that answers nothing or something else, or that sends back what it gets, is sent no velocity.
    @Test(arguments: [ShieldStand.Habit.isSilent, .echoesAllBack])
    func aStrangerIsSentZeroFramesAlone(habit: ShieldStand.Habit) throws {
        var stand = try ShieldStand(habit)
        try stand.run()
        let report = stand.trial.report
        #expect(report.ending == .noEcho && !report.holds && !report.isMeasured && report.holds(.loss) == nil)
        #expect(stand.written.count == 12 && stand.written.allSatisfy { $0.count == 5 && $0[1] == 1 && $0[3] == 0 })
        #expect((report.skippedBytes > 0) == (habit == .echoesAllBack))
    }

    @Test func aWatchdogThatNeverStopsFails() throws {
        let report = try report(.neverStops)
        #expect(report.ending == .whole && report.holds(.watchdog) == false && report.holds(.loss) == true)
        #expect(report.stops.count == 5 && report.stops.allSatisfy { $0.seen == nil })
    }

    @Test func aLateAnswerIsALossAndCountedAsLate() throws {
        let report = try report(.answersLate)
        #expect(report.holds(.loss) == false && report[.single].lost == 1 && report[.single].late == 1)
    }

    @Test func whatIsNoMessageIsSkipped() throws {
        let report = try report(.sendsGarbage)
        #expect(report.ending == .whole && report.holds && report.skippedBytes > 1_000)
    }

    /// Frames that do not arrive for 400 ms: the board stops, and so would an arm.
    @Test func aStopInAStreamIsCounted() throws {
        let report = try report(.hearsNothingFor400ms)
        #expect(report.earlyStops == 1 && report[.paced].lost == 20 && report.holds(.watchdog) == true)
    }

    @Test func aBoardIsGreetedAgainAfterALoss() throws {
        var stand = try ShieldStand(.none)
        try stand.run { $0.written.last.map { $0[3] != 0 } ?? false }
        let before = stand.written.count
        stand.trial.linkIsLost(at: stand.now)
        let back = stand.now + .milliseconds(400)
        try stand.run { $0.now >= back }
        #expect(stand.written.count == before)
        stand.trial.linkIsUp(at: back)
        try stand.run { $0.written.count >= before + 2 }
        #expect(stand.written[before][3] == 0 && stand.written[before + 1][3] != 0)
        try stand.run()
        #expect(stand.trial.report.losses == 1 && stand.trial.report.ending == .whole)
    }

    @Test func whatWasMeasuredUntilAnInterruptionIsReported() throws {
        var stand = try ShieldStand(.none)
        try stand.run { $0.now >= .clockStart + .milliseconds(2_500) }
        let report = stand.trial.report
        #expect(report.ending == .incomplete && report.isMeasured && report.holds)
        #expect(report.holds(.loss) == true && report.holds(.watchdog) == nil && report.reconnect == nil)
    }

    /// The watchdog of an arm that stops too late.
    @Test func aStopOutsideOfItsTimeFails() {
        for (milliseconds, holds) in [(299, false), (300, true), (400, true), (401, false)] as [(Int64, Bool)] {
            var report = ShieldReport()
            report.stops = [ShieldReport.Stop(board: .milliseconds(milliseconds), seen: .milliseconds(350))]
            #expect(report.holds(.watchdog) == holds, "\(milliseconds)")
        }
    }

    @Test func onlyThePlainBinaryArmIsMeasured() throws {
        let library = Library(directory: nil)
        let names = try library.armNames().filter { EchoFrames(try library.loadArm($0)) != nil }
        #expect(Set(names) == ["nordic-uart", "hm10"])
    }
}
