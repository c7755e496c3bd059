import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// The timeline by which a recording is played.
@Suite struct PlaybackTimelineTests {
    private func command(_ at: Int64, _ channel: Channel, _ value: Int32, _ outcome: WriteOutcome = .written)
        -> RecordedLine
    {
        .command(
            RecordedCommand(
                at: .clockStart + .milliseconds(at),
                command: Command(channel: channel, value: value, decimals: 0, frame: Frame()),
                outcome: outcome))
    }

    private func step(_ at: Int64, _ event: DriveEvent) -> RecordedLine {
        .step(RecordedStep(at: .clockStart + .milliseconds(at), event: event))
    }

    /// One text for each number, such as `1000 slider 6`: milliseconds, channel, number.
    private func timeline(by arm: Arm = .robot, _ lines: [RecordedLine]) -> [String] {
        var timeline = PlaybackTimeline(arm: arm), reported: [String] = []
        for line in lines {
            timeline.add(line) { moment in
                for channel in moment.numbers.channels {
                    if let number = moment.numbers[channel] {
                        reported.append("\(moment.at.microseconds / 1_000) \(channel) \(number)")
                    }
                }
            }
        }
        return reported
    }

    @Test func commandsThatWereSentAreItsMoments() {
        #expect(
            timeline([command(1, .slider, 6), command(2, .zx, 5, .refused), command(3, .zy, 7, .inFlight)]) == [
                "1 slider 6", "3 zy 7",
            ])
    }

    @Test func motionFramesAreToldFromZeroFrames() {
        var timeline = PlaybackTimeline(arm: .robot), motions: [Bool] = []
        for line in [command(1, .slider, 6), command(2, .slider, 0), command(3, .zx, 0)] {
            timeline.add(line) { motions.append($0.isMotion) }
        }
        #expect(motions == [true, false, true])
    }

    @Test func aVelocityEndsWithThreeRepeatsOfSilence() {
        #expect(
            timeline([command(100, .slider, 6), step(400, .deadline), step(401, .deadline), command(900, .slider, 6)])
                == [
                    "100 slider 6", "400 slider 0", "900 slider 6",
                ])
    }

    @Test func aLostLinkEndsEveryVelocityAndNoPosition() {
        #expect(
            timeline([command(1, .slider, 6), command(2, .zx, 40), step(100, .link(.down)), step(900, .deadline)]) == [
                "1 slider 6", "2 zx 40", "100 slider 0",
            ])
    }

    @Test func oneFrameSaysAllAndKeepsTheHeartbeatOfAll() {
        func all(_ at: Int64, _ slider: Int32) -> RecordedLine {
            .command(
                RecordedCommand(
                    at: .clockStart + .milliseconds(at),
                    command: Command(channel: .zx, value: 1, decimals: 0, frame: Frame()),
                    all: PerChannel(slider: slider, zx: 1, zy: 0)))
        }
        #expect(
            timeline(by: .combined, [all(0, 50), all(500, 50), step(1_100, .deadline), step(1_101, .deadline)]) == [
                "0 slider 50", "0 zx 1", "0 zy 0", "500 slider 50", "500 zx 1", "500 zy 0", "1100 slider 0",
            ])
    }
}
