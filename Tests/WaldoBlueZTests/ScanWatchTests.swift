import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoBlueZ

/// When a scan is started again, on a clock that the test moves.
struct ScanWatchTests {
    private let begin: Instant = 1_000_000

    /// The watch of a scan that BlueZ has started at once.
    private var running: ScanWatch {
        var watch = ScanWatch(at: begin)
        watch.started(at: begin)
        return watch
    }

    private func after(_ milliseconds: Int64) -> Instant { begin + .milliseconds(milliseconds) }

    @Test func aScanThatRunsAndHearsIsLeftAlone() {
        var watch = running
        for second in 1...600 {
            let now = after(Int64(second) * 1_000)
            #expect(watch.check(isRunning: true, heardAt: now, at: now) == .nothing)
            #expect(watch.complaint(at: now) == nil)
        }
    }

    @Test func aScanThatHasEndedIsStartedAgainWithGrowingPauses() {
        var watch = running
        var starts: [Int64] = []
        for millisecond in stride(from: Int64(0), through: 120_000, by: 50) {
            let now = after(millisecond)
            guard watch.check(isRunning: false, heardAt: nil, at: now) == .restart else { continue }
            starts.append(millisecond)
            watch.started(at: now)
        }
        #expect(starts.first == 750)
        let pauses = zip(starts, starts.dropFirst()).map { $1 - $0 }
        #expect(pauses == pauses.sorted() && pauses.last! >= 16_000 && starts.count <= 13, "\(starts)")
        #expect(watch.complaint(at: after(120_000))?.contains("no scan runs for 120 s (it has ended") == true)
    }

    /// Only a scan that lasts makes the pauses short again.
    @Test func aScanThatEndsAgainAndAgainIsStartedSeldom() {
        var watch = running, startedAt = begin, starts = 0
        for millisecond in stride(from: Int64(0), through: 120_000, by: 50) {
            let now = after(millisecond)
            guard watch.check(isRunning: now < startedAt + .seconds(1), heardAt: nil, at: now) == .restart else {
                continue
            }
            (startedAt, starts) = (now, starts + 1)
            watch.started(at: now)
        }
        #expect((5...13).contains(starts), "\(starts) in two minutes")
    }

    /// BlueZ says that it scans, and no longer a moment later.
    @Test func aScanThatEndsAsSoonAsItHasBegunIsNone() {
        var watch = running, startedAt = begin
        for millisecond in stride(from: Int64(0), through: 11_000, by: 50) {
            let now = after(millisecond)
            guard watch.check(isRunning: now < startedAt + .milliseconds(200), heardAt: nil, at: now) == .restart else {
                continue
            }
            startedAt = now
            watch.started(at: now)
        }
        #expect(watch.complaint(at: after(11_000))?.hasPrefix("no scan runs for 11 s") == true)
    }

    @Test func whatIsRefusedForEverIsAskedForSeldom() {
        var watch = ScanWatch(at: begin)
        var starts = 0
        watch.failed("no", at: begin)
        for millisecond in stride(from: Int64(0), through: 600_000, by: 50) {
            let now = after(millisecond)
            guard watch.check(isRunning: false, heardAt: nil, at: now) == .restart else { continue }
            starts += 1
            watch.failed("no", at: now)
        }
        #expect((30...50).contains(starts), "\(starts) in ten minutes")
    }

    @Test func inASilentRoomItIsStartedAgainOnceInThirtySeconds() {
        var watch = running
        var starts: [Int64] = []
        for millisecond in stride(from: Int64(0), through: 200_000, by: 100) {
            let now = after(millisecond)
            guard watch.check(isRunning: true, heardAt: nil, at: now) == .restart else { continue }
            starts.append(millisecond)
            watch.started(at: now)
        }
        #expect(starts == [15_000, 45_000, 75_000, 105_000, 135_000, 165_000, 195_000])
        #expect(watch.complaint(at: after(200_000)) == nil)
    }

    @Test func theOperatorIsToldAfterTenSeconds() {
        var watch = ScanWatch(at: begin)
        watch.failed("BlueZ says “Operation already in progress”", at: begin)
        #expect(watch.complaint(at: after(9_999)) == nil)
        #expect(
            watch.complaint(at: after(12_000))
                == "no scan runs for 12 s (BlueZ says “Operation already in progress”)")
        watch.started(at: after(13_000))
        #expect(watch.check(isRunning: true, heardAt: nil, at: after(13_600)) == .nothing)
        #expect(watch.complaint(at: after(60_000)) == nil)
    }

    /// Another program's scan lets this one hear, although BlueZ has refused to start its own.
    @Test func whoHearsIsToldNothing() {
        var watch = ScanWatch(at: begin)
        watch.failed("no", at: begin)
        for second in Int64(1)...60 {
            let now = after(second * 1_000)
            if watch.check(isRunning: true, heardAt: now, at: now) == .restart { watch.failed("no", at: now) }
            #expect(watch.complaint(at: now) == nil)
        }
    }
}
