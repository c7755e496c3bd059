import Testing
import WaldoTime

@testable import WaldoTeleop

@Suite struct PlaybackClockTests {
    private static let start = Instant.clockStart + .seconds(100), origin = Instant.clockStart + .seconds(7)

    @Test(arguments: [0.5, 1, 2, 10])
    func aTimeOfTheRecordingIsPlayedWhenItIsDue(rate: Double) {
        let clock = PlaybackClock(start: Self.start, origin: Self.origin, rate: rate)
        let moment = Self.origin + .seconds(20)
        #expect(clock.due(moment) == Self.start + .milliseconds(Int64(20_000 / rate)))
        #expect(clock.recorded(at: clock.due(moment)) == moment)
    }

    @Test func nothingIsPlayedBeforeTheStart() {
        let clock = PlaybackClock(start: Self.start, origin: Self.origin, rate: 2)
        #expect(clock.recorded(at: Self.start - .seconds(5)) == Self.origin)
        #expect(clock.due(Self.origin - .seconds(5)) == Self.start)
    }

    @Test func aRateNearZeroDoesNotOverflow() {
        let clock = PlaybackClock(start: Self.start, origin: Self.origin, rate: .leastNonzeroMagnitude)
        #expect(clock.due(Self.origin + .seconds(1)) == Self.start + .microseconds(1_000_000_000_000_000))
    }
}
