import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport

@testable import WaldoTeleop

/// A player on a clock that only the test moves. The clock is an hour ahead, so that the loop's timers never fire by
/// themselves.
@LoopActor
private final class PlayerBench {
    private(set) var player: Player!
    private(set) var reported: [String] = []
    private(set) var hasEnded = false
    private let start: Microseconds
    private(set) var now: Microseconds
    /// Channels whose gate is open.
    var live: Set<Channel> = [.slider, .zx, .zy]
    /// Nothing can be read at present.
    var isDry = false
    /// Reading runs dry after the next moment.
    var dryAfterNext = false

    init(_ moments: [(Int64, Channel, Int32)], from: Int64 = 0, held: Int32? = nil, rate: Double = 1) {
        start = Monotonic.now() + .seconds(3_600)
        now = start
        var rest = moments[...]
        player = Player(
            .robot, from: .milliseconds(from), numbers: PerChannel(slider: held, zx: nil, zy: nil), rate: rate,
            read: { [unowned self] in
                if isDry { return .notYet }
                isDry = dryAfterNext
                guard let (at, channel, number) = rest.popFirst() else { return .end }
                return .moment(.init(at: .milliseconds(at), numbers: .only(channel, number)))
            }, isLive: { [unowned self] in live.contains($0) },
            onEvent: { [unowned self] event, at in
                guard case .played(let numbers) = event else { return }
                for channel in Channel.allCases {
                    if let number = numbers[channel] { reported.append("\((at - start) / 1_000) \(channel) \(number)") }
                }
            }, onEnd: { [unowned self] in hasEnded = true }, clock: { [unowned self] in now })
    }

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
        let bench = PlayerBench(Self.moments, from: 1_000)
        bench.player.begin(at: bench.now)
        bench.wait(5_000)
        #expect(bench.takeReported() == ["0 slider 6", "100 slider 6", "200 slider 0", "1000 zx 40"])
        #expect(bench.hasEnded)
    }

    @Test(arguments: [(0.5, 2_000), (4.0, 250)])
    @LoopActor func theRateStretchesThem(rate: Double, last: Int) {
        let bench = PlayerBench(Self.moments, from: 1_000, rate: rate)
        bench.player.begin(at: bench.now)
        bench.wait(10_000)
        #expect(bench.takeReported().last == "\(last) zx 40")
    }

    @Test @LoopActor func whatWasHeldBeforeItsBeginIsToldAtOnce() {
        let bench = PlayerBench(Array(Self.moments.dropFirst(2)), from: 1_150, held: 6)
        bench.player.prime()
        #expect(bench.takeReported() == ["0 slider 6"])
        bench.wait(300)
        bench.player.begin(at: bench.now)
        bench.wait(1_000)
        #expect(bench.takeReported() == ["350 slider 0", "1150 zx 40"])
    }

    @Test @LoopActor func aPauseLetsGoAndGoesOnWithWhatWasHeld() {
        let bench = PlayerBench(Self.moments, from: 1_000)
        bench.player.begin(at: bench.now)
        bench.wait(50)
        #expect(bench.takeReported() == ["0 slider 6"])
        bench.player.pause()
        bench.wait(10_000)
        #expect(bench.takeReported() == ["50 slider 0"])
        #expect(bench.player.position == .milliseconds(1_050))
        bench.player.resume()
        bench.wait(60)
        #expect(bench.takeReported() == ["10050 slider 6", "10100 slider 6"])
    }

    @Test @LoopActor func aStepIsOneCommandAndAVelocityANudge() {
        let bench = PlayerBench(Self.moments, from: 1_000)
        bench.player.begin(at: bench.now + .milliseconds(10))
        bench.player.step()
        bench.wait(1_000)
        #expect(bench.takeReported() == ["0 slider 6", "120 slider 0"])
        for _ in 0..<3 {
            bench.player.step()
            bench.wait(200)
        }
        #expect(
            bench.takeReported() == [
                "1000 slider 6", "1120 slider 0", "1200 slider 0", "1320 slider 0", "1400 zx 40",
            ])
        #expect(!bench.hasEnded)
        bench.player.step()
        #expect(bench.hasEnded)
    }

    @Test @LoopActor func whatWasDeadAtAPauseIsDeadUntilTheRecordingHasLetGo() {
        let bench = PlayerBench(Self.moments + [(2_500, .slider, -6)], from: 1_000, held: 6)
        bench.live = [.zx, .zy]
        bench.player.begin(at: bench.now)
        bench.wait(50)
        bench.player.pause()
        bench.live = [.slider, .zx, .zy]
        bench.wait(1_000)
        bench.player.resume()
        _ = bench.takeReported()
        bench.wait(3_000)
        #expect(bench.takeReported() == ["1100 slider 0", "1200 slider 0", "2000 zx 40", "2500 slider -6"])
    }

    @Test @LoopActor func aReadThatDoesNotComeLetsGoOfTheSlider() {
        let bench = PlayerBench(Array(Self.moments.prefix(1)), from: 1_000)
        bench.player.begin(at: bench.now)
        bench.player.refilled()
        bench.isDry = true
        bench.wait(0)
        #expect(bench.takeReported() == [])
        bench.isDry = false
        bench.player.refilled()
        #expect(bench.takeReported() == ["0 slider 6"])
        #expect(bench.hasEnded)
    }

    @Test @LoopActor func aSliderIsNotHeldByADiskThatDoesNotAnswer() {
        let bench = PlayerBench([(1_000, .slider, 6), (9_000, .slider, 6)], from: 1_000)
        bench.player.begin(at: bench.now)
        bench.dryAfterNext = true
        bench.wait(600)
        #expect(bench.takeReported() == ["0 slider 6", "250 slider 0", "500 slider 0"])
    }

    /// The gate's deadline and the first command are due in the same late turn: the gate opens first.
    @Test @LoopActor func aLateTurnTakesAPlayedNumberAfterTheDeadlinesBeforeIt() {
        @LoopActor final class Clock { var now = Monotonic.now() + .seconds(3_600) }
        let link = RecordingLink(), clock = Clock()
        let drive = Drive(
            DriveStateMachine(arm: .robot, mapping: .pad(), plays: true), link: link.port, clock: { clock.now },
            suspended: { 0 })
        drive.handle(.link(.up(takenOver: false)))
        drive.handle(.inputAdded(InputState()))
        clock.now += .milliseconds(300)
        drive.handle(.played(.only(.slider, 6)), at: clock.now)
        #expect(link.frames == ["F>"])
        drive.close()
    }
}
