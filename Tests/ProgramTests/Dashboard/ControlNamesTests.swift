import Testing
import WaldoCore
import WaldoFiles
import WaldoTerminal

@testable import WaldoApp

/// What operators read of each shipped mapping's controls.
@Suite struct ControlNamesTests {
    func keys(_ mapping: String, _ arm: String = "robot") throws -> [String] {
        let library = Library(directory: nil)
        let mapping = try library.mapping(mapping).value
        return mapping.help(for: try library.arm(arm).value).map {
            $0.names.joined(separator: ", ") + " " + $0.action
        }
    }

    @Test func aPadsControlsHaveTheirEverydayNames() throws {
        #expect(
            try keys("gamepad") == [
                "RT forward", "LT back", "right stick joystick", "B stop", "Start resume", "Select recentre",
            ])
        #expect(
            try keys("xbox-bluetooth") == [
                "RT forward", "LT back", "right stick joystick", "B stop", "Start resume", "Select, Back recentre",
            ])
        #expect(try keys("switch-pro").prefix(2) == ["RT forward", "LT back"])
    }

    /// A stick that is bound by index has no name: its channels and their directions say what it does.
    @Test func sticksThatAreBoundByIndexNameTheirChannels() throws {
        #expect(
            try keys("gamepad-channels", "so101").prefix(4) == [
                "left stick <-> shoulder_pan, ^v shoulder_lift", "right stick <-> wrist_flex, ^v elbow_flex",
                "RB wrist_roll +", "LB wrist_roll -",
            ])
    }

    /// A pad without a driver of its own counts its buttons from one.
    @Test func numberedButtonsHaveNumbers() throws {
        let keys = try keys("generic-joystick")
        #expect(keys[0] == "button 6, button 8 forward" && keys[2] == "right stick joystick")
        #expect(keys[3] == "button 1, button 2, button 3, button 4 stop")
    }

    @Test func aKeyboardsKeysHaveTheirOwnNames() throws {
        #expect(try keys("keyboard").prefix(3) == ["W forward", "S back", "arrows joystick"])
        #expect(try keys("keyboard").contains("Space, Escape stop"))
    }

    @Test func theHelpHasTheKernelsNamesOfAPadAlone() throws {
        let library = Library(directory: nil), arm = try library.arm("robot").value
        let pad = try library.mapping("gamepad").value.help(for: arm)
        #expect(pad.map(\.codes).prefix(4) == ["ABS_RZ", "ABS_Z", "ABS_RX ABS_RY", "BTN_EAST"])
        #expect(try library.mapping("keyboard").value.help(for: arm).allSatisfy { $0.codes.isEmpty })
    }
}
