import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// What a raster asks for, and when it measures.
@Suite struct RasterMachineTests {
    private static let zx = RasterAxis(Channel(1), numbers: [-20, 0, 20])
    private static let zy = RasterAxis(Channel(2), numbers: [0, 10])
    private static let slider = RasterAxis(Channel(0), numbers: [0, 3])

    @Test func itMovesAndMeasuresUntilAllPointsAreDone() {
        var raster = RasterHarness([Self.zx, Self.zy])
        raster.step(.proceed)
        raster.run(for: .seconds(60))
        let point = ["began", "ended"]
        #expect(
            raster.takeLog()
                == ["zx -20"] + point + ["zx 0"] + point + ["zx 20"] + point + ["zy 10"] + point + ["zx 0"] + point
                + ["zx -20"] + point)
        #expect(raster.machine.phase == .ended(isComplete: true))
    }

    /// The arm is busy for 52 ms and 31 ms a unit.
    @Test func itMeasuresOnlyWhenTheArmIsThere() {
        var raster = RasterHarness([Self.zx])
        raster.step(.proceed)
        raster.run(for: .milliseconds(660))
        #expect(raster.takeLog() == ["zx -20"] && raster.machine.phase == .moving)
        raster.run(for: .milliseconds(20))
        #expect(raster.takeLog() == ["began"] && raster.machine.phase == .measuring)
    }

    @Test func aVelocityMovesByCountedFrames() {
        var raster = RasterHarness([Self.slider])
        raster.step(.proceed)
        #expect(raster.takeLog() == ["began"])
        raster.run(for: .milliseconds(2_300))
        // The third frame is followed by rest.
        #expect(raster.takeLog() == ["ended", "slider 1", "slider 0"])
        raster.run(for: .seconds(5))
        #expect(raster.takeLog() == ["began", "ended"])
        #expect(raster.machine.phase == .ended(isComplete: true))
    }

    @Test func aPointEndsWithItsCounts() {
        var raster = RasterHarness([Self.zx], .error(0.2, longest: .seconds(60)))
        raster.step(.proceed)
        raster.run(for: .milliseconds(3_680))
        #expect(raster.takeLog() == ["zx -20", "began", "counted", "zx 0"])
        raster.rate = 0.1
        raster.run(for: .seconds(63))
        #expect(raster.takeLog() == ["began", "ended", "zx 20", "began"])
    }

    /// The moves take 672 ms each. The first point may take its longest time and a message that has begun before.
    @Test(arguments: [
        (RasterDwell.time(.seconds(2)), TimeSpan.seconds(2)), (.error(0.2, longest: .seconds(60)), .seconds(3)),
    ])
    func theTimeLeftFollowsWhatPointsTake(dwell: RasterDwell, taken: TimeSpan) {
        var raster = RasterHarness([Self.zx], dwell)
        let moving = TimeSpan.milliseconds(672)
        #expect(raster.machine.timeLeft == moving * 3 + (dwell.limits.longest + .seconds(1)) * 3)
        raster.step(.proceed)
        raster.run(for: .milliseconds(690) + taken)
        #expect(raster.machine.point == 1)
        #expect(raster.machine.timeLeft == moving + taken * 2)
    }

    @Test(arguments: [RasterPause.wanted, .input, .halt, .sensor]) func onlyTheOperatorGoesOn(reason: RasterPause) {
        for moment in [TimeSpan.milliseconds(300), .milliseconds(1_500)] {
            var raster = RasterHarness([Self.zx])
            raster.step(.proceed)
            raster.run(for: moment)
            let wasMeasuring = raster.machine.phase == .measuring
            _ = raster.takeLog()
            raster.step(.pause(reason))
            // Where it was commanded it stays.
            #expect(raster.takeLog() == (wasMeasuring ? ["dropped"] : []) + ["zx -20"])
            raster.run(for: .seconds(100))
            #expect(raster.takeLog() == [] && raster.machine.phase == .paused(reason))
            raster.step(.proceed)
            #expect(raster.takeLog() == ["began"] && raster.machine.point == 0)
        }
    }

    /// The arm is on its way for 672 ms, whatever the operator does meanwhile.
    @Test func aPauseOnTheWayDoesNotShortenIt() {
        var raster = RasterHarness([Self.zx])
        raster.step(.proceed)
        raster.run(for: .milliseconds(200))
        raster.step(.pause(.wanted))
        raster.step(.proceed)
        raster.run(for: .milliseconds(460))
        #expect(raster.machine.phase == .moving)
        raster.run(for: .milliseconds(20))
        #expect(raster.machine.phase == .measuring)
        #expect(raster.takeLog() == ["zx -20", "zx -20", "began"])
    }

    @Test(arguments: [RasterPause.wanted, .link, .input, .halt, .store])
    func aPauseBeforeTheBeginningHolds(reason: RasterPause) {
        var raster = RasterHarness([Self.zx])
        raster.step(.pause(reason))
        raster.run(for: .seconds(5))
        #expect(raster.machine.phase == .paused(reason) && raster.takeLog().isEmpty)
        raster.step(.proceed)
        #expect(raster.machine.phase == .moving)
    }

    /// Where an arm stands after a lost link is known when it has moved again.
    @Test func afterALostLinkTheArmComesFromThePointBefore() {
        var raster = RasterHarness([Self.zx])
        raster.step(.proceed)
        raster.run(for: .seconds(4))
        #expect(raster.machine.point == 1)
        _ = raster.takeLog()
        raster.step(.pause(.link))
        _ = raster.takeLog()
        raster.run(for: .seconds(10))
        raster.step(.proceed)
        #expect(raster.takeLog() == ["zx -20"])
        raster.run(for: .seconds(1))
        #expect(raster.takeLog() == ["zx 0"])
        raster.run(for: .seconds(1))
        #expect(raster.takeLog() == ["began"])
    }

    @Test func aSilentSensorPauses() {
        var raster = RasterHarness([Self.zx])
        raster.isHeard = false
        raster.step(.proceed)
        raster.run(for: .seconds(20))
        #expect(raster.takeLog() == ["zx -20", "began", "dropped", "zx -20"])
        #expect(raster.machine.phase == .paused(.sensor))
    }

    @Test func aPointCanBeLeftOut() {
        var raster = RasterHarness([Self.zx])
        raster.step(.proceed)
        raster.run(for: .seconds(1))
        _ = raster.takeLog()
        raster.step(.skip)
        #expect(raster.takeLog() == ["dropped", "zx 0"])
        raster.step(.pause(.wanted))
        raster.step(.skip)
        _ = raster.takeLog()
        raster.step(.proceed)
        #expect(raster.takeLog() == ["zx 20"])
        raster.run(for: .seconds(10))
        #expect(raster.machine.phase == .ended(isComplete: true) && raster.machine.skipped == 2)
    }

    /// The slider's first frame has not left, and the point after the next one needs no slider.
    @Test func theWayToAPointThatIsLeftOutEnds() {
        var raster = RasterHarness([Self.slider, RasterAxis(Channel(1), numbers: [0, 20])])
        raster.isWriting = false
        raster.step(.proceed)
        raster.step(.measured(counts: 0, .seconds(2)))
        raster.step(.skip)
        _ = raster.takeLog()
        raster.step(.skip)
        #expect(raster.takeLog() == ["slider 0", "zx 0", "zx 20"] && raster.machine.point == 3)
    }

    @Test func anEndedRasterDoesNothing() {
        var raster = RasterHarness([Self.zx])
        raster.step(.proceed)
        raster.run(for: .seconds(1))
        raster.step(.abort)
        _ = raster.takeLog()
        for event in [RasterMachine.Event.proceed, .skip, .deadline, .pause(.halt), .measured(counts: 9, .seconds(9))] {
            raster.step(event)
        }
        #expect(raster.takeLog() == [] && raster.machine.phase == .ended(isComplete: false))
    }

    /// Whatever comes in whatever order: while it is paused nothing moves, and it measures only where it is to.
    @Test func whateverHappensAPausedRasterStaysPaused() {
        for seed in 0..<300 {
            var random = SeededGenerator(UInt64(seed))
            let axes = [[Self.zx, Self.zy], [Self.slider, Self.zx], [Self.zx]].randomElement(using: &random)!
            var raster = RasterHarness(
                axes, Bool.random(using: &random) ? .time(.seconds(2)) : .error(0.1, longest: .seconds(4)))
            var isMeasuring = false
            for _ in 0..<200 {
                let before = raster.machine.phase
                switch Int.random(in: 0..<12, using: &random) {
                case 0: raster.step(.proceed)
                case 1: raster.step(.skip)
                case 2:
                    let reasons: [RasterPause] = [.wanted, .link, .input, .halt, .sensor]
                    raster.step(.pause(reasons.randomElement(using: &random)!))
                case 3: raster.isWriting.toggle()
                case 4: raster.isHeard.toggle()
                case 5 where Int.random(in: 0..<20, using: &random) == 0: raster.step(.abort)
                default: raster.run(for: .milliseconds(.random(in: 10...3_000, using: &random)))
                }
                for line in raster.takeLog() {
                    switch line {
                    case "began":
                        #expect(!isMeasuring)
                        isMeasuring = true
                    case "ended", "counted", "dropped":
                        #expect(isMeasuring)
                        isMeasuring = false
                    default: #expect(!isMeasuring, "seed \(seed): \(line) while it measures")
                    }
                }
                if case .paused = before, case .moving = raster.machine.phase { raster.run(for: .milliseconds(10)) }
                #expect(isMeasuring == (raster.machine.phase == .measuring), "seed \(seed)")
            }
        }
    }
}
