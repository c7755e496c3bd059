import Testing
import WaldoCore

@testable import WaldoFiles

/// The mapping that is made for a panel alone.
struct PanelMappingTests {
    private func arm(_ modes: [(String, ChannelProfile.Mode)], actions: [String] = []) -> Arm {
        let names = modes.map { name, mode in
            mode == .position
                ? "  \(name): { mode: position, range: [0, 180], start: 90, frame: \"\(name){value}>\" }"
                : "  \(name): { mode: velocity, range: [-9, 9], heartbeat: 900 ms, frame: \"\(name){value}>\" }"
        }
        let text = """
            name: A
            link: { service: ffe0, write: ffe1, response: false, max: 64 }
            pacing: { interval: 20 ms }
            channels:
            \(names.joined(separator: "\n"))

            """
            + (actions.isEmpty ? "" : "actions:\n")
            + actions.map { "  \($0): { frame: \"!\($0)\", moves: false }\n" }.joined()
        do { return try ArmReader.arm(from: text, file: "F") } catch { fatalError("\(error)") }
    }

    /// Each control as its name and the channels that it moves.
    private func controls(
        _ modes: [(String, ChannelProfile.Mode)], actions: [String] = [], hasStick: Bool = true
    ) throws -> [String] {
        let arm = arm(modes, actions: actions)
        let (mapping, source) = try PanelMapping.mapping(for: arm, hasStick: hasStick)
        #expect(arm.problem(with: mapping) == nil && arm.mismatches(with: mapping) == [])
        #expect(try MappingReader.mapping(from: source.text, file: "a recording's header") == mapping)
        return mapping.controls.map { control in
            control.isButton
                ? "\(control.name)!"
                : "\(control.name): "
                    + control.references.map { ($0.axis ?? "") + $0.channel.text }.joined(separator: " ")
        }
    }

    @Test func theFirstTwoPositionsAreAJoystickAndTheRestSliders() throws {
        let five = ["base", "shoulder", "elbow", "wrist", "gripper"].map { ($0, ChannelProfile.Mode.position) }
        #expect(
            try controls(five) == [
                "joystick: x`base` y`shoulder`", "elbow: `elbow`", "wrist: `wrist`", "gripper: `gripper`",
            ])
        #expect(try controls([("left", .velocity), ("right", .velocity)]) == ["left: `left`", "right: `right`"])
        #expect(try controls([("lift", .position)]) == ["lift: `lift`"])
        #expect(
            try controls([("drive", .velocity), ("pan", .position), ("turn", .velocity), ("tilt", .position)])
                == ["drive: `drive`", "joystick: x`pan` y`tilt`", "turn: `turn`"])
    }

    /// A raster moves one channel after the other, and screens name them.
    @Test func withoutAStickEachChannelIsASlider() throws {
        let three = ["base", "shoulder", "x"].map { ($0, ChannelProfile.Mode.position) }
        #expect(
            try controls(three, actions: ["home"], hasStick: false)
                == ["base: `base`", "shoulder: `shoulder`", "slider-3: `x`", "home!"])
    }

    /// Channels may have names that controls cannot have.
    @Test func everyNameOfAChannelGivesAControl() throws {
        #expect(
            try controls([("x", .velocity), ("slider-1", .velocity), ("joystick", .velocity), ("stopped", .velocity)])
                == ["slide-1: `x`", "slider-1: `slider-1`", "slider-3: `joystick`", "slider-4: `stopped`"])
        let names = ["yes", "null", "true", "e5", "off", "y", "x", "A"]
        for mode in [ChannelProfile.Mode.position, .velocity] {
            #expect(try controls(names.map { ($0, mode) }).count == (mode == .position ? 7 : 8))
        }
    }

    @Test func everyActionIsAButton() throws {
        let servos = [("pan", ChannelProfile.Mode.position), ("tilt", .position)]
        #expect(try controls(servos, actions: ["home", "light"]) == ["joystick: x`pan` y`tilt`", "home!", "light!"])
        #expect(try controls(servos, actions: ["joystick"]) == ["stick: x`pan` y`tilt`", "joystick!"])
    }

    @Test func theMappingOfTheDefaultArmIsKept() throws {
        let library = Library(directory: nil), keyboard = try library.loadMapping("keyboard")
        for (name, isMoved) in [("robot", true), ("hm10", true), ("mearm", false), ("rover", false)] {
            #expect(try library.loadArm(name).isMovedWhole(by: keyboard) == isMoved, "\(name)")
        }
    }

    @Test func aControlWithoutInputSaysSo() throws {
        let mapping = try PanelMapping.mapping(for: arm([("pan", .position), ("tilt", .position)])).value
        let report = MappingCheck.text(mapping)
        #expect(report.contains("  joystick  by a panel only, moves x `pan`, y `tilt`\n"), "\(report)")
    }
}
