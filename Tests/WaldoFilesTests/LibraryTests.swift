import CLibevdev
import Foundation
import Testing
import WaldoCore

@testable import WaldoFiles

final class LibraryTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "waldo-library-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: directory) }

    private func library(_ files: [String: String]) throws -> Library {
        for (name, text) in files {
            let url = directory.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        return Library(directory: directory.path)
    }

    @Test func theOperatorsFilesComeFirst() throws {
        let library = try library(["arms/robot.yaml": Samples.arm, "gamepad.yaml": Samples.mapping])
        #expect(try library.loadArm("robot").name == "Test arm")
        #expect(try library.loadMapping("gamepad").name == "Test mapping")
        #expect(try library.loadArm("hm10").name == "Binary frames over an HM-10")
        #expect(library.arms().first?.origin == .file(directory.path + "/arms/robot.yaml"))
        #expect(library.arms().filter { $0.name == "robot" }.count == 1)
    }

    @Test func aBrokenFileOfTheOperatorsIsNotPassedOver() throws {
        let library = try library(["arms/robot.yaml": "name: x\n", "bad.yaml": ": :"])
        let error = #expect(throws: FileError.self) { try library.loadArm("robot") }
        #expect(error?.file == directory.path + "/arms/robot.yaml")
        let entry = try #require(library.mappings().first)
        #expect(entry.name == "bad" && entry.value == nil)
        #expect(throws: FileError.self) { try entry.content.get() }
        #expect(library.mappings().contains { $0.name == "gamepad" && $0.origin == .shipped })
    }

    @Test func unknownNamesAreAnsweredWithTheKnownOnes() {
        let error = #expect(throws: FileError.self) { try Library(directory: nil).loadArm("robto") }
        #expect(error?.sentence.contains("hm10") == true)
        #expect(error?.sentence.hasSuffix("did you mean `robot`?") == true)
        #expect(throws: FileError.self) { try Library(directory: "/tmp").loadArm("..") }
        #expect(throws: FileError.self) { try Library(directory: "/tmp").loadArm("") }
    }

    @Test func aPathIsAPathAndANameIsNever() throws {
        let library = try library(["drive.yaml": Samples.arm])
        let path = directory.appending(path: "drive.yaml").path
        #expect(try library.loadArm(path).name == "Test arm")
        #expect(throws: FileError.self) { try library.loadArm("drive.yaml") }
        #expect(throws: FileError.self) { try Library(directory: nil).loadArm("drive") }
    }

    // MARK: which mapping an input gets

    private func input(_ kind: InputMatch.Kind, _ axes: [CInt], _ keys: [CInt]) -> InputDescription {
        InputDescription(
            identity: InputIdentity(bus: 3, vendor: 0x54c, product: 0x9cc, version: 0, place: "", name: "Pad"),
            kind: kind, axes: axes.map { AxisState(UInt16($0), minimum: 0, maximum: 255, value: 0) },
            keyCodes: keys.map { UInt16($0) })
    }

    private let sticks = [ABS_X, ABS_Y, ABS_RX, ABS_RY]
    private let buttons = [BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_WEST, BTN_TL, BTN_TR, BTN_SELECT, BTN_START]

    @Test func realPadsGetTheirMappings() {
        let library = Library(directory: nil)
        func best(_ kind: InputMatch.Kind, _ axes: [CInt], _ keys: [CInt]) -> String? {
            library.bestMapping(for: input(kind, axes, keys))?.name
        }
        let xpad = best(.gamepad, sticks + [ABS_Z, ABS_RZ, ABS_HAT0X, ABS_HAT0Y], buttons)
        #expect(xpad == "gamepad")
        let dualsense = best(.gamepad, sticks + [ABS_Z, ABS_RZ], buttons + [BTN_TL2, BTN_TR2])
        #expect(dualsense == "gamepad")
        #expect(best(.gamepad, sticks, buttons + [BTN_TL2, BTN_TR2]) == "switch-pro")
        let xbox = best(.gamepad, [ABS_X, ABS_Y, ABS_Z, ABS_RZ, ABS_GAS, ABS_BRAKE], buttons)
        #expect(xbox == "xbox-bluetooth")
        let plain = best(.gamepad, [ABS_X, ABS_Y, ABS_Z, ABS_RZ], Array(BTN_TRIGGER...BTN_BASE6))
        #expect(plain == "generic-joystick")
        #expect(best(.keyboard, [], Array(KEY_ESC...KEY_KPDOT)) == "keyboard")
        #expect(best(.gamepad, [ABS_X, ABS_Y], [BTN_SOUTH]) == nil)
    }

    @Test func theOperatorsMappingWinsATieAndTheMoreSpecificAlways() throws {
        let pad = input(.gamepad, sticks + [ABS_Z, ABS_RZ], buttons)
        let codes = "[ABS_RX, ABS_RY, ABS_Z, ABS_RZ, BTN_SOUTH, BTN_EAST, BTN_START, BTN_SELECT]"
        let tie = Samples.mapping.replacing("[ABS_X]", with: codes)
        #expect(try library(["zz.yaml": tie]).bestMapping(for: pad)?.name == "zz")
        let less = Samples.mapping.replacing("codes: [ABS_X]", with: "codes: [ABS_RX, ABS_RY]")
        #expect(try library(["zz.yaml": less]).bestMapping(for: pad)?.name == "gamepad")
        let named = Samples.mapping.replacing("codes: [ABS_X]", with: "vendor: 0x54c, product: 0x9cc")
        #expect(try library(["zz.yaml": less, "ds4.yaml": named]).bestMapping(for: pad)?.name == "ds4")
    }
}
