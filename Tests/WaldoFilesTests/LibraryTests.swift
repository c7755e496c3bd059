import CLibevdev
import Foundation
import Testing
import WaldoCore
import WaldoTestSupport

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
            chmod(url.path, 0o644)
        }
        for folder in ["", "/arms"] { chmod(directory.path + folder, 0o755) }
        return Library(directory: directory.path, rows: SDLRowSources())
    }

    @Test func theOperatorsFilesComeFirst() throws {
        let library = try library(["arms/robot.yaml": Samples.arm, "gamepad.yaml": Samples.mapping])
        #expect(try library.loadArm("robot").name == "Test arm")
        #expect(try library.loadMapping("gamepad").name == "Test mapping")
        #expect(try library.loadArm("hm10").name == "Binary frames over an HM-10")
        #expect(library.arms().first?.origin == .file(directory.path + "/arms/robot.yaml"))
        #expect(library.arms().filter { $0.name == "robot" }.count == 1)
    }

    @Test func namesAreThoseOfTheFiles() throws {
        let library = try library(["arms/robot.yaml": Samples.arm, "arms/mine.yaml": ": :", "bad.yaml": ": :"])
        #expect(library.armNames() == library.arms().map(\.name))
        #expect(library.mappingNames() == library.mappings().map(\.name))
        #expect(library.sensorNames() == library.sensors().map(\.name))
        #expect(library.graphNames() == library.graphs().map(\.name))
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
        #expect(error?.sentence.contains("; did you mean `robot`? There are ") == true)
        #expect(throws: FileError.self) { try Library(directory: "/tmp").loadArm("..") }
        #expect(throws: FileError.self) { try Library(directory: "/tmp").loadArm("") }
    }

    @Test(arguments: [
        (Samples.mapping, "this is a mapping, and an arm was expected; name another file"),
        ("hear: x\nmessages: y\n", "this is a sensor, and an arm was expected; name another file"),
        ("in: x\nnodes: y\n", "this is a graph, and an arm was expected; name another file"),
        (
            "chanels: x\nmatch: y\n",
            "the key `chanels` is unknown in the file; did you mean `channels`? Expected `name`"
        ),
    ])
    func aFileOfAnotherKindIsNamedAsThat(text: String, sentence: String) throws {
        let library = try library(["other.yaml": text])
        let error = #expect(throws: FileError.self) {
            try library.loadArm(directory.appending(path: "other.yaml").path)
        }
        #expect(error?.sentence.hasPrefix(sentence) == true, "\(String(describing: error))")
    }

    @Test func aFileOfTheWorkingDirectoryIsMeantByItsName() throws {
        let name = "waldo-\(UUID().uuidString.prefix(8))"
        try Data(Samples.arm.utf8).write(to: URL(filePath: name + ".yaml"))
        defer { try? FileManager.default.removeItem(atPath: name + ".yaml") }
        let library = Library(directory: nil)
        let error = #expect(throws: FileError.self) { try library.loadArm(name) }
        #expect(error?.sentence.contains("; did you mean `./\(name).yaml`? There are ") == true)
        let fault = library.examine(name).faults.first?.sentence
        #expect(fault?.contains("; did you mean `./\(name).yaml`? For a file ") == true)
    }

    @Test func aPathIsAPathAndANameIsNever() throws {
        let library = try library(["drive.yaml": Samples.arm])
        let path = directory.appending(path: "drive.yaml").path
        #expect(try library.loadArm(path).name == "Test arm")
        #expect(throws: FileError.self) { try library.loadArm("drive.yaml") }
        #expect(throws: FileError.self) { try Library(directory: nil).loadArm("drive") }
    }

    // MARK: who owns and may write the files

    /// The error for the operator's own arm file, once it was made untrustworthy.
    private func refusal(_ library: Library) throws -> FileError {
        let entry = try #require(library.arms().first { $0.name == "robot" })
        #expect(entry.value == nil, "the listed one")
        do {
            _ = try library.loadArm("robot")
        } catch {
            return error
        }
        throw DidNotHappen("the file was taken")
    }

    @Test(arguments: [0o666, 0o664, 0o646] as [mode_t]) func aFileThatOthersMayWriteIsRefused(mode: mode_t) throws {
        let library = try library(["arms/robot.yaml": Samples.arm])
        #expect(chmod(directory.path + "/arms/robot.yaml", mode) == 0)
        let error = try refusal(library)
        #expect(error.file == directory.path + "/arms/robot.yaml")
        #expect(error.sentence.contains("chmod go-w \(directory.path)/arms/robot.yaml"), "\(error)")
        // An operator who gives a path has looked at the file.
        #expect(try library.loadArm(directory.path + "/arms/robot.yaml").name == "Test arm")
    }

    @Test(arguments: [0o777, 0o775, 0o1777] as [mode_t]) func aDirectoryThatOthersMayWriteIsRefused(mode: mode_t) throws
    {
        let library = try library(["arms/robot.yaml": Samples.arm, "mine.yaml": Samples.mapping])
        #expect(chmod(directory.path + "/arms", mode) == 0)
        let error = try refusal(library)
        #expect(error.sentence.contains("chmod go-w \(directory.path)/arms"), "\(error)")
        #expect(try library.loadMapping("mine").name == "Test mapping")
        #expect(chmod(directory.path, mode) == 0)
        #expect(throws: FileError.self) { try library.loadMapping("mine") }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"), arguments: ["/arms/robot.yaml", "/arms"])
    func whatBelongsToAnotherUserIsRefused(path: String) throws {
        let library = try library(["arms/robot.yaml": Samples.arm])
        #expect(chown(directory.path + path, 12_345, 0) == 0)
        let error = try refusal(library)
        #expect(
            error.sentence.contains("12345") && error.sentence.contains("chown 0 \(directory.path)\(path)"), "\(error)")
    }

    /// What a link points to is what is read, and what is checked.
    @Test func aLinkIsJudgedByWhatItLeadsTo() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Samples.arm, to: "a.yaml")
        chmod(file, 0o600)
        let library = try library(["arms/other.yaml": Samples.arm])
        #expect(symlink(file, directory.path + "/arms/robot.yaml") == 0)
        #expect(try library.loadArm("robot").name == "Test arm")
        chmod(file, 0o666)
        #expect(try refusal(library).sentence.contains("chmod go-w"))
        unlink(file)
        #expect(try refusal(library).sentence.contains("no such file"))
    }

    @Test func whatHidesAShippedFileIsKnown() throws {
        let library = try library(["arms/robot.yaml": Samples.arm, "arms/mine.yaml": Samples.arm])
        #expect(try library.arm("robot").source.hidingPath == directory.path + "/arms/robot.yaml")
        #expect(library.arms().first { $0.name == "robot" }?.source.hidingPath == directory.path + "/arms/robot.yaml")
        #expect(try library.arm("mine").source.hidingPath == nil && library.arm("hm10").source.hidingPath == nil)
        #expect(try library.arm(directory.path + "/arms/robot.yaml").source.hidingPath == nil)
    }

    @Test func aNameSteersNoTerminal() throws {
        let library = try library(["arms/e\u{1b}[2Jvil.yaml": "name: x\n"])
        let entry = try #require(library.arms().first)
        let reported = [
            "\(entry.origin)", "\(#expect(throws: FileError.self) { try library.loadArm("robto") }!)",
            "\(#expect(throws: FileError.self) { try library.loadArm("e\u{1b}[2Jvil") }!)",
            "\(#expect(throws: FileError.self) { try library.loadArm("e\u{1b}[2Jvi") }!)",
            "\(#expect(throws: FileError.self) { try library.check("/tmp/\u{1b}x\u{202e}.yaml") }!)",
        ]
        for text in reported {
            #expect(!text.contains("\u{1b}") && !text.contains("\u{202e}"))
            #expect(text.contains("\\u{1b}") || text.contains("robto"))
        }
    }

    // MARK: which mapping an input gets

    private func input(_ kind: InputMatch.Kind, _ axes: [CInt], _ keys: [CInt]) -> InputDescription {
        InputDescription(
            identity: InputIdentity(bus: 3, vendor: 0x54c, product: 0x9cc, version: 0, port: "", name: "Pad"),
            kind: kind, axes: axes.map { AxisState(UInt16($0), minimum: 0, maximum: 255, value: 0) },
            keyCodes: keys.map { UInt16($0) })
    }

    private let sticks = [ABS_X, ABS_Y, ABS_RX, ABS_RY]
    private let buttons = [BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_WEST, BTN_TL, BTN_TR, BTN_SELECT, BTN_START]

    @Test func realPadsGetTheirMappings() {
        let library = Library(directory: nil, rows: SDLRowSources())
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

    /// Only where they rest distinguishes a stick on Z and RZ from triggers.
    @Test func aStickOnZAndRZIsNotTakenForTriggers() {
        let library = Library(directory: nil, rows: SDLRowSources())
        let buttons = Array(BTN_SOUTH...BTN_MODE)
        func best(_ values: [(CInt, Int32)], _ keys: [CInt]) -> String? {
            var pad = input(.gamepad, values.map(\.0), keys)
            pad.axes = values.map { AxisState(UInt16($0), minimum: 0, maximum: 255, value: $1) }
            return library.bestMapping(for: pad)?.name
        }
        let left = [(ABS_X, Int32(128)), (ABS_Y, 127)]
        // A DualShock 4 without its driver: the right stick on Z and RZ, the triggers on RX and RY.
        let plain = left + [(ABS_Z, 128), (ABS_RZ, 126), (ABS_RX, 0), (ABS_RY, 0)]
        #expect(best(plain, buttons) == "hid-gamepad")
        // The same with its driver, at rest and with its stick in a corner.
        let driven = left + [(ABS_Z, 0), (ABS_RZ, 0), (ABS_RX, 128), (ABS_RY, 128)]
        let driversButtons = self.buttons + [BTN_TL2, BTN_TR2, BTN_MODE]
        #expect(best(driven, driversButtons) == "gamepad")
        #expect(best(left + [(ABS_Z, 0), (ABS_RZ, 0), (ABS_RX, 0), (ABS_RY, 255)], driversButtons) == "gamepad")
        #expect(best(left + [(ABS_Z, 255), (ABS_RZ, 0), (ABS_RX, 128), (ABS_RY, 128)], driversButtons) == "gamepad")
    }

    @Test func theOperatorsMappingWinsAndOfThoseTheMoreSpecific() throws {
        let pad = input(.gamepad, sticks + [ABS_Z, ABS_RZ], buttons)
        let codes = "[ABS_RX, ABS_RY, ABS_Z, ABS_RZ, BTN_SOUTH, BTN_EAST, BTN_START, BTN_SELECT]"
        let tie = Samples.mapping.replacing("[ABS_X]", with: codes)
        #expect(try library(["zz.yaml": tie]).bestMapping(for: pad)?.name == "zz")
        let less = Samples.mapping.replacing("codes: [ABS_X]", with: "codes: [ABS_RX, ABS_RY]")
        #expect(try library(["zz.yaml": less]).bestMapping(for: pad)?.name == "zz")
        let named = Samples.mapping.replacing("codes: [ABS_X]", with: "vendor: 0x54c, product: 0x9cc")
        #expect(try library(["zz.yaml": less, "ds4.yaml": named]).bestMapping(for: pad)?.name == "ds4")
    }
}
