import Testing
import WaldoCore
import WaldoFiles
import WaldoTerminal
import WaldoTestSupport

@testable import WaldoApp

/// What is printed on the buttons of real pads.
@Suite struct PadButtonsTests {
    /// The four buttons of a family by their places, from the upper one on clockwise.
    private static let xbox = ["north": "Y", "east": "B", "south": "A", "west": "X"]
    private static let sony = ["north": "triangle", "east": "circle", "south": "cross", "west": "square"]
    private static let nintendo = ["north": "X", "east": "A", "south": "B", "west": "Y"]

    /// Pads that print something else, or send what another pad's buttons would: a guitar, pads of two and three
    /// buttons, and a pad with Nintendo's letters that says it is an Xbox pad.
    private static let others = [
        "joycon-left", "nso-n64", "nso-genesis", "nso-nes", "sn30proplus-xinput-bt", "wii-nunchuk",
    ]

    private static func printed(on input: RealInput) -> [String: String]? {
        let vendor = input.description.identity.vendor
        if others.contains(input.id) || input.description.kind != .gamepad { return nil }
        switch vendor {
        case 0x045e, 0x28de, 0x18d1, 0x1949, 0x0171: return xbox
        case 0x054c: return sony
        case 0x057e, 0x2dc8: return nintendo
        default: return input.title.contains("(xpad") ? xbox : nil
        }
    }

    private static func names(_ input: RealInput) -> ControlNames {
        let keys = input.description.keyCodes
        let mapping = Mapping(
            name: "", match: InputMatch(kind: .gamepad), controls: [],
            keys: OperatorKeys(stop: keys.filter { (0x120...0x12f).contains($0) }, resume: []))
        return ControlNames(mapping, input.description.identity, keyCodes: keys)
    }

    @Test func theFaceButtonsHaveTheirPrintedNames() throws {
        var pads = 0
        for input in try RealInput.all() {
            guard let printed = Self.printed(on: input) else { continue }
            pads += 1
            let names = Self.names(input)
            for (place, name) in printed {
                for code in input.keys(place) { #expect(names.key(code) == name, "\(input.id), \(place)") }
            }
        }
        #expect(pads >= 45, "\(pads)")
    }

    /// Select, start and the triggers, where they are buttons or axes.
    @Test(arguments: [
        ("xbox360-wired", ["Back", "Start", "LT", "RT"]), ("xbox-series-usb", ["View", "Menu", "LT", "RT"]),
        ("xboxone-s-bt-new-firmware", ["View", "Menu", "LT", "RT"]),
        ("xboxone-s-bt-old-firmware", ["View", "Menu", "LT", "RT"]),
        ("ds3-usb", ["Select", "Start", "L2", "R2"]), ("ds4-bt", ["Share", "Options", "L2", "R2"]),
        ("ds4-hid-generic", ["Share", "Options", "L2", "R2"]), ("dualsense-usb", ["Create", "Options", "L2", "R2"]),
        ("switch-pro-bt", ["minus", "plus", "ZL", "ZR"]), ("8bitdo-switch-mode-bt", ["minus", "plus", "ZL", "ZR"]),
        ("switch-pro-bt-hid-generic", ["minus", "plus", "ZL", "ZR"]), ("wiiu-pro", ["minus", "plus", "ZL", "ZR"]),
        ("steam-deck", ["View", "Menu", "L2", "R2"]), ("google-stadia-usb", ["Options", "Menu", "L2", "R2"]),
        ("amazon-luna-usb", ["Back", "Menu", "LT", "RT"]), ("logitech-f310-x", ["Back", "Start", "LT", "RT"]),
        ("xbox360-wireless", ["Back", "Start", "LT", "RT"]),
        ("8bitdo-pro2-dinput-bt", ["Select", "Start", "L2", "R2"]),
    ])
    func theOthersHaveTheirPrintedNames(id: String, printed: [String]) throws {
        let input = try #require(RealInput.all().first { $0.id == id }), names = Self.names(input)
        let middle = ["select", "start"].compactMap { input.keys($0).first }.map(names.key)
        #expect(middle == Array(printed.prefix(2)), "\(id)")
        let triggers = (input.facts["triggers"] ?? []).dropFirst()
        let shown = triggers.map { name in
            EvdevNames.axis(named: name).map { names.axis(AxisSource($0, rest: .minimum)) }
                ?? EvdevNames.key(named: name).map(names.key) ?? name
        }
        #expect(shown == Array(printed.suffix(2)), "\(id)")
    }

    /// Letters on fewer buttons, by the pad's own description.
    @Test func padsOfOlderConsolesHaveTheirLetters() throws {
        let inputs = try RealInput.all()
        func letters(_ id: String, _ places: [String]) throws -> [String] {
            let input = try #require(inputs.first { $0.id == id })
            return places.flatMap(input.keys).map(Self.names(input).key)
        }
        #expect(try letters("nso-n64", ["south", "west"]) == ["A", "B"])
        #expect(try letters("nso-nes", ["west", "east"]) == ["B", "A"])
        #expect(try letters("nso-genesis", ["west", "south", "east"]) == ["A", "B", "C"])
        #expect(try letters("wii-classic", ["start", "select"]) == ["plus", "minus"])
    }

    /// The number is that of the maker, and of every other program.
    @Test func buttonsWithoutALetterHaveNumbers() throws {
        let inputs = try RealInput.all()
        func first(_ id: String) throws -> [String] {
            let input = try #require(inputs.first { $0.id == id })
            return input.description.keyCodes.prefix(3).map(Self.names(input).key)
        }
        let numbered = [
            "logitech-dual-action", "dragonrise-generic", "ps3-clone-shanwan-pc", "madcatz-fightstick-tes-plus-ps4",
        ]
        for id in numbered {
            #expect(try first(id) == ["button 1", "button 2", "button 3"], "\(id)")
        }
        let wheel = try #require(inputs.first { $0.id == "logitech-g29" })
        #expect(Self.names(wheel).key(0x2c0) == "button 17")
    }

    /// Whoever holds another pad of the same mapping reads that pad's names.
    @Test func theHelpHasThePadsNames() throws {
        let library = Library(directory: nil), arm = try library.arm("robot").value
        let mapping = try library.mapping("gamepad").value
        func help(_ id: String) throws -> [String] {
            let input = try #require(RealInput.all().first { $0.id == id })
            let names = ControlNames(mapping, input.description.identity, keyCodes: input.description.keyCodes)
            return mapping.help(for: arm, names).map { $0.names.joined(separator: ", ") + " " + $0.action }
        }
        #expect(
            try help("dualsense-usb") == [
                "R2 forward", "L2 back", "right stick joystick", "circle stop", "Options resume", "Create recentre",
            ])
        #expect(
            try help("xboxone-s-wired") == [
                "RT forward", "LT back", "right stick joystick", "B stop", "Menu resume", "View recentre",
            ])
    }
}
