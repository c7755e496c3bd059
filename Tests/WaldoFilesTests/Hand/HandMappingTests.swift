import Testing
import WaldoCore

@testable import WaldoFiles

/// Controls of the hand in a mapping's file, and how they fit an arm.
@Suite struct HandMappingTests {
    private static let text = """
        name: Hand
        match: { kind: gamepad }
        controls:
          hand: { x: ABS_X, y: { axis: ABS_Y, invert: true }, channels: { x: hand.turn 30 deg/s, y: hand.reach } }
          lift: { axis: ABS_RY, channel: hand.height -80 mm/s }
          claw: { forward: BTN_TR, backward: BTN_TL, channel: claw }
          elbow: { axis: ABS_RX, channel: elbow }
        profiles:
          space: [hand, lift, claw]
          joints: [elbow, claw]
        keys:
          stop: BTN_EAST
          resume: BTN_START
          profile: BTN_SELECT

        """

    private func mapping(_ text: String = text) throws -> Mapping { try MappingReader.mapping(from: text, file: "F") }

    private func shipped(_ name: String) throws -> Arm { try Library(directory: nil).loadArm(name) }

    @Test func axesHaveTheirRates() throws {
        let axes = try mapping().controls.flatMap { $0.references.map(\.channel) }
        #expect(
            axes == [
                .hand(.turn, rate: 30), .hand(.reach, rate: 60), .hand(.height, rate: -80), .name("claw"),
                .name("elbow"),
            ])
        let report = MappingCheck.text(try mapping())
        #expect(report.contains("moves x `hand.turn` at 30 deg/s, y `hand.reach` at 60 mm/s"))
        #expect(report.contains("dead zone 10 %, expo 0 %\n"))
    }

    @Test(arguments: [
        ("hand.reach }", "hand.push }", "one of `hand.x`"),
        ("hand.turn 30 deg/s", "hand.turn 30 mm/s", "1 to 360 deg/s"),
        ("hand.height -80 mm/s", "hand.height 0 mm/s", "1 to 1000 mm/s"),
        ("hand.height -80 mm/s", "hand.reach", "`hand.reach` is moved by `hand` and by `lift`"),
        ("hand.height -80 mm/s", "hand.z", "do not go together"),
        ("x: hand.turn 30 deg/s", "x: hand.reach 5 mm/s", "moved by `x` and by `y`"),
        ("lift: { axis: ABS_RY,", "lift: { axis: ABS_RY, behaviour: spring,", "take `behaviour: rate`"),
        ("lift: { axis: ABS_RY,", "lift: { axis: ABS_RY, speed: 2,", "write the rate behind the axis"),
    ])
    func whatCannotBeIsRefused(_ old: String, _ new: String, _ message: String) throws {
        let error = #expect(throws: FileError.self) { try mapping(Self.text.replacing(old, with: new)) }
        #expect(error.map { "\($0)".contains(message) } == true, "\(error.map { "\($0)" } ?? "")")
    }

    /// In another profile the same axes may move the hand in another frame.
    @Test func profilesMayHaveFramesOfTheirOwn() throws {
        let text = Self.text.replacing(
            "elbow: { axis: ABS_RX, channel: elbow }", with: "elbow: { axis: ABS_RX, channel: hand.x }")
        #expect(throws: Never.self) { try mapping(text) }
    }

    @Test func whatAnArmCannotDoIsNamed() throws {
        let mearm = try shipped("mearm")
        let fitting = try mapping()
        #expect(mearm.problem(with: fitting) == nil && mearm.mismatches(with: fitting).isEmpty)
        let pitch = try mapping(Self.text.replacing("hand.height -80 mm/s", with: "hand.pitch"))
        #expect(mearm.problem(with: pitch)?.contains("moves hand.pitch, and no joint of the arm") == true)
        #expect(mearm.movesNothing(by: pitch))
        let other = try shipped("servo-blackwidow")
        #expect(other.problem(with: try mapping())?.contains("no joint of the arm") == true)
        let robot = try shipped("robot")
        #expect(robot.problem(with: try mapping())?.contains("has no `pose` whose joints are all positions") == true)
    }

    /// Three joints in a plane cannot pitch the hand where it is.
    @Test func whatMovesTogetherAloneIsReported() throws {
        let arm = try shipped("servo-arm-hm10")
        let text = Self.text.replacing("channel: claw", with: "channel: hand.pitch").replacing(
            "channel: elbow", with: "channel: wrist")
        #expect(arm.mismatches(with: try mapping(text)).allSatisfy { !$0.contains("together") })
        let bound = text.replacing("joints: [elbow, claw]", with: "joints: [elbow, claw, lift]").replacing(
            "space: [hand, lift, claw]", with: "space: [hand, lift, claw, elbow]")
        let remarks = arm.mismatches(with: try mapping(bound)).filter { $0.contains("together") }
        #expect(
            remarks == [
                "hand.pitch moves only together with other directions of the hand: “\(arm.name)” has too few joints for all of them"
            ])
    }
}
