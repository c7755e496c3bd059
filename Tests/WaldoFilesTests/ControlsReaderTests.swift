import CLibevdev
import Testing
import WaldoCore
import WaldoTime

@testable import WaldoFiles

/// Mappings that name their controls, and arms with limits, actions and reports.
struct ControlsReaderTests {
    private func code(_ value: CInt) -> UInt16 { UInt16(value) }

    @Test func controlsActionsAndProfiles() throws {
        let mapping = try MappingReader.mapping(from: Samples.controls, file: "F")
        let grip = SliderMapping(
            .keys(forward: [code(BTN_TR)], backward: [code(BTN_TL)]), behaviour: .step, step: 0.2)
        #expect(
            mapping.controls == [
                ControlMapping(
                    "reach",
                    .joystick(
                        JoystickMapping(
                            .axes(x: AxisSource(code(ABS_X)), y: AxisSource(code(ABS_Y), invert: true)),
                            shaping: Shaping(deadZone: 0.1)), x: .name("base"), y: .index(1))),
                ControlMapping(
                    "turn",
                    .slider(
                        SliderMapping(
                            .axis(AxisSource(code(ABS_X))), behaviour: .spring, shaping: Shaping(deadZone: 0.1)),
                        .name("wrist"))),
                ControlMapping("grip", .slider(grip, .name("grip"))),
                ControlMapping("home", .button([code(BTN_NORTH)])),
                ControlMapping("light", .button([code(BTN_WEST), code(BTN_C)])),
            ])
        #expect(mapping.profiles.map(\.name) == ["arm", "hand"])
        #expect(mapping.profiles.map { $0.controls.map(\.index) } == [[0, 2], [1, 2, 3]])
        #expect(mapping.keys.precise == [code(BTN_THUMBL)] && mapping.keys.factor == 0.5)
        #expect(mapping.keys.profile == [code(BTN_SELECT)])
    }

    @Test func limitsActionsAndReports() throws {
        let arm = try ArmReader.arm(from: Samples.actions, file: "F")
        #expect(arm.profiles.list.map(\.name) == ["base", "grip", "wheel", "home", "light"])
        #expect(arm.movingChannels.count == 3)
        #expect(arm.profiles[Channel(0)].limits == .init(travel: 10...170, slew: 60))
        let home = try #require(arm.action(named: "home")), light = try #require(arm.action(named: "light"))
        #expect(arm.profiles[home].action?.sets == [.init(Channel(0), 90), .init(Channel(1), 25)])
        #expect(arm.profiles[home].busy == .init(base: .seconds(2)) && arm.profiles[home].mode == .velocity)
        #expect(arm.profiles[light].mode == .signal)
        func bytes(_ channel: Channel, _ value: Int32) -> [UInt8]? {
            arm.template(for: channel, value: value)?.rendered(arm.startValues, own: channel, decimals: arm.decimals)
                .bytes
        }
        #expect(bytes(home, 1) == Array("H\n".utf8) && bytes(home, 0) == Array("X\n".utf8))
        #expect(bytes(light, 1) == [0x4c, 10] && bytes(light, 0) == nil)
        // An action is no channel that a control moves.
        #expect(arm.channel(.name("home")) == nil && arm.channel(.index(3)) == nil && arm.action(named: "base") == nil)
    }

    /// Where a mapping and an arm do not match, both are said.
    @Test func whatMovesNothingAndWhatNothingMovesIsNamed() throws {
        let arm = try ArmReader.arm(from: Samples.actions, file: "F")
        let mapping = try MappingReader.mapping(from: Samples.controls, file: "F")
        #expect(
            arm.mismatches(with: mapping) == [
                "turn (`wrist`) moves nothing: the arm has no such channel",
                "nothing moves wheel: the mapping binds no control to it",
            ])
        let other = try ArmReader.arm(from: Samples.arm, file: "F")
        #expect(
            other.mismatches(with: mapping) == [
                "reach's x (`base`), turn (`wrist`), grip (`grip`) move nothing: the arm has no such channel",
                "nothing moves slider: the mapping binds no control to it",
                "the arm has no action home, light: its key sends nothing",
            ])
    }

    /// A name and a place may mean the same channel of one arm, and two of another.
    @Test func aChannelThatTwoControlsMoveIsRefused() throws {
        let arm = try ArmReader.arm(from: Samples.actions, file: "F")
        let text = Samples.controls.replacing("y: 2", with: "y: 1")
        let mapping = try MappingReader.mapping(from: text, file: "F")
        #expect(
            arm.problem(with: mapping)?.contains("moves the channel base of the arm “Test arm” by reach and by reach")
                == true)
    }

    @Test func aStepIsForAPosition() throws {
        let arm = try ArmReader.arm(from: Samples.actions, file: "F")
        let text = Samples.controls.replacing("channel: grip", with: "channel: wheel")
        let mapping = try MappingReader.mapping(from: text, file: "F")
        #expect(arm.problem(with: mapping)?.contains("`behaviour: step` for grip, which is for positions") == true)
    }

    @Test func aMappingThatMovesNothingIsRefused() throws {
        let arm = try ArmReader.arm(from: ManyChannelsTests.servos, file: "F")
        let mapping = try MappingReader.mapping(from: Samples.mapping, file: "F")
        #expect(arm.problem(with: mapping)?.contains("moves none of the channels of the arm “Seven servos”") == true)
    }
}
