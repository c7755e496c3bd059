import Testing
import WaldoTestSupport
import WaldoTime

@testable import WaldoCore

/// Against Pinocchio, and NumPy's linear algebra on its Jacobian.
@Suite struct HandChainTests {
    @Test func placeJacobianAndSpeedsAreThoseOfAForeignLibrary() throws {
        let foreign = try HandNumbers()
        #expect(foreign.poses.count == 48)
        for pose in foreign.poses {
            let arm = try #require(foreign.arms[pose.arm]), chain = try #require(HandChain(arm))
            let place = chain.place(at: pose.numbers)
            for (index, value) in pose.point.enumerated() {
                #expect(abs(place.point[index] - value) < 1e-9, "\(pose.arm) \(pose.numbers)")
            }
            let rows = [place.x, place.y, place.z, place.aboutX, place.aboutY, place.aboutZ]
            for (row, values) in zip(rows, pose.jacobian) {
                for (index, value) in values.enumerated() {
                    #expect(abs(row[index] - value) < 1e-8, "\(pose.arm) \(pose.numbers)")
                }
            }
            let solver = HandSolver(
                chain, limits: HandLimits(low: .init(repeating: -1e9), high: .init(repeating: 1e9)),
                rows: arm.channels.count == 3 ? 0b111 : 0b11111)
            let system = solver.exactSystem(pose.velocity, at: pose.numbers)
            let speeds = system.solve(solver.joints).speeds / solver.chain.sizes
            for (index, value) in pose.speeds.enumerated() {
                #expect(abs(speeds[index] - value) < 1e-6 * max(1, abs(value)), "\(pose.arm) \(pose.numbers)")
            }
        }
    }

    @Test func theHandIsWhereThePoseHasIt() throws {
        let foreign = try HandNumbers()
        for pose in foreign.poses {
            let arm = try #require(foreign.arms[pose.arm]), drawn = try #require(arm.pose)
            let point = drawn.point(behind: drawn.joints.count) { index in
                switch drawn.joints[index].motion {
                case .fixed(let value): value
                case .position(let channel, let zero, let unit): (pose.numbers[channel.index] - Double(zero)) * unit
                default: .nan
                }
            }
            let place = try #require(HandChain(arm)).place(at: pose.numbers)
            #expect(abs(point.x * 1_000 - place.point.x) < 1e-9 && abs(point.z * 1_000 - place.point.z) < 1e-9)
        }
    }

    @Test func aChainOnWheelsOrOfCountedJointsHasNone() {
        var arm = HandNumbers.arm("one", [.init(.turn, .z, .position(Channel(0), zero: 0, unit: 1))])
        #expect(HandChain(arm) != nil)
        let wheel = ArmPose.Drive.Wheel(Channel(0), speed: 1, turn: 0)
        arm.pose?.drive = ArmPose.Drive(wheel, wheel, error: 0, holds: .zero)
        #expect(HandChain(arm) == nil)
        arm.pose = ArmPose(joints: [.init(.move, .x, .frames(Channel(0), each: 1, error: 0, home: nil))], accuracy: 0)
        #expect(HandChain(arm) == nil)
        arm.pose = nil
        #expect(HandChain(arm) == nil)
    }
}
