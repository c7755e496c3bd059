import CLibevdev
import Testing
import WaldoCore

@testable import WaldoFiles

/// Numbered pads, whose buttons say nothing of what they are for: what stops is known, or the pad is not driven
/// unasked.
@Suite struct KnownStopTests {
    private let guid = "03000000341200007856000010010000"

    private func pad(_ keys: [UInt16], axes: [CInt] = [ABS_X, ABS_Y, ABS_Z, ABS_RZ]) -> InputDescription {
        InputDescription(
            identity: InputIdentity(bus: 3, vendor: 0x1234, product: 0x5678, version: 0x110, port: "", name: "Pad"),
            kind: .gamepad, axes: axes.map { AxisState(UInt16($0), minimum: 0, maximum: 255, value: 128) },
            keyCodes: keys)
    }

    /// BTN_TRIGGER and the next ones; from the thirteenth to the fifteenth they have no names.
    private func numbered(_ count: UInt16) -> [UInt16] { (0..<count).map { 0x120 + $0 } }

    private func choice(_ pad: InputDescription, row: String = "") -> MappingChoice {
        let text = row.isEmpty ? "" : "\(guid),Row,\(row),leftx:a0,lefty:a1,rightx:a2,righty:a3,platform:Linux,"
        return Library(directory: nil, rows: SDLRowSources(environment: text)).choice(for: pad)
    }

    @Test(arguments: [(12, UInt16(0x12c)), (13, 0x12d), (14, 0x12e)])
    func aButtonWithoutANameStops(number: Int, code: UInt16) throws {
        let entry = try #require(choice(pad(numbered(16)), row: "a:b1,b:b\(number),start:b3,back:b0").entry)
        #expect(entry.origin == .row("SDL_GAMECONTROLLERCONFIG"))
        #expect(entry.value?.keys.stop == [code] && entry.value?.keys.resume == [0x123])
        #expect(entry.text.contains("  stop: \(code)\n"), "\(entry.text)")
    }

    @Test func buttonsWithoutANameResumeMoveAndRecentre() throws {
        let row = "a:b14,b:b15,start:b12,back:b13,lefttrigger:b4,righttrigger:b5,dpup:b4,dpdown:b6,dpleft:b7,dpright:b5"
        let mapping = try #require(choice(pad(numbered(16)), row: row).entry?.value)
        #expect(mapping.keys.stop == [0x12f] && mapping.keys.resume == [0x12c] && mapping.keys.recentre == [0x12d])
    }

    /// Neither `start` nor `guide`: no mapping can be made of the row, and it knows all the same what stops.
    @Test func aLayoutThatStopsElsewhereThanARowIsNotTaken() throws {
        for keys in [numbered(16), numbered(12) + [0x12d]] {
            let choice = choice(pad(keys), row: "a:b2,b:b\(keys.count - 1),x:b3")
            #expect(choice.entry == nil, "\(choice.entry?.name ?? "")")
            let declined = try #require(choice.declined.first { $0.name == "generic-joystick" })
            let stop = EvdevNames.key(keys[keys.count - 1])
            #expect(
                declined.reason
                    == "stops by BTN_TRIGGER, BTN_THUMB, BTN_THUMB2, BTN_TOP, and by the row “Row” in "
                    + "SDL_GAMECONTROLLERCONFIG \(stop) stops")
        }
    }

    @Test func aLayoutThatStopsAsARowSaysIsTaken() {
        #expect(choice(pad(numbered(12)), row: "a:b2,b:b1,x:b3").entry?.name == "generic-joystick")
        // A row that names none of the four says nothing of the stop.
        #expect(choice(pad(numbered(12)), row: "back:b8,leftshoulder:b4").entry?.name == "generic-joystick")
    }

    @Test func aRowWhoseFourAreNoButtonsKnowsNoStop() throws {
        let choice = choice(pad(numbered(12)), row: "a:a2,b:h0.1,x:b77,start:b9")
        #expect(choice.entry == nil)
        let reason = try #require(choice.declined.first?.reason)
        #expect(reason.hasSuffix("in SDL_GAMECONTROLLERCONFIG no button of the pad stops"), "\(reason)")
    }

    /// Some count their directional pad first, others the four under the thumb.
    @Test func ofSixteenNumberedButtonsNobodyKnowsWhichStop() throws {
        for keys in [numbered(16), numbered(16) + [0x130]] {
            let choice = choice(pad(keys))
            #expect(choice.entry == nil, "\(choice.entry?.name ?? "")")
            let reason = "and which of the pad's \(keys.count) numbered buttons are under the thumb is not known"
            #expect(choice.declined.first?.reason.hasSuffix(reason) == true, "\(choice.declined)")
        }
        #expect(choice(pad(numbered(15))).entry?.name == "generic-joystick")
    }

    @Test(arguments: [[UInt16(0x130)], [0x130, 0x131], [0x132], [0x13c]])
    func aButtonBesideTheNumbersDoesNotEndThem(extra: [UInt16]) throws {
        let mapping = try #require(choice(pad(numbered(12) + extra, axes: [ABS_X, ABS_Y])).entry?.value)
        #expect(mapping.keys.stop == [0x120, 0x121, 0x122, 0x123])
        #expect(mapping.keys.resume == [0x129] && mapping.keys.recentre == [0x128])
    }

    /// A driver's own use of a few codes of the joysticks' does not begin a numbering.
    @Test func aFewCodesOfJoysticksDoNotBeginOne() throws {
        let keys = [BTN_TRIGGER, BTN_THUMB, BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_WEST, BTN_SELECT, BTN_START]
        let mapping = try #require(choice(pad(keys.map { UInt16($0) }, axes: [ABS_X, ABS_Y])).entry?.value)
        #expect(mapping.keys.stop == [UInt16(BTN_EAST)] && mapping.keys.resume == [UInt16(BTN_START)])
    }

    @Test func aDualShock3WithoutItsDriverStopsByItsCircle() throws {
        for (bus, version) in [(UInt16(3), UInt16(0x110)), (5, 0x100), (6, 0x100)] {
            var pad = pad(numbered(17))
            pad.identity = InputIdentity(
                bus: bus, vendor: 0x54c, product: 0x268, version: version, port: "", name: "PLAYSTATION(R)3")
            let mapping = try #require(choice(pad).entry?.value)
            #expect(mapping.keys.stop == [0x12d] && mapping.keys.resume == [0x123])
        }
    }
}
