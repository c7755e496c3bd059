import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

@Suite struct DriveSummaryTests {
    private func step(_ event: DriveEvent, _ milliseconds: Int64) -> RecordedLine {
        .step(RecordedStep(at: .clockStart + .milliseconds(milliseconds), event: event))
    }

    private func slider(_ value: Int32, _ milliseconds: Int64, _ outcome: WriteOutcome = .written) -> RecordedLine {
        let command = Command(channel: .slider, value: value, decimals: 0, frame: Frame())
        return .command(
            RecordedCommand(at: .clockStart + .milliseconds(milliseconds), command: command, outcome: outcome))
    }

    private func summary(_ lines: [RecordedLine], of arm: Arm = .robot) -> DriveSummary {
        var summary = DriveSummary(arm: arm, mapping: .pad())
        for line in lines { summary.add(line) }
        summary.finish()
        return summary
    }

    @Test func aGapCountsFromACommandThatMoves() {
        let found = summary([slider(3, 0), slider(6, 100), slider(0, 180), slider(0, 260), slider(2, 9_000)])
        #expect(found.channels.slider.commands == 5 && found.commands == 5)
        #expect(found.channels.slider.gaps.count == 2)
        #expect(
            found.channels.slider.gaps.greatest == .milliseconds(100)
                && found.channels.slider.gaps.least == .milliseconds(80))
        #expect(found.writes.count == 4 && found.writes.greatest == .milliseconds(8_740))
    }

    @Test func whatTheLinkDidNotTakeIsNoCommand() {
        let found = summary([
            slider(3, 0), slider(4, 50, .refused), slider(5, 100, .inFlight), slider(6, 150, .gone),
            slider(7, 190, .writtenLast),
        ])
        #expect(found.commands == 3 && found.refused == 1 && found.gone == 1)
        #expect(found.channels.slider.gaps.greatest == .milliseconds(100))
    }

    /// Both the failed write and the link report a loss; time without a link is not a gap.
    @Test func aLossIsCountedOnceAndIsNoGap() {
        let found = summary([
            step(.link(.up(takenOver: false)), 0), slider(3, 100), step(.link(.down), 200), step(.link(.down), 210),
            step(.link(.up(takenOver: false)), 2_200), slider(0, 2_200), step(.link(.down), 5_000),
            step(.deadline, 5_500),
        ])
        #expect(found.link.losses == 2 && found.link.down == .milliseconds(2_000 + 500))
        #expect(found.channels.slider.gaps.count == 0 && found.writes.count == 0)
    }

    @Test func theDrivesOwnEndIsNoLoss() {
        let found = summary([step(.link(.up(takenOver: false)), 0), step(.shutdown, 100), step(.link(.down), 150)])
        #expect(found.link.losses == 0 && found.link.down == .zero)
        // A link that was never up is not lost either.
        #expect(summary([step(.link(.down), 0)]).link.losses == 0)
    }

    @Test func remarksAreCountedByWhatTheySay() {
        func event(_ event: String, _ state: String = "", status: Int32? = nil) -> RecordedLine {
            .event(RecordedEvent(at: 7, event: event, state: state, status: status))
        }
        func notification(_ at: Instant) -> RecordedLine {
            .notification(RecordedNotification(at: at, characteristic: nil, bytes: [1]))
        }
        let found = summary(
            [
                event("halt", "stop"), event("halt", "stop"), event("halt", "link-lost"),
                event("halt", "unheard of"),
                event("stop"), event("resume"), event("dropped"), notification(2_500), notification(1_000),
                event("link", "override"), event("gate", "open"), event("end", status: 130),
                step(.inputLost, 1), step(.inputResynced(InputState()), 2),
            ])
        let halts = Dictionary(uniqueKeysWithValues: zip(HaltReason.allCases, found.halts))
        #expect(halts[.stop] == 2 && halts[.linkLost] == 1 && found.halts.reduce(0, +) == 3)
        #expect(found.stops == 1 && found.resumes == 1 && found.drops == 1 && found.notifications == 2)
        #expect(found.isOverride && found.status == 130)
        #expect(found.inputLosses == 1 && found.resyncs == 1 && found.duration == .microseconds(2_500))
    }

    /// Older recordings do not state what has stopped.
    @Test func stopsAreCountedByWhatHasStopped() {
        let names = ["page", "BTN_EAST", "", "page"] + (0..<20).map { "n\($0)" }
        let found = summary(names.map { .event(RecordedEvent(at: 7, event: "stop", state: $0)) })
        #expect(found.stops == 24 && found.stopCauses.count == 8)
        #expect(found.stopCauses.prefix(2).map { $0.name } == ["page", "BTN_EAST"])
        #expect(found.stopCauses.prefix(2).map { $0.count } == [2, 1])
    }

    @Test func deadlinesTellHowLateTheyWereMet() {
        let found = summary([
            .step(RecordedStep(at: 1_150, event: .deadline, due: 1_000)),
            .step(RecordedStep(at: 2_050, event: .deadline, due: 2_000)),
        ])
        #expect(
            found.lateness.count == 2 && found.lateness.greatest == .microseconds(150)
                && found.lateness.least == .microseconds(50))
    }

    /// A position's gaps are counted within one touch, which only the state machine can delimit.
    @Test func aPositionsGapsLieWithinOneTouch() throws {
        var harness = DriveHarness(.follower, .pad())
        harness.start(.padAtRest)
        for _ in 0..<2 {
            harness.input(.axis(Code.rx, 32_767))
            harness.advance(.milliseconds(500))
            harness.input(.axis(Code.rx, 0))
            harness.advance(.seconds(4))
        }
        let lines = lines(of: harness)
        let found = summary(lines, of: .follower)
        let commands = lines.filter { if case .command = $0 { true } else { false } }.count
        #expect(found.channels.zx.commands == commands && commands > 20)
        #expect(found.channels.zx.gaps.count == commands - 2)
        #expect(try #require(found.channels.zx.gaps.greatest) < .milliseconds(100))
        #expect(try #require(found.writes.greatest) > .seconds(3))
        #expect(found.channels.slider.commands == 0)
    }

    /// With one frame for all channels, each frame counts as a command for every channel.
    @Test func aCombinedFrameCarriesEveryChannel() {
        var first = RecordedCommand(at: 0, command: Command(channel: .slider, value: 5, decimals: 0, frame: Frame()))
        first.all = PerChannel(slider: 5, zx: 0, zy: 40)
        var second = RecordedCommand(at: 25_000, command: Command(channel: .zy, value: 0, decimals: 0, frame: Frame()))
        second.all = PerChannel(slider: 5, zx: 0, zy: 0)
        var third = second
        third.at = 90_000
        let found = summary([.command(first), .command(second), .command(third)], of: .combined)
        #expect(found.channels.slider.gaps.count == 2 && found.channels.zy.gaps.count == 1)
        #expect(found.channels.list.map(\.commands) == [3, 3, 3] && found.commands == 3)
    }

    private func lines(of harness: DriveHarness) -> [RecordedLine] {
        var stateMachine = DriveStateMachine(arm: harness.stateMachine.arm, mapping: harness.stateMachine.mapping)
        return harness.steps.flatMap { event, at -> [RecordedLine] in
            let command = stateMachine.step(event, at: at).command
            return [.step(RecordedStep(at: at, event: event))]
                + (command.map { [.command(RecordedCommand(at: at, command: $0))] } ?? [])
        }
    }
}
