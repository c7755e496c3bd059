import Testing
import WaldoCore
import WaldoLoop
import WaldoTerminal
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoApp

@Suite(.onLoop) struct DriveGaugeTests {
    private let command = Command(channel: .slider, value: 6, decimals: 0, frame: Frame("F>".utf8)!)
    private let input = DriveEvent.input(.report(more: false))

    @LoopActor @Test func onlyWhatFollowsTheHandAtOnceIsADelay() {
        let gauge = DriveGauge()
        gauge.handled(input)
        gauge.wrote(command, .written, at: 1_000, now: 1_085)
        // Heartbeats and commands that pacing has delayed leave at their own time, so they do not count as delays.
        gauge.handled(.deadline)
        gauge.wrote(command, .written, at: 101_000, now: 150_000)
        gauge.handled(input)
        gauge.wrote(command, .refused, at: 102_000, now: 900_000)
        #expect(gauge.delay?.p50 == .microseconds(85) && gauge.delay?.p99 == .microseconds(85))
        #expect(gauge.frames(since: 1_000, of: .robot).map(\.at) == [.zero, .milliseconds(100)])
    }

    /// The default arm's slider goes from -6 to 6.
    @LoopActor @Test func thePlotHasTheNumbersOfItsSpanAndTheOneBefore() {
        let gauge = DriveGauge()
        #expect(gauge.plot(of: .robot, within: .seconds(5)).isEmpty)
        for (second, value) in [(0, 0), (1, 6), (2, -6), (8, 3), (10, 0)] as [(Int64, Int32)] {
            let sent = Command(channel: .slider, value: value, decimals: 0, frame: Frame("F>".utf8)!)
            let time = Instant.clockStart + .seconds(second)
            gauge.wrote(sent, .written, at: time, now: time)
        }
        let lines = gauge.plot(of: .robot, within: .seconds(5))
        #expect(lines.map(\.channel) == ["slider"])
        #expect(lines[0].samples.map(\.before) == [.seconds(8), .seconds(2), .zero])
        #expect(lines[0].samples.map(\.value) == [-1, 0.5, 0])
    }

    @LoopActor @Test func theRateIsThatOfTheLastSpell() {
        let gauge = DriveGauge()
        func spell(from: Instant, each: TimeSpan, count: Int) {
            for turn in 0..<count {
                let time = from + each * turn
                gauge.wrote(command, .written, at: time, now: time)
            }
        }
        spell(from: 0, each: .milliseconds(100), count: 2)
        #expect(gauge.rate == nil)
        spell(from: 200_000, each: .milliseconds(100), count: 8)
        #expect(gauge.rate == 10)
        // A longer pause is the operator's, and does not lower the rate.
        spell(from: 5_000_000, each: .milliseconds(20), count: 100)
        #expect(gauge.rate == 50)
        #expect(gauge.frames(since: 0, of: .robot).count == 48)
        #expect(gauge.frames(since: 0, of: .robot).last?.at == .milliseconds(6_980))
        spell(from: 60_000_000, each: .milliseconds(20), count: 1)
        #expect(gauge.rate == nil)
    }
}
