import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

/// What a valid `pose` of an arm file is read as.
@Suite struct PoseReaderTests {
    private func arm(_ text: String) throws -> Arm { try ArmReader.arm(from: text, file: "F") }

    @Test func anArmWithoutAPoseHasNone() throws {
        #expect(try arm(Samples.arm).pose == nil && CommandedPose(try arm(Samples.arm)) == nil)
    }

    /// The rate of turn of 1 unit is 2 mm/s on a circle of 150 mm: 0.002 / 0.15 * 180 / pi = 0.763943726841 deg/s.
    @Test func everyKey() throws {
        let arm = try arm(Samples.posed)
        let pose = try #require(arm.pose)
        let base = Channel(0), lift = Channel(1), reach = Channel(2), wheel = Channel(3), home = Channel(5)
        #expect(
            pose.joints == [
                .init(.move, .z, .fixed(0.06)), .init(.turn, .z, .position(base, zero: 100, unit: -1.5)),
                .init(.move, .z, .position(lift, zero: 47, unit: 0.01)), .init(.turn, .y, .fixed(90)),
                .init(.move, .x, .frames(reach, each: 0.0005, error: 0.0002, home: home)),
                .init(.turn, .x, .rate(wheel, unit: 3, error: 0.2, holds: .milliseconds(500), home: nil)),
            ])
        #expect(pose.accuracy == 0.005 && pose.settlingTime == .milliseconds(300) && pose.source == "a ruler")
        let drive = try #require(pose.drive)
        #expect(drive.error == 0.1 && drive.holds == .milliseconds(300))
        #expect(drive.first.channel == Channel(4) && drive.second.channel == wheel)
        #expect(drive.first.speed == 0.001 && drive.second.speed == 0.001)
        #expect(abs(drive.second.turn - 0.763_943_726_841) < 1e-12 && drive.first.turn == -drive.second.turn)
    }

    @Test func aSpeedAndARateOfTurn() throws {
        let text = Samples.posed.replacing(
            "left: track, right: wheel, unit: 2 mm/s, width: 150 mm, error: 10 %",
            with: "forward: track, turn: wheel, unit: 2 cm/s, turn unit: -4 deg/s, error: 5 %, holds: 2 s")
        let drive = try #require(try arm(text).pose?.drive)
        #expect(
            drive
                == ArmPose.Drive(
                    .init(Channel(4), speed: 0.02, turn: 0), .init(Channel(3), speed: 0, turn: -4), error: 0.05,
                    holds: .seconds(2)))
    }

    @Test func aVelocityWithoutHeartbeatsHoldsForAnHour() throws {
        let text = Samples.posed.replacing(", holds: 0.5 s", with: "").replacing(
            "wheel: { mode: velocity, range: [-9, 9], heartbeat: 100 ms",
            with: "wheel: { mode: velocity, range: [-9, 9], heartbeat: none")
        let pose = try #require(try arm(text).pose)
        guard case .rate(_, _, _, let holds, _) = pose.joints[5].motion else { throw DidNotHappen("a rate") }
        #expect(holds == .seconds(3_600) && pose.drive?.holds == .seconds(3_600))
    }

    /// The place by hand: base at 90 is 10 units below 100, +15 degrees; the middle of lift's range is its zero; the
    /// hand is on the axis, 60 mm up.
    @Test func waldoCheckShowsIt() throws {
        let report = ArmCheck.text(try arm(Samples.posed))
        #expect(
            report.hasSuffix(
                """
                  pose      from a ruler; the resting hand within 5 mm, at rest after 300 ms
                    drive         by track, 1 mm/s and -0.763944 deg/s a unit with an error of 10 %, for 300 ms after a frame
                    drive         by wheel, 1 mm/s and 0.763944 deg/s a unit with an error of 10 %, for 300 ms after a frame
                    move z        60 mm
                    turn z        by base, -1.5 deg a unit from 100
                    move z        by lift, 10 mm a unit from 4.7
                    turn y        90 deg
                    move x        by reach, 0.5 mm a frame, each with an error of 0.2 mm, until home
                    turn x        by wheel, 3 deg/s a unit with an error of 20 %, for 500 ms after a frame
                    start         x 0 mm, y 0 mm, z 60 mm

                """), "\(report)")
        let assumed = ArmCheck.text(try arm(Samples.posed.replacing("  source: a ruler\n", with: "")))
        #expect(assumed.contains("  pose      assumed: it names no source; the resting hand within 5 mm"))
    }
}
