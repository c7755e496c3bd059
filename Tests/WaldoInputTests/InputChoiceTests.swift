import Testing
import WaldoCore

@testable import WaldoInput

@Suite struct InputChoiceTests {
    static func input(
        _ name: String, kind: InputMatch.Kind? = .gamepad, product: UInt16 = 0x28e, place: String = "usb-1/input0"
    ) -> InputDescription {
        let identity = InputIdentity(
            bus: 3, vendor: 0x45e, product: product, version: 0x110, port: place, name: name)
        return InputDescription(identity: identity, kind: kind, axes: [], keyCodes: [])
    }

    static func node(_ number: Int, _ input: InputDescription, physical: String = "usb-1/input0") -> InputNode {
        InputNode(path: "/dev/input/event\(number)", physical: physical, access: .open(input))
    }

    let pad = node(3, input("Pad"))
    let other = node(5, input("Other pad", place: "usb-2/input0"))
    let keyboard = node(0, input("Keyboard", kind: .keyboard))
    let motion = node(2, input("Pad Motion Sensors", kind: nil))
    let deniedPad = InputNode(path: "/dev/input/event7", access: .denied(name: "Shut pad", kind: .gamepad))
    let deniedKeyboard = InputNode(path: "/dev/input/event8", access: .denied(name: "Shut keyboard", kind: .keyboard))
    let unknown = InputNode(path: "/dev/input/event9", access: .denied(name: nil, kind: nil))

    @Test func theOnlyPad() throws {
        #expect(try InputSelection.onlyPad.choose(among: [keyboard, motion, pad, deniedKeyboard]) == pad)
        #expect(try InputSelection.onlyPad.choose(among: [pad, deniedPad, unknown]) == pad)
        #expect(try InputSelection.keyboard.choose(among: [keyboard, pad]) == keyboard)
    }

    @Test(arguments: ["/dev/input/event5", "Other pad", "OTHER PAD", "0003:045e:028e:0110:usb-2/input0"])
    func aDeviceByItsPathNameOrIdentity(text: String) throws {
        #expect(try InputSelection.device(text).choose(among: [pad, keyboard, other]) == other)
    }

    @Test func severalAreListedWithWhatPicksEach() throws {
        let error = try #require(throws: InputError.self) { try InputSelection.onlyPad.choose(among: [pad, other]) }
        #expect(error.kind == .ambiguous)
        #expect(
            error.description
                == "More than one gamepad is there: say which with --input /dev/input/event3 (\"Pad\") or "
                + "--input /dev/input/event5 (\"Other pad\").")
    }

    @Test func noMatchListsWhatWasSeen() throws {
        let error = try #require(throws: InputError.self) {
            try InputSelection.onlyPad.choose(among: [keyboard, deniedKeyboard])
        }
        #expect(error.kind == .notFound)
        #expect(error.description.contains("\"Keyboard\" at /dev/input/event0"))
        #expect(error.description.contains("\"Shut keyboard\" at /dev/input/event8 (may not be opened)"))
    }

    @Test(arguments: [
        ("paneel", "did you mean \"panel\"? See `waldo inputs`"),
        ("Othr pad", "did you mean \"Other pad\"? See `waldo inputs`"),
        ("joystick", ": see `waldo inputs`"),
    ])
    func aNameWithASlipIsAnsweredWithTheOneThatIsNear(text: String, words: String) throws {
        let error = try #require(throws: InputError.self) {
            try InputSelection.device(text).choose(among: [pad, other])
        }
        #expect(error.description.contains(words), "\(error)")
    }

    @Test func noPermissionNamesTheNodeAndTheMend() throws {
        for nodes in [[keyboard, deniedPad], [keyboard, unknown]] {
            let error = try #require(throws: InputError.self) { try InputSelection.onlyPad.choose(among: nodes) }
            #expect(error.kind == .notPermitted)
            #expect(error.description.contains(nodes[1].path) && error.description.contains("usermod -aG input"))
            #expect(!error.description.contains("event0"))
        }
        let named = try #require(throws: InputError.self) {
            try InputSelection.device("shut pad").choose(among: [deniedPad])
        }
        #expect(named.kind == .notPermitted)
    }

    // MARK: what lists print is what picks one

    private func named(_ node: InputNode) -> [String] { node.names + [node.path] }

    @Test func everyNameThatAListPrintsPicksIt() throws {
        var described = Self.input("Pad", product: 0x28f, place: "00:1b:dc")
        described.identity.bus = 5
        var one = Self.node(6, described, physical: "aa:bb:cc")
        one.unique = "00:1b:dc"
        let all = [keyboard, motion, pad, one]
        for text in ["00:1b:dc", "AA:BB:CC", "0005:045e:028f", "0005:045e:028f:0110:00:1b:dc", one.path] {
            #expect(try InputSelection.device(text).choose(among: all) == one, "\(text)")
        }
    }

    /// Its motion sensor and its touchpad have the same ids, port and serial number.
    @Test func ofAPadsOwnNodesThePadIsMeant() throws {
        let sensor = Self.node(2, Self.input("Pad Motion Sensors", kind: nil))
        for text in ["usb-1/input0", "0003:045e:028e"] {
            #expect(try InputSelection.device(text).choose(among: [sensor, pad]) == pad)
        }
    }

    @Test func twinsAreListedWithPortAndSerialNumber() throws {
        var twin = Self.node(5, Self.input("Pad", place: "usb-2/input0"), physical: "usb-2/input0")
        twin.unique = "S2"
        let error = try #require(throws: InputError.self) { try InputSelection.onlyPad.choose(among: [pad, twin]) }
        #expect(
            error.description
                == "More than one gamepad is there: say which with --input /dev/input/event3 (\"Pad\", port usb-1/input0) or "
                + "--input /dev/input/event5 (\"Pad\", port usb-2/input0, serial S2). "
                + "`waldo inputs --watch /dev/input/event3` shows what the first of them sends.")
        for (text, node) in [("usb-2/input0", twin), ("S2", twin), ("usb-1/input0", pad)] {
            #expect(try InputSelection.device(text).choose(among: [pad, twin]) == node)
        }
    }

    @Test func onesOwnPadAtAnotherPortIsNamed() throws {
        let error = try #require(throws: InputError.self) {
            try InputSelection.device("0003:045e:028e:0110:usb-9/input0").choose(among: [pad])
        }
        #expect(error.description.contains("one of that model is at another port: --input /dev/input/event3 (\"Pad\")"))
    }

    // MARK: what poses as a pad

    private func posing(_ number: Int, _ name: String, _ looks: String) -> InputNode {
        var node = Self.node(number, Self.input(name, kind: nil))
        node.traits.otherThanPad = looks
        return node
    }

    @Test func theRealPadIsChosenAndTheOtherNamed() throws {
        let mouse = posing(4, "Gaming Mouse", "looks like a mouse")
        #expect(try InputSelection.onlyPad.choose(among: [mouse, pad]) == pad)
        #expect(
            InputSelection.onlyPad.notes(on: [mouse, keyboard, pad], beside: pad) == [
                "\"Gaming Mouse\" at /dev/input/event4 has buttons and axes of a pad, but looks like a mouse, and is not "
                    + "taken for one: --input /dev/input/event4 drives with it."
            ])
        #expect(InputSelection.device(pad.path).notes(on: [mouse, pad], beside: pad).isEmpty)
        // Alone it is not chosen either.
        let error = try #require(throws: InputError.self) { try InputSelection.onlyPad.choose(among: [mouse]) }
        #expect(error.kind == .notFound && error.description.contains("--input /dev/input/event4 (\"Gaming Mouse\")"))
    }

    @Test func buttonsAloneAreChosenByNameOnly() throws {
        var mat = Self.node(4, Self.input("Mat", kind: nil))
        mat.traits.isControl = true
        #expect(try InputSelection.device("Mat").choose(among: [mat, keyboard]) == mat)
        let error = try #require(throws: InputError.self) { try InputSelection.onlyPad.choose(among: [mat]) }
        #expect(error.kind == .notFound && error.description.contains("driven with, too: --input /dev/input/event4"))
    }

    // MARK: which input counts as the same

    let wanted = CodesWanted(axes: [0], keys: [304])

    @Test func onlyTheSameInputIsTakenAgain() {
        let chosen = ChosenInput(pad, Self.input("Pad"), among: [pad, keyboard], wanted: wanted)
        #expect(chosen.isBack(as: Self.node(9, Self.input("Pad"))))
        #expect(!chosen.isBack(as: other) && chosen.isImpersonated(by: other))
        let elsewhere = Self.node(3, Self.input("Pad", place: "usb-2/input0"))
        #expect(!chosen.isBack(as: elsewhere) && chosen.isImpersonated(by: elsewhere))
        let successor = Self.node(3, Self.input("Pad", product: 0x2ea))
        #expect(!chosen.isBack(as: successor) && chosen.isImpersonated(by: successor))
        // Not the chosen input, but no impostor either.
        #expect(!chosen.isBack(as: keyboard) && !chosen.isImpersonated(by: keyboard))
        #expect(!chosen.isBack(as: motion) && !chosen.isImpersonated(by: motion))
        #expect(!chosen.isBack(as: deniedPad))
    }

    /// It may be the same, plugged in elsewhere, or its twin: it is neither taken nor passed over.
    @Test func theSameModelAtAnotherPortIsKnown() {
        let chosen = ChosenInput(pad, Self.input("Pad"), among: [pad, keyboard], wanted: wanted)
        let elsewhere = Self.node(7, Self.input("Pad", place: "usb-2/input0"), physical: "usb-2/input0")
        #expect(chosen.isSameModel(as: elsewhere) && !chosen.isSameModel(as: Self.node(9, Self.input("Pad"))))
        for other in [other, keyboard, motion, deniedPad, Self.node(3, Self.input("Pad", product: 0x2ea))] {
            #expect(!chosen.isSameModel(as: other))
        }
    }

    /// Two pads that share a serial number are distinguished by their USB sockets.
    @Test func aTwinIsDistinguishedByItsSocket() {
        let input = Self.input("Clone", place: "serial-0")
        let here = Self.node(3, input, physical: "usb-1/input0")
        let twin = Self.node(4, input, physical: "usb-2/input0")
        let alone = ChosenInput(here, input, among: [here, keyboard], wanted: wanted)
        let withTwin = ChosenInput(here, input, among: [here, twin], wanted: wanted)
        #expect(alone.isBack(as: twin))
        #expect(!withTwin.isBack(as: twin) && withTwin.isImpersonated(by: twin) && withTwin.isBack(as: here))
        #expect(withTwin.isSameModel(as: twin))
    }
}
