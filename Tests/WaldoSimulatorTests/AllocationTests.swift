import CMallocCounter
import Testing
import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

/// Once warm a simulated arm and its sensor allocate nothing: `swift test -c release`.
@Suite(.serialized, .enabled(if: isOptimised)) struct AllocationTests {
    /// The frames that an operator who never rests gives a shipped arm.
    private func frames(_ arm: Arm) throws -> [Frame] {
        var random = SeededGenerator(4)
        return try (0..<512).map { index in
            let channel = arm.movingChannels.randomElement(using: &random)!, range = arm.profiles[channel].range
            let value = Int32.random(in: range.bounds, using: &random)
            return try #require(
                Frame(try SimulatedArms.frame(arm, channel, value, sequence: UInt8(truncatingIfNeeded: index))))
        }
    }

    @Test(arguments: FranticTests.names) func twentyThousandStepsAllocateNothing(_ name: String) throws {
        let description = try SimulatedArms.shipped(name), frames = try frames(description)
        var simulation = Simulation(description, SimulationOptions(seed: 1), at: 0), time: Instant = 0, sum = 0.0
        let sensor = try SimulatedArms.library.sensor("iac-gamma").value
        var simulated = try SimulatedSensor(sensor, in: HiddenField(background: 5), seed: 1, at: 0)
        func turns(_ count: Int) {
            for turn in 0..<count {
                time += .milliseconds(20)
                simulation.receive(frames[turn & 511], at: time) { _, frame, _ in sum += Double(frame[0]) }
                if simulated.deadline <= time {
                    simulated.next(at: simulation.arm.hand(at: time)) { sum += Double($0[10]) }
                }
            }
        }
        turns(2_000)
        malloc_counter_start()
        turns(20_000)
        #expect(malloc_counter_stop() == 0)
        #expect(sum.isFinite)
    }
}
