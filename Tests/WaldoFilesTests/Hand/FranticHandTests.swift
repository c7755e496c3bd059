import Glibc
import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// Frantic hands at every shipped arm with a hand, behind fences: two hours, or some minutes in a debug build.
///
/// `WALDO_FRANTIC_HANDS=1000` makes it 1,000 hours; `WALDO_FRANTIC_HANDS=1:57` is the hour of seed 57 alone.
@Suite(.serialized) struct FranticHandTests {
    #if DEBUG
        private static let part: Int64 = 30
    #else
        private static let part: Int64 = 1
    #endif

    /// The hours of all arms together, and the seed of the first.
    private static let wish: (hours: Int, seed: UInt64) = {
        let parts = getenv("WALDO_FRANTIC_HANDS").map { String(cString: $0).split(separator: ":") } ?? []
        return (parts.first.flatMap { Int($0) } ?? 0, parts.dropFirst().first.flatMap { UInt64($0) } ?? 1)
    }()

    private static let library = Library(directory: nil)

    /// The shipped arms whose hands turn, reach and lift.
    private static let arms: [(name: String, arm: Arm)] = library.arms().compactMap { entry in
        guard let arm = entry.value, WizardControl.hand(of: arm) != nil else { return nil }
        return (entry.name, arm)
    }

    /// A table, a box, a cylinder and a reach for an arm of any size, and for each other seed a slew for joints without
    /// one, and a narrower travel.
    private static func fenced(_ arm: Arm, _ seed: UInt64) throws -> Arm {
        var arm = arm
        let length = try #require(HandChain(arm)).length / 1_000
        func point(_ x: Double, _ y: Double, _ z: Double) -> ArmPoint {
            ArmPoint(x: x * length, y: y * length, z: z * length)
        }
        arm.fence = ArmFence([
            .init("table", .table(0.02)), .init("box", .box(point(0.35, 0.2, 0.15), point(0.55, 0.4, 0.45))),
            .init("cylinder", .cylinder(radius: 0.15 * length, height: 0.3 * length)),
            .init("reach", .reach((seed % 3 == 0 ? 1.01 : 0.8) * length)),
        ])
        guard seed % 2 == 0 else { return arm }
        for channel in arm.movingChannels {
            let range = arm.profiles[channel].range, margin = (range.high - range.low) / 10
            var limits = arm.profiles[channel].limits ?? .init()
            limits.travel = limits.travel ?? (range.low + margin)...(range.high - margin)
            limits.slew = limits.slew ?? Double(range.high - range.low) / 3
            arm.profiles[channel].limits = limits
        }
        return arm
    }

    /// The hour of a seed, which determines the arm and the mapping.
    private static func hour(_ seed: UInt64, _ length: TimeSpan) throws -> (name: String, report: FranticHand.Report) {
        let (name, shipped) = arms[Int(seed) % arms.count], arm = try fenced(shipped, seed / UInt64(arms.count))
        let mappings = ["gamepad-hand", "keyboard-hand", "gamepad-wrist", "keyboard-wrist"]
            .compactMap { try? library.loadMapping($0) }.filter { arm.problem(with: $0) == nil }
        var hand = FranticHand(arm, mappings[Int(seed) / arms.count % mappings.count], seed: seed)
        hand.run(for: length)
        return (name, hand.report)
    }

    /// No joint is faster than its slew or beyond its travel, no point enters a region of the fence, nothing is not a
    /// number, and what was sent is sent again by the same steps.
    @Test func noFranticHandLeavesItsLimits() async throws {
        let hours = Self.wish.hours > 0 ? Self.wish.hours : 2 * Self.arms.count
        let whole = TimeSpan.seconds(3_600)
        let length = Self.wish.hours > 0 ? whole : .seconds(3_600 / Int64(Self.arms.count) / Self.part)
        #expect(Self.arms.count >= 7)
        var held: [String: Int] = [:], commands = 0, halts = 0, least = 1.0
        let began = ContinuousClock.now, cores = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        try await withThrowingTaskGroup(of: (UInt64, String, FranticHand.Report).self) { group in
            var next = Self.wish.seed, running = 0
            let end = next + UInt64(hours)
            while next < end || running > 0 {
                while running < cores, next < end {
                    let seed = next
                    group.addTask {
                        let (name, report) = try Self.hour(seed, length)
                        return (seed, name, report)
                    }
                    (next, running) = (next + 1, running + 1)
                }
                guard let (seed, name, report) = try await group.next() else { break }
                running -= 1
                for fault in report.faults { Issue.record("\(name), seed \(seed): \(fault)") }
                if seed < Self.wish.seed + 20 { print("\(name), seed \(seed): \(report)") }
                held[name, default: 0] += report.holds
                (commands, halts) = (commands + report.commands, halts + report.halts)
                least = min(least, report.least)
            }
        }
        let taken = Double((ContinuousClock.now - began) / .seconds(1))
        let simulated = Double(hours) * Double(length.microseconds) / 3.6e9
        print("\(hours) drives, \(simulated) hours, \(commands) commands, in \(taken) s")
        #expect(commands > 100 * hours && halts > hours && least < 0.9)
        guard hours >= Self.arms.count else { return }
        #expect(held.count == Self.arms.count && held.values.allSatisfy { $0 > 0 }, "\(held)")
    }
}
