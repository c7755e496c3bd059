import Testing
import WaldoCore
import WaldoFiles
import WaldoSimulator
import WaldoTestSupport
import WaldoTime

/// Whatever an arm is sent, it ends in bounds and at rest, and its numbers do not depend on when they are asked for.
@Suite struct FranticTests {
    static let names = SimulatedArms.library.arms().map(\.name)

    /// Frames, pieces of frames and noise, a thousand a second.
    private func write(_ arm: Arm, _ random: inout SeededGenerator) throws -> [UInt8] {
        let channel = arm.channels.randomElement(using: &random)!, range = arm.profiles[channel].range
        let value = Int32.random(in: min(range.low, range.high)...max(range.low, range.high), using: &random)
        var bytes = try SimulatedArms.frame(arm, channel, value)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
        case 1: bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes = (0..<Int.random(in: 1...20, using: &random)).map { _ in .random(in: 0...255, using: &random) }
        default: break
        }
        return bytes
    }

    /// How long after the last write a velocity may move: its watchdog, and for an arm that hears late what waits in
    /// its buffer.
    private func bound(_ arm: Arm) -> TimeSpan {
        let model = arm.model ?? .standard(of: arm)
        let watchdog = model.behaviours.compactMap(\.watchdog).max() ?? .zero
        return watchdog + .microseconds(model.byteTime.microseconds * Int64(model.buffer + 1))
    }

    /// Whether the firmware stops a silent velocity; that of some public ones does not.
    private func stops(_ arm: SimulatedArm) -> Bool {
        zip(arm.arm.channels, arm.model.behaviours).allSatisfy { channel, behaviour in
            if case .rate = behaviour.motion { behaviour.watchdog != nil } else { true }
        }
    }

    @Test(arguments: names.filter { $0 != "robot" }, UInt64(0)..<3)
    func noVelocityMovesAfterTheWatchdogsSilence(_ name: String, _ seed: UInt64) throws {
        let description = try SimulatedArms.shipped(name)
        var arm = SimulatedArm(description, at: 0), random = SeededGenerator(seed), time: Instant = 0
        var moved = 0
        for _ in 0..<40 {
            for _ in 0..<250 {
                arm.receive(try write(description, &random), at: time)
                time += .milliseconds(1)
            }
            let velocities = description.channels.filter { description.profiles[$0].mode == .velocity }
            if velocities.contains(where: { arm.velocity($0, at: time) != 0 }) { moved += 1 }
            time += bound(description)
            arm.advance(to: time)
            for channel in velocities where stops(arm) { #expect(arm.velocity(channel, at: time) == 0) }
            for channel in description.channels {
                let number = arm.number(channel, at: time)
                #expect(number.isFinite)
                if let limits = arm.model.behaviours[channel.index].limits { #expect(limits.contains(number)) }
            }
        }
        if description.profiles.list.contains(where: { $0.mode == .velocity }) { #expect(moved > 10) }
        // At rest nothing wakes, unless a number without an end mark is open. A buffer of long moves lasts minutes.
        arm.advance(to: time + .seconds(600))
        #expect(arm.deadline == nil && (!arm.isMoving(at: time + .seconds(600)) || !stops(arm)))
    }

    /// The first arm has no watchdog: it comes to rest when its buffer is empty and its last move has ended.
    @Test(arguments: UInt64(0)..<3) func theFirstArmComesToRest(_ seed: UInt64) throws {
        let description = try SimulatedArms.shipped("robot")
        var arm = SimulatedArm(description, at: 0), random = SeededGenerator(seed), time: Instant = 0
        for _ in 0..<2_000 {
            var bytes = try write(description, &random)
            // Numbers of more digits take it where nobody comes back from in time.
            if bytes.count > 6 { bytes.removeLast(bytes.count - 6) }
            arm.receive(bytes, at: time)
            time += .milliseconds(1)
        }
        #expect(arm.account.lostBytes > 0)
        for _ in 0..<1_000 {
            guard let deadline = arm.deadline else { break }
            arm.advance(to: deadline)
            time = max(time, deadline)
        }
        #expect(arm.deadline == nil && arm.waitingBytes == 0)
        time += .seconds(3_600)
        #expect(!arm.isMoving(at: time))
    }

    @Test(arguments: names) func theSameWritesGiveTheSameNumbersWheneverTheyAreAskedFor(_ name: String) throws {
        let description = try SimulatedArms.shipped(name)
        var random = SeededGenerator(9), time: Instant = 0
        var asked = SimulatedArm(description, at: 0), quiet = SimulatedArm(description, at: 0)
        for _ in 0..<1_500 {
            let bytes = try write(description, &random)
            for _ in 0..<3 {
                time += .microseconds(Int64.random(in: 0...9_000, using: &random))
                asked.advance(to: time)
                _ = asked.hand(at: time)
            }
            asked.receive(bytes, at: time)
            quiet.receive(bytes, at: time)
            for channel in description.channels {
                #expect(asked.number(channel, at: time) == quiet.number(channel, at: time))
            }
            #expect(asked.hand(at: time) == quiet.hand(at: time))
        }
        #expect(asked.account == quiet.account)
    }
}
