import Testing
import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

/// A link to a simulated arm, and its faults.
@Suite struct SimulatedLinkTests {
    private func link(_ options: String, arm: String = "robot", sensor: String? = nil) throws -> SimulatedLink {
        SimulatedLink(
            try SimulatedArms.reference(arm), sensor: try sensor.map { try SimulatedArms.library.sensor($0).value },
            try SimulationOptions(options), at: 0)
    }

    /// Writes at a time, and returns the outcome with what was due before it.
    private func write(_ text: String, to link: inout SimulatedLink, at time: Instant) -> (
        WriteOutcome, [SimulatedLink.Event]
    ) {
        var events: [SimulatedLink.Event] = []
        let outcome = link.write(Frame(text.utf8)!, at: time) { events.append($1) }
        return (outcome, events)
    }

    private func number(_ name: String, _ link: SimulatedLink, at time: Instant) throws -> Double {
        var arm = link.simulation.arm
        arm.advance(to: time)
        return arm.number(try #require(arm.arm.channel(named: name)), at: time)
    }

    @Test func whatIsWrittenMovesTheArm() throws {
        var link = try link("")
        #expect(write("R20>", to: &link, at: .ms(100)) == (.written, []))
        #expect(try number("zx", link, at: .ms(5_000)) == 20)
    }

    @Test func aLostLinkTakesNothingUntilItIsBack() throws {
        var link = try link("loss=1s+2s")
        #expect(write("R20>", to: &link, at: .ms(1_000)) == (.gone, [.down]))
        #expect(write("R30>", to: &link, at: .ms(2_999)) == (.gone, []))
        #expect(try number("zx", link, at: .ms(2_999)) == 0)
        #expect(write("R40>", to: &link, at: .ms(3_000)) == (.written, [.up]))
        #expect(try number("zx", link, at: .ms(9_000)) == 40)
    }

    @Test func whatIsWrittenInAStallArrivesAtItsEnd() throws {
        var link = try link("stall=1s+2s")
        #expect(write("R20>", to: &link, at: .ms(1_500)) == (.written, [.stalled]))
        #expect(!link.isEmpty)
        #expect(try number("zx", link, at: .ms(2_999)) == 0)
        var events: [SimulatedLink.Event] = []
        link.advance(to: .ms(3_000)) { events.append($1) }
        #expect(events == [.flowing] && link.isEmpty)
        #expect(try number("zx", link, at: .ms(9_000)) == 20)
    }

    @Test func aLossInAStallDropsWhatWaited() throws {
        var link = try link("stall=1s+2s,loss=2s+500ms")
        _ = write("R20>", to: &link, at: .ms(1_500))
        var events: [SimulatedLink.Event] = []
        link.advance(to: .ms(9_000)) { events.append($1) }
        #expect(events == [.down, .up, .stalled, .flowing] && link.isEmpty)
        #expect(try number("zx", link, at: .ms(9_000)) == 0)
    }

    @Test func aStalledLinkRefusesWhatItCannotHold() throws {
        var link = try link("stall=1s+2s")
        for _ in 0..<SimulatedLink.maxWaiting {
            #expect(write("S>", to: &link, at: .ms(1_500)).0 == .written)
        }
        #expect(write("S>", to: &link, at: .ms(1_600)).0 == .refused)
        #expect(write("S>", to: &link, at: .ms(3_000)).0 == .written)
    }

    /// A message each 500 ms; those of a lost link are lost, those of a stalled one arrive.
    @Test func messagesOfALostLinkAreLost() throws {
        var link = try link("loss=2100ms+1s,stall=4100ms+1s", sensor: "iac-gamma")
        var times: [Instant] = []
        while let deadline = link.deadline, deadline <= .ms(6_000) {
            link.advance(to: deadline) { if case .notified = $1 { times.append($0) } }
        }
        let all = (1...12).map { Instant.ms(Int64($0) * 500) }
        #expect(times == all.filter { $0 != .ms(2_500) && $0 != .ms(3_000) })
    }

    /// When it is asked between the writes changes nothing.
    @Test(arguments: UInt64(1)...8) func onlyTheWritesDecide(seed: UInt64) throws {
        func messages(isAsked: Bool) throws -> [UInt8] {
            var random = SeededGenerator(seed),
                link = try link(
                    "seed=\(seed),source=0.1:0:0.1:1,loss=3s,stall=8s", sensor: "iac-gamma")
            var bytes: [UInt8] = [], asked = SeededGenerator(seed + 100), time = Instant.ms(0)
            func take(_: Instant, _ event: SimulatedLink.Event) {
                if case .notified(let frame, _) = event { bytes += frame.bytes }
            }
            for _ in 0..<200 {
                let next = time + .milliseconds(Int64.random(in: 0...120, using: &random))
                if isAsked {
                    let between = Int64.random(in: time.microseconds...next.microseconds, using: &asked)
                    link.advance(to: Instant(microseconds: between), handle: take)
                }
                time = next
                let frame = ["F>", "B>", "S>", "R20>", "L7>", "U90>"].randomElement(using: &random)!
                _ = link.write(Frame(frame.utf8)!, at: time, handle: take)
            }
            return bytes
        }
        let once = try messages(isAsked: false)
        #expect(once.count > 100)
        #expect(try messages(isAsked: true) == once)
    }

    @Test(arguments: [
        "", "seed=18446744073709551615", "background=0.000001,source=-0.123456:1000:0:1000000",
        "loss=5s,loss=1ms+0s,stall=2s+86000s,seed=3",
    ])
    func optionsAsTextReadBackAsTheSame(text: String) throws {
        let options = try SimulationOptions(text)
        #expect(try SimulationOptions(options.text) == options)
    }
}
