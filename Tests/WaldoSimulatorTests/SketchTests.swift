import Testing
import WaldoCore
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

/// The first arm's sketch: its times and its faults. A byte is read in 5 ms, a step takes 30 ms, one of a long move 31
/// ms after 50 ms.
@Suite struct SketchTests {
    private func robot() throws -> SimulatedArm { SimulatedArm(try SimulatedArms.shipped("robot"), at: 0) }

    @Test func framesOfTheSliderAreOneStepAndThreeInTurn() throws {
        var arm = try robot()
        var spans: [Int64] = []
        for frame in 0..<6 {
            let time = Instant.ms(Int64(frame) * 1_000)
            arm.receive("F>", at: time)
            let acted = time + .milliseconds(10)
            #expect(arm.acts(until: acted) == [SimulatedAct(at: acted, .set(.slider, 6))])
            spans.append(((arm.deaf(at: acted) ?? acted) - acted).microseconds / 1_000)
        }
        #expect(spans == [30, 90, 30, 90, 30, 90])
        #expect(spans.reduce(0, +) / 6 == 60)
        // 3 times 1 and 3 steps of 0.04 mm.
        #expect(abs(arm.number(.slider, at: .ms(9_000)) - 0.000_48) < 1e-12)
    }

    /// From phase 0 back it is 3, 1, 3, 1; and a step forward is undone by one back.
    @Test(arguments: [("BBBB", [3, 1, 3, 1], -8), ("FB", [1, 1], 0), ("FFB", [1, 3, 3], 1), ("BF", [3, 3], 0)])
    func stepsBack(_ frames: String, _ steps: [Int64], _ end: Int) throws {
        var arm = try robot(), time: Instant = 0
        var found: [Int64] = []
        for letter in frames {
            arm.receive("\(letter)>", at: time)
            arm.advance(to: time + .milliseconds(10))
            found.append(((arm.deaf(at: time + .milliseconds(10)) ?? time) - time).microseconds / 1_000 - 10)
            time += .seconds(1)
        }
        #expect(found == steps.map { $0 * 30 })
        #expect(abs(arm.number(.slider, at: time) - Double(end) * 0.000_04) < 1e-12)
    }

    @Test func nothingIsHeardInALongMove() throws {
        var arm = try robot()
        arm.receive("L-100>", at: 0)
        // 6 bytes, 50 ms, and 100 steps of 31 ms.
        #expect(arm.acts(until: .ms(30)) == [SimulatedAct(at: .ms(30), .set(.zx, -100))])
        #expect(arm.deaf(at: .ms(30)) == .ms(3_180) && arm.deaf(at: .ms(3_180)) == nil)
        arm.receive("R100>", at: .ms(10_000))
        #expect(arm.acts(until: .ms(10_025)) == [SimulatedAct(at: .ms(10_025), .set(.zx, 100))])
        #expect(arm.deaf(at: .ms(10_025)) == .ms(16_275))
        #expect(arm.number(.zx, at: .ms(10_075)) == -100 && arm.number(.zx, at: .ms(13_175)) == 0)
        // A stop of the slider is held until the move has ended, and is read then.
        arm.receive("S>", at: .ms(11_000))
        #expect(arm.waitingBytes == 2 && arm.acts.isEmpty)
        #expect(arm.acts(until: .ms(16_284)).isEmpty && arm.isMoving(at: .ms(16_274)))
        #expect(arm.acts(until: .ms(16_285)) == [SimulatedAct(at: .ms(16_285), .set(.slider, 0))])
        #expect(arm.number(.zx, at: .ms(16_275)) == 100 && !arm.isMoving(at: .ms(16_275)))
    }

    @Test func ofFramesThatAreSeenTogetherTheFirstRepeats() throws {
        var arm = try robot()
        arm.receive("R10>U20>", at: 0)
        // R10 at 20 ms, 50 + 310 ms deaf, then four bytes more and R10 again.
        #expect(
            arm.acts(until: .ms(2_000)) == [
                SimulatedAct(at: .ms(20), .set(.zx, 10)), SimulatedAct(at: .ms(400), .set(.zx, 10)),
            ])
        #expect(arm.number(.zy, at: .ms(2_000)) == 0)
        // Of frames that come while it moves, it fetches two before its next look.
        arm.receive("R11>", at: .ms(3_000))
        arm.receive("F>", at: .ms(3_050))
        arm.receive("S>", at: .ms(3_060))
        arm.receive("B>", at: .ms(3_070))
        let acts = arm.acts(until: .ms(5_000)).map(\.kind)
        #expect(acts == [.set(.slider, 6), .set(.slider, 6), .set(.slider, -6)])
    }

    @Test(arguments: [
        (["R1", "00>"], [SimulatedAct.Kind]()), (["R>"], [.set(.zx, 0)]), (["r5>", "X>", ">", ">>"], []),
        (["U+7x9>"], [.set(.zy, 7)]), (["L37>"], [.set(.zx, 37)]), (["D--5>"], [.set(.zy, 0)]),
        // There are no limits of travel.
        (["R1000>"], [.set(.zx, 1_000)]), (["F>"], [.set(.slider, 6)]), (["F9>"], [.set(.slider, 6)]),
    ])
    func itReadsWhatItGets(_ writes: [String], _ expected: [SimulatedAct.Kind]) throws {
        var arm = try robot(), found: [SimulatedAct.Kind] = []
        for (index, text) in writes.enumerated() {
            found += arm.acts(until: .ms(Int64(index) * 100_000)).map(\.kind)
            arm.receive(text, at: .ms(Int64(index) * 100_000))
        }
        #expect(found + arm.acts(until: .ms(900_000)).map(\.kind) == expected)
    }

    @Test func itsBufferHas64Bytes() throws {
        var arm = try robot()
        arm.receive("R100>", at: 0)
        arm.advance(to: .ms(25))
        for write in 1...20 { arm.receive("L-10\(write % 10)>", at: .ms(25 + Int64(write) * 80)) }
        #expect(arm.waitingBytes == 64 && arm.account.lostBytes == 20 * 6 - 64)
        #expect(arm.account.writes == 21 && arm.account.bytes == 125)
    }

    @Test func itHasNoWatchdogAndWakesForNothingAtRest() throws {
        var arm = try robot()
        #expect(arm.deadline == nil)
        arm.receive("F>", at: 0)
        #expect(arm.deadline == .ms(5))
        arm.advance(to: .ms(10))
        // The end of its pass of the loop, when the step has ended.
        #expect(arm.deadline == .ms(40))
        #expect(arm.acts(until: .ms(40)).isEmpty && arm.deadline == nil)
        #expect(arm.acts(until: .ms(60_000)).isEmpty && arm.account.watchdogStops == 0)
    }
}
