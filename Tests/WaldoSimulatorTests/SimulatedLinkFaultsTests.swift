import Testing
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

/// When a simulated link is up, stalled or down.
@Suite struct SimulatedLinkFaultsTests {
    /// `up 5000`: each change and its milliseconds.
    private func changes(_ text: String) throws -> [String] {
        var faults = SimulatedLinkFaults(try SimulationOptions(text), at: 0), found: [String] = []
        while let deadline = faults.deadline {
            let early = faults.next(by: deadline - .microseconds(1))
            guard early == nil, let change = faults.next(by: deadline) else {
                Issue.record("nothing is due at \(deadline)")
                break
            }
            #expect(change.at == deadline && change.condition == faults.condition)
            found.append("\(change.condition) \(change.at.microseconds / 1_000)")
        }
        return found
    }

    @Test(arguments: [
        ("", [String]()), ("loss=5s", ["down 5000", "up 8000"]), ("stall=2s", ["stalled 2000", "up 3000"]),
        ("loss=5s+2s,stall=1s+250ms", ["stalled 1000", "up 1250", "down 5000", "up 7000"]),
        // A loss in a stall, one that outlasts it, and one that hides it.
        ("stall=1s+4s,loss=2s+1s", ["stalled 1000", "down 2000", "stalled 3000", "up 5000"]),
        ("stall=1s+2s,loss=2s+4s", ["stalled 1000", "down 2000", "up 6000"]),
        ("stall=2s+1s,loss=1s+4s", ["down 1000", "up 5000"]),
        // Faults that overlap or touch are one.
        ("loss=1s+2s,loss=2s+3s", ["down 1000", "up 5000"]), ("stall=1s+1s,stall=2s+1s", ["stalled 1000", "up 3000"]),
        ("loss=1s+1s,stall=2s+1s", ["down 1000", "stalled 2000", "up 3000"]),
        // At the start; of no length.
        ("loss=0s+1s", ["down 0", "up 1000"]), ("loss=1s+0s", ["down 1000", "up 1000"]), ("stall=1s+0s", []),
        ("stall=0s+2s,loss=1s+0s", ["stalled 0", "down 1000", "stalled 1000", "up 2000"]),
    ])
    func changes(_ text: String, _ expected: [String]) throws {
        #expect(try changes(text) == expected)
    }

    @Test func timesCountFromTheStartAndALateCallerMissesNoChange() throws {
        var faults = SimulatedLinkFaults(try SimulationOptions("loss=1s+1s,loss=4s+1s"), at: 7_000_000)
        #expect(faults.condition == .up && faults.deadline == 8_000_000)
        let early = faults.next(by: 7_999_999)
        #expect(early == nil)
        var found: [Int64] = []
        while let change = faults.next(by: 100_000_000) { found.append(change.at.microseconds) }
        #expect(found == [8_000_000, 9_000_000, 11_000_000, 12_000_000])
        #expect(faults.condition == .up && faults.deadline == nil)
    }

    /// By the definition: down in any loss, else stalled in any stall, else up.
    @Test(arguments: UInt64(0)..<200) func isWhatTheFaultsOfEachMomentMake(_ seed: UInt64) throws {
        var random = SeededGenerator(seed)
        func faults() -> [SimulatedLinkFault] {
            (0..<Int.random(in: 0...8, using: &random)).map { _ in
                SimulatedLinkFault(
                    at: .milliseconds(.random(in: 0...40, using: &random)),
                    for: .milliseconds(.random(in: 1...9, using: &random)))
            }
        }
        let options = SimulationOptions(losses: faults(), stalls: faults())
        var schedule = SimulatedLinkFaults(options, at: 0)
        for millisecond in Int64(0)..<60 {
            while schedule.next(by: Instant(microseconds: millisecond * 1_000)) != nil {}
            func lasts(_ fault: SimulatedLinkFault) -> Bool {
                let begin = fault.begin.microseconds / 1_000
                return begin <= millisecond && millisecond < begin + fault.length.microseconds / 1_000
            }
            let expected: SimulatedLinkFaults.Condition =
                options.losses.contains(where: lasts) ? .down : options.stalls.contains(where: lasts) ? .stalled : .up
            #expect(schedule.condition == expected, "seed \(seed), \(millisecond) ms")
        }
    }
}
