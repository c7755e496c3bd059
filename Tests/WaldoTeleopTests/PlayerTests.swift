import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

@testable import WaldoTeleop

/// A player on a clock that only the test moves. The clock is an hour ahead, so that the loop's timers never fire by
/// themselves.
@LoopActor
private final class PlayerBench: PlayerDelegate {
    private(set) var player: Player!
    private(set) var reported: [String] = []
    private(set) var hasEnded = false
    private let start: Instant
    private(set) var now: Instant
    private var rest: ArraySlice<(Int64, Channel, Int32)>
    /// Channels whose gate is open.
    var live: Set<Channel> = [.slider, .zx, .zy]
    /// Nothing can be read at present.
    var isDry = false
    /// Reading runs dry after the next moment.
    var dryAfterNext = false

    init(
        _ moments: [(Int64, Channel, Int32)], from: Int64 = 0, held: Int32? = nil, rate: Double = 1,
        sendsFrames: Bool = false
    ) {
        start = Monotonic.now() + .seconds(3_600)
        now = start
        rest = moments[...]
        player = Player(
            .robot, from: .clockStart + .milliseconds(from), numbers: PerChannel(slider: held, zx: nil, zy: nil),
            rate: rate, sendsFrames: sendsFrames, delegate: self, clock: { [unowned self] in now })
    }

    func next() -> Player.Next {
        if isDry { return .notYet }
        isDry = dryAfterNext
        guard let (at, channel, number) = rest.popFirst() else { return .end }
        let isMotion = channel != .slider || number != 0
        return .moment(
            .init(at: .clockStart + .milliseconds(at), numbers: .only(channel, number), isMotion: isMotion))
    }

    func isLive(_ channel: Channel) -> Bool { live.contains(channel) }

    func send(_ event: DriveEvent, at time: Instant) {
        switch event {
        case .played(let numbers): note(numbers, at: time)
        case .replayed(let motion): note(motion.numbers, at: time, "frame", late: motion.lateness)
        default: break
        }
    }

    func reachedEnd() { hasEnded = true }

    private func note(
        _ numbers: PerChannel<Int32?>, at time: Instant, _ kind: String? = nil, late: TimeSpan = .zero
    ) {
        for channel in numbers.channels {
            guard let number = numbers[channel] else { continue }
            let words = ["\((time - start) / .milliseconds(1)) \(channel) \(number)", kind].compactMap(\.self)
            let lateness =
                late > .zero
                ? ["\(late / .milliseconds(1)) ms late"]
                : late < .zero ? ["\((.zero - late) / .milliseconds(1)) ms ahead"] : []
            reported.append((words + lateness).joined(separator: " "))
        }
    }

    /// Lets the clock go on without the loop having a turn.
    func sleep(_ milliseconds: Int64) { now += .milliseconds(milliseconds) }

    /// Lets this many milliseconds pass; the player's timer fires when it is due.
    func wait(_ milliseconds: Int64) {
        let end = now + .milliseconds(milliseconds)
        while let due = player.deadline, due <= end {
            now = max(now, due)
            player.fired()
        }
        now = end
    }

    func takeReported() -> [String] {
        defer { reported = [] }
        return reported
    }
}

@Suite(.onLoop) struct PlayerTests {
    private static let moments: [(Int64, Channel, Int32)] = [
        (1_000, .slider, 6), (1_100, .slider, 6), (1_200, .slider, 0), (2_000, .zx, 40),
    ]

    @Test @LoopActor func itKeepsTheRecordingsTimes() {
        let harness = PlayerBench(Self.moments, from: 1_000)
        harness.player.begin(at: harness.now)
        harness.wait(5_000)
        #expect(harness.takeReported() == ["0 slider 6", "100 slider 6", "200 slider 0", "1000 zx 40"])
        #expect(harness.hasEnded)
    }

    @Test(arguments: [(0.5, 2_000), (4.0, 250)])
    @LoopActor func theRateStretchesThem(rate: Double, last: Int) {
        let harness = PlayerBench(Self.moments, from: 1_000, rate: rate)
        harness.player.begin(at: harness.now)
        harness.wait(10_000)
        #expect(harness.takeReported().last == "\(last) zx 40")
    }

    @Test @LoopActor func whatWasHeldBeforeItsBeginIsReportedAtOnce() {
        let harness = PlayerBench(Array(Self.moments.dropFirst(2)), from: 1_150, held: 6)
        harness.player.prime()
        #expect(harness.takeReported() == ["0 slider 6"])
        harness.wait(300)
        harness.player.begin(at: harness.now)
        harness.wait(1_000)
        #expect(harness.takeReported() == ["350 slider 0", "1150 zx 40"])
    }

    @Test @LoopActor func aPauseLetsGoAndGoesOnWithWhatWasHeld() {
        let harness = PlayerBench(Self.moments, from: 1_000)
        harness.player.begin(at: harness.now)
        harness.wait(50)
        #expect(harness.takeReported() == ["0 slider 6"])
        harness.player.pause()
        harness.wait(10_000)
        #expect(harness.takeReported() == ["50 slider 0"])
        #expect(harness.player.position == 1_050_000)
        harness.player.resume()
        harness.wait(60)
        #expect(harness.takeReported() == ["10050 slider 6", "10100 slider 6"])
    }

    @Test @LoopActor func aStepIsOneCommandAndAVelocityANudge() {
        let harness = PlayerBench(Self.moments, from: 1_000)
        harness.player.begin(at: harness.now + .milliseconds(10))
        harness.player.step()
        harness.wait(1_000)
        #expect(harness.takeReported() == ["0 slider 6", "120 slider 0"])
        for _ in 0..<3 {
            harness.player.step()
            harness.wait(200)
        }
        #expect(
            harness.takeReported() == [
                "1000 slider 6", "1120 slider 0", "1200 slider 0", "1320 slider 0", "1400 zx 40",
            ])
        #expect(!harness.hasEnded)
        harness.player.step()
        #expect(harness.hasEnded)
    }

    // MARK: frames

    @Test @LoopActor func framesAreHandedOverAsTheyWereRecordedAndZerosAsReleases() {
        let harness = PlayerBench(Self.moments, from: 1_000, sendsFrames: true)
        harness.player.prime()
        harness.player.begin(at: harness.now)
        harness.wait(5_000)
        #expect(
            harness.takeReported() == [
                "0 slider 6 frame", "100 slider 6 frame", "200 slider 0", "1000 zx 40 frame",
            ])
        #expect(harness.hasEnded)
    }

    @Test @LoopActor func aPauseReleasesTheSliderAndHoldsTheFramesThatFollow() {
        let harness = PlayerBench(Self.moments, from: 1_000, sendsFrames: true)
        harness.player.begin(at: harness.now)
        harness.wait(50)
        harness.player.pause()
        harness.wait(10_000)
        harness.player.resume()
        harness.wait(5_000)
        #expect(
            harness.takeReported() == [
                "0 slider 6 frame", "50 slider 0", "10100 slider 6 frame", "10200 slider 0", "11000 zx 40 frame",
            ])
    }

    /// The pace is 80 ms.
    @Test @LoopActor func aVelocityThatMovesAgainSoonIsAnnounced() {
        let harness = PlayerBench(
            [(1_000, .slider, 6), (1_100, .slider, 0), (1_200, .slider, -6)], from: 1_000, sendsFrames: true)
        harness.player.begin(at: harness.now)
        harness.wait(5_000)
        #expect(
            harness.takeReported() == ["0 slider 6 frame", "100 slider 0", "120 slider -6 frame 79 ms ahead"])
    }

    @Test @LoopActor func aStepIsOneFrame() {
        let harness = PlayerBench(Self.moments, from: 1_000, sendsFrames: true)
        harness.player.begin(at: harness.now + .milliseconds(10))
        harness.player.step()
        harness.wait(1_000)
        #expect(harness.takeReported() == ["0 slider 6 frame", "120 slider 0"])
    }

    @Test @LoopActor func aFrameThatIsHandedOverLateSaysSo() {
        let harness = PlayerBench(Self.moments, from: 1_000, sendsFrames: true)
        harness.player.begin(at: harness.now)
        harness.sleep(130)
        harness.wait(0)
        #expect(harness.takeReported() == ["130 slider 6 frame 130 ms late", "130 slider 6 frame 30 ms late"])
        harness.wait(70)
        #expect(harness.takeReported() == ["200 slider 0"])
    }

    @Test @LoopActor func whatWasDeadAtAPauseIsDeadUntilTheRecordingHasLetGo() {
        let harness = PlayerBench(Self.moments + [(2_500, .slider, -6)], from: 1_000, held: 6)
        harness.live = [.zx, .zy]
        harness.player.begin(at: harness.now)
        harness.wait(50)
        harness.player.pause()
        harness.live = [.slider, .zx, .zy]
        harness.wait(1_000)
        harness.player.resume()
        _ = harness.takeReported()
        harness.wait(3_000)
        #expect(harness.takeReported() == ["1100 slider 0", "1200 slider 0", "2000 zx 40", "2500 slider -6"])
    }

    @Test @LoopActor func aReadThatDoesNotComeLetsGoOfTheSlider() {
        let harness = PlayerBench(Array(Self.moments.prefix(1)), from: 1_000)
        harness.player.begin(at: harness.now)
        harness.player.refilled()
        harness.isDry = true
        harness.wait(0)
        #expect(harness.takeReported() == [])
        harness.isDry = false
        harness.player.refilled()
        #expect(harness.takeReported() == ["0 slider 6"])
        #expect(harness.hasEnded)
    }

    @Test @LoopActor func aSliderIsNotHeldByADiskThatDoesNotAnswer() {
        let harness = PlayerBench([(1_000, .slider, 6), (9_000, .slider, 6)], from: 1_000)
        harness.player.begin(at: harness.now)
        harness.dryAfterNext = true
        harness.wait(600)
        #expect(harness.takeReported() == ["0 slider 6", "250 slider 0", "500 slider 0"])
    }

    /// The gate's deadline and the first command are due in the same late turn: the gate opens first.
    @Test @LoopActor func aLateTurnTakesAPlayedNumberAfterTheDeadlinesBeforeIt() {
        @LoopActor final class Clock { var now = Monotonic.now() + .seconds(3_600) }
        let link = RecordingLink(), clock = Clock()
        let drive = Drive(
            DriveStateMachine(arm: .robot, mapping: .pad(), isPlayed: true), link: link, clock: { clock.now },
            suspended: { .zero })
        drive.handle(.link(.up(takenOver: false)))
        drive.handle(.inputAdded(InputState()))
        clock.now += .milliseconds(300)
        drive.handle(.played(.only(.slider, 6)), at: clock.now)
        #expect(link.frames == ["F>"])
        drive.close()
    }
}
