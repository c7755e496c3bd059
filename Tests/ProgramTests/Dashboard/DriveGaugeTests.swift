import Testing
import WaldoCore
import WaldoLoop
import WaldoTerminal
import WaldoTestSupport

@testable import WaldoApp

@Suite(.onLoop) struct DriveGaugeTests {
    private let command = Command(channel: .slider, value: 6, decimals: 0, frame: Frame("F>".utf8)!)
    private let input = DriveEvent.input(.report(more: false))

    @LoopActor @Test func onlyWhatFollowsTheHandAtOnceIsADelay() {
        let gauge = DriveGauge()
        gauge.took(input)
        gauge.wrote(command, .written, at: 1_000, now: 1_085)
        // Heartbeats and commands that pacing has delayed leave at their own time, so they do not count as delays.
        gauge.took(.deadline)
        gauge.wrote(command, .written, at: 101_000, now: 150_000)
        gauge.took(input)
        gauge.wrote(command, .refused, at: 102_000, now: 900_000)
        #expect(gauge.delay?.p50 == 85 && gauge.delay?.p99 == 85)
        #expect(gauge.frames(since: 1_000).map(\.at) == [0, 100_000])
    }

    @LoopActor @Test func theRateIsThatOfTheLastSpell() {
        let gauge = DriveGauge()
        func spell(from: Microseconds, each: Microseconds, count: Int64) {
            for turn in 0..<count { gauge.wrote(command, .written, at: from + turn * each, now: from + turn * each) }
        }
        spell(from: 0, each: 100_000, count: 2)
        #expect(gauge.rate == nil)
        spell(from: 200_000, each: 100_000, count: 8)
        #expect(gauge.rate == 10)
        // A longer pause is the operator's, and does not lower the rate.
        spell(from: 5_000_000, each: 20_000, count: 100)
        #expect(gauge.rate == 50)
        #expect(gauge.frames(since: 0).count == 16 && gauge.frames(since: 0).last?.at == 5_000_000 + 99 * 20_000)
        spell(from: 60_000_000, each: 20_000, count: 1)
        #expect(gauge.rate == nil)
    }
}
