import CLibevdev
import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoFiles

struct MappingReaderTests {
    private func mapping(_ text: String) throws -> Mapping { try MappingReader.mapping(from: text, file: "F") }

    private func code(_ value: CInt) -> UInt16 { UInt16(value) }

    @Test func axes() throws {
        #expect(
            try mapping(Samples.mapping)
                == Mapping(
                    name: "Test mapping", match: InputMatch(kind: .gamepad, axes: [code(ABS_X)]),
                    slider: SliderMapping(
                        .halves(
                            forward: AxisSource(code(ABS_RZ), rest: .minimum),
                            backward: AxisSource(code(ABS_Z), rest: .maximum)), shaping: Shaping(deadZone: 0.1)),
                    joystick: JoystickMapping(
                        .axes(x: AxisSource(code(ABS_RX)), y: AxisSource(code(ABS_RY), invert: true)),
                        shaping: Shaping(deadZone: 0.1)),
                    keys: OperatorKeys(stop: [code(BTN_EAST)], resume: [code(BTN_START)])))
    }

    @Test func rumbleIsOnUnlessItIsSwitchedOff() throws {
        #expect(try mapping(Samples.mapping).rumbles && mapping(Samples.controls).rumbles)
        for sample in [Samples.mapping, Samples.controls] {
            #expect(try mapping(sample + "rumble: on\n").rumbles)
            let silent = try mapping(sample + "rumble: off\n")
            #expect(!silent.rumbles && MappingCheck.text(silent).contains("\n  rumble    off\n"))
        }
        #expect(try !MappingCheck.text(mapping(Samples.mapping)).contains("rumble"))
    }

    @Test func anUnchangedDeflectionHasNoLimitUnlessOneIsGiven() throws {
        for sample in [Samples.mapping, Samples.controls] {
            #expect(try mapping(sample).silence == nil)
            let limited = try mapping(sample + "silence: 20 s\n")
            #expect(limited.silence == .seconds(20))
            #expect(
                MappingCheck.text(limited).contains("  silence   a deflection that stays unchanged for 20 s halts"))
        }
    }

    @Test func everyOtherKey() throws {
        let text = """
            name: All
            match: { kind: gamepad, bus: bluetooth, vendor: 0x045e, product: [0x02fd, 2821], codes: [BTN_SOUTH, ABS_X] }
            slider: { axis: ABS_Y, invert: true, rest: max, dead zone: 12.5 %, expo: 30%, speed: 2 }
            joystick:
              x: { axis: ABS_RX, rest: centre, centre: -131 }
              y: ABS_RY
              behaviour: hold
              clutch: [BTN_TR, BTN_TL]
              gate: square
              snap: 12.5 deg
              dead zone: 0 %
              expo: 100 %
              speed: 0.25
            keys: { stop: [BTN_EAST, KEY_ESC], park: KEY_P, resume: BTN_START, recentre: BTN_SELECT, enable: BTN_WEST }
            """
        #expect(try MappingCheck.text(mapping(text)).contains("\n  park      KEY_P, then the drive ends\n"))
        #expect(
            try mapping(text)
                == Mapping(
                    name: "All",
                    match: InputMatch(
                        kind: .gamepad, bus: 5, vendor: 0x45e, products: [0x2fd, 2821], axes: [code(ABS_X)],
                        keyCodes: [code(BTN_SOUTH)]),
                    slider: SliderMapping(
                        .axis(AxisSource(code(ABS_Y), rest: .maximum, invert: true)),
                        shaping: Shaping(deadZone: 0.125, expo: 0.3), speed: 2),
                    joystick: JoystickMapping(
                        .axes(x: AxisSource(code(ABS_RX), centre: -131), y: AxisSource(code(ABS_RY))),
                        behaviour: .hold, clutch: [code(BTN_TR), code(BTN_TL)], gate: .square, snap: 12.5,
                        shaping: Shaping(deadZone: 0, expo: 1), speed: 0.25),
                    keys: OperatorKeys(
                        stop: [code(BTN_EAST), code(KEY_ESC)], resume: [code(BTN_START)],
                        recentre: [code(BTN_SELECT)], enable: [code(BTN_WEST)], park: [code(KEY_P)])))
    }

    @Test func keys() throws {
        let mapping = try Library(directory: nil).loadMapping("keyboard")
        #expect(mapping.slider == SliderMapping(.keys(forward: [code(KEY_W)], backward: [code(KEY_S)])))
        #expect(
            mapping.joystick?.source
                == .keys(up: [code(KEY_UP)], down: [code(KEY_DOWN)], left: [code(KEY_LEFT)], right: [code(KEY_RIGHT)]))
        #expect(mapping.keys.stop == [code(KEY_SPACE), code(KEY_ESC)])
    }

    /// Without a name a code has its number, also the one that the kernel's header shows.
    @Test func codesWithoutANameAreReadByTheirNumbers() throws {
        let text = Samples.mapping.replacing("stop: BTN_EAST", with: "stop: [300, 0x12d]")
            .replacing("x: ABS_RX", with: "x: 41").replacing("codes: [ABS_X]", with: "codes: [ABS_X, 0x29, 302]")
        let mapping = try mapping(text)
        #expect(mapping.keys.stop == [0x12c, 0x12d])
        #expect(mapping.joystick?.source == .axes(x: AxisSource(0x29), y: AxisSource(code(ABS_RY), invert: true)))
        #expect(mapping.match.axes == [code(ABS_X), 0x29] && mapping.match.keyCodes == [0x12e])
        let halves = Samples.mapping.replacing("forward: { axis: ABS_RZ }", with: "forward: 41")
        #expect(try self.mapping(halves).axes.first == AxisSource(0x29, rest: .minimum))
        #expect(MappingCheck.text(mapping).contains("stop      300 or 301"))
    }

    @Test func aNumberOfACodeWithANameIsRefusedWithItsName() {
        for (number, name) in [("305", "BTN_EAST"), ("0x131", "BTN_EAST"), ("1", "KEY_ESC")] {
            let error = #expect(throws: FileError.self) {
                try mapping(Samples.mapping.replacing("stop: BTN_EAST", with: "stop: \(number)"))
            }
            #expect(error?.sentence.hasSuffix("; its name is \(name)") == true, "\(error?.sentence ?? "")")
        }
        let error = #expect(throws: FileError.self) {
            try mapping(Samples.mapping.replacing("x: ABS_RX", with: "x: 3"))
        }
        #expect(error?.sentence.hasSuffix("; its name is ABS_RX") == true, "\(error?.sentence ?? "")")
        for number in ["766", "767", "70000", "-1", "1e3", "0x", "301.5"] {
            #expect((EvdevNames.key(named: number) == nil) == (number != "766"), "\(number)")
        }
    }

    @Test func anInputThatIsNeitherPadNorKeyboardIsMatchedAsOther() throws {
        let mapping = try mapping(Samples.mapping.replacing("kind: gamepad", with: "kind: other"))
        #expect(mapping.match.kind == nil && MappingCheck.text(mapping).contains("for       another input with ABS_X"))
    }

    @Test func namesThereAndBack() {
        #expect(EvdevNames.key(named: "BTN_SOUTH") == 0x130)
        #expect(EvdevNames.key(named: "BTN_A") == 0x130)
        #expect(EvdevNames.key(named: "ABS_X") == nil)
        #expect(EvdevNames.axis(named: "ABS_RZ") == 5)
        #expect(EvdevNames.axis(named: "ABS_MAX") == nil)
        #expect(EvdevNames.axis(5) == "ABS_RZ")
        #expect(EvdevNames.key(0x2fe) == "766")
        for name in EvdevNames.keyNames { #expect(EvdevNames.key(named: name).map(EvdevNames.key) == name) }
        for name in EvdevNames.axisNames { #expect(EvdevNames.axis(named: name).map(EvdevNames.axis) == name) }
    }
}
