import CMallocCounter
import WaldoCore
import WaldoSimulator
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

/// The cost of a frame that an arm takes, and of its sensor's messages between them.
struct StepCost {
    /// Steps of which the allocations are counted.
    static let turns = 20_000

    /// The best of several rounds, because disturbances only add time.
    private(set) var nanoseconds = Double.infinity
    private(set) var allocations = 0

    init(_ arm: Arm, on sensor: Sensor) throws {
        var random = SeededGenerator(4), time: Instant = 0, bytes = 0
        var values = arm.startValues
        let frames = (0..<512).compactMap { index -> Frame? in
            let channel = arm.channels.randomElement(using: &random)!, range = arm.profiles[channel].range
            values[channel] = .random(in: min(range.low, range.high)...max(range.low, range.high), using: &random)
            return arm.template(for: channel, value: values[channel])?
                .rendered(values, own: channel, decimals: arm.decimals, sequence: UInt8(truncatingIfNeeded: index))
        }
        var simulation = Simulation(arm, sensor: sensor, SimulationOptions(), at: 0)
        func turn(_ count: Int) {
            for index in 0..<count {
                time += .milliseconds(20)
                simulation.receive(frames[index % frames.count], at: time) { _, frame, _ in bytes += frame.count }
            }
        }
        turn(2_000)
        malloc_counter_start()
        turn(Self.turns)
        allocations = Int(malloc_counter_stop())
        for _ in 0..<20 {
            let start = Clock.now()
            turn(10_000)
            nanoseconds = min(nanoseconds, Double(Clock.now() - start) / 10_000)
        }
    }
}
