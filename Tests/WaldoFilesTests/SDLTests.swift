import CLibevdev
import Foundation
import Glibc
import Testing
import WaldoCore
import WaldoTestSupport

@testable import WaldoFiles

/// Rows of SDL's database: what they say of a pad, and which pad they mean.
@Suite struct SDLTests {
    private let row = """
        030000004c050000cc09000011810000,PS4 Controller,a:b0,b:b1,back:b8,dpdown:h0.4,dpleft:h0.8,dpright:h0.2,dpup:h0.1,\
        guide:b10,leftshoulder:b4,leftstick:b11,lefttrigger:a2,leftx:a0,lefty:a1,rightshoulder:b5,rightstick:b12,\
        righttrigger:a5,rightx:a3,righty:a4,start:b9,x:b3,y:b2,platform:Linux,
        """

    private func identity(
        _ vendor: UInt16 = 0x54c, _ product: UInt16 = 0x9cc, version: UInt16 = 0x8111, bus: UInt16 = 3,
        name: String = "Wireless Controller"
    ) -> InputIdentity {
        InputIdentity(bus: bus, vendor: vendor, product: product, version: version, port: "", name: name)
    }

    private func best(_ text: String, _ identity: InputIdentity) -> SDLRow? {
        Array(text.utf8).withUnsafeBytes { SDLRowSearch(identity).best(in: $0) }
    }

    // MARK: one row

    @Test func aRowIsRead() throws {
        let row = try #require(SDLRow(row))
        #expect(row.name == "PS4 Controller")
        #expect(row.sources["b"] == .button(1) && row.sources["rightx"] == .axis(3, part: .all, isInverted: false))
        #expect(row.sources["dpleft"] == .hat(0, direction: 8))
        let odd = try #require(
            SDLRow("030000004c050000cc09000011810000,x,lefttrigger:+a2,righttrigger:-a2~,leftx:a0~,"))
        #expect(odd.sources["lefttrigger"] == .axis(2, part: .positive, isInverted: false))
        #expect(odd.sources["righttrigger"] == .axis(2, part: .negative, isInverted: true))
        #expect(odd.sources["leftx"] == .axis(0, part: .all, isInverted: true))
    }

    @Test(arguments: [
        "", "xinput,*,a:b0,", "030000004c050000cc0900001181000,x,a:b0,", "030000004c050000cc09000011810000,x,",
        "030000004c050000cc09000011810000,x,a:b0,platform:Windows,", "# 030000004c050000cc09000011810000,x,a:b0,",
        "030000004c050000cc09000011810000,x,a:b0,hint:SDL_GAMECONTROLLER_USE_BUTTON_LABELS:=1,",
        "030000004c050000cc09000011810000,x,a:b0,hint:SOMETHING,",
    ])
    func whatIsNoRowForThisSystemIsNone(text: String) { #expect(SDLRow(text) == nil) }

    @Test func hintsAreByPlace() {
        let row = "030000004c050000cc09000011810000,x,a:b0,hint:"
        #expect(SDLRow(row + "!SDL_GAMECONTROLLER_USE_BUTTON_LABELS:=1,") != nil)
        #expect(SDLRow(row + "SOMETHING:=1,") != nil && SDLRow(row + "!SOMETHING:=1,") == nil)
    }

    @Test func sourcesThatAreNoneAreLeftOut() throws {
        let row = try #require(
            SDLRow(
                "030000004c050000cc09000011810000,x,a:b0,b:b,x:q1,y:b-1,leftx:a,lefty:a9999,dpup:h0,dpdown:h0.x,start,")
        )
        #expect(row.sources == ["a": .button(0)])
    }

    // MARK: which pad

    @Test func theCRCIsSDLs() {
        // "123456789" is the check value of CRC-16/ARC.
        #expect(SDLGUID.crc(of: "123456789".utf8) == 0xbb3d)
    }

    @Test func theMostExactRowIsTaken() {
        let other = row.replacing("11810000", with: "00010000").replacing("PS4 Controller", with: "other version")
        let crc = SDLGUID.crc(of: "Wireless Controller".utf8)
        let bytes = [UInt8(truncatingIfNeeded: crc), UInt8(crc >> 8)]
        let named = row.replacing("03000000", with: "0300" + HexText.text(of: bytes)).replacing("PS4", with: "Named")
        #expect(best(other, identity())?.name == "other version")
        #expect(best([row, other].joined(separator: "\n"), identity())?.name == "PS4 Controller")
        #expect(best([named, row, other].joined(separator: "\n"), identity())?.name == "Named Controller")
        #expect(best(named, identity(name: "Another")) == nil)
        // Of two that are alike, the later, as with SDL.
        #expect(best(row + "\r\n" + row.replacing("PS4", with: "Later"), identity())?.name == "Later Controller")
        #expect(best(row, identity(bus: 5)) == nil && best(row, identity(0x54c, 0x9cd)) == nil)
        #expect(best(row.replacing("11810000", with: "11816800"), identity()) == nil, "one of SDL's own drivers")
        #expect(best(row.uppercased(), identity()) == nil, "no platform of that name")
        #expect(best(row.replacing("4c050000cc09", with: "4C050000CC09"), identity())?.name == "PS4 Controller")
    }

    @Test func aDeviceWithoutIdsIsKnownByItsName() {
        let bytes = Array("Wireless Co".utf8) + [0]
        let named = "03000000" + HexText.text(of: bytes) + ",Named,a:b0,"
        #expect(best(named, identity(0, 0, version: 0))?.name == "Named")
        #expect(best(named, identity(0, 0, version: 0, name: "Wired Co")) == nil)
        #expect(best(named, identity()) == nil)
    }

    @Test func aRowStandsAtTheBeginningOfALineOrString() {
        #expect(best("#" + row, identity()) == nil)
        #expect(best("junk\u{0}" + row + "\u{0}junk", identity())?.sources["start"] == .button(9))
        #expect(best(String(row.prefix(20)), identity()) == nil)
        #expect(best(String(row.prefix(40)), identity()) == nil)
    }

    @Test func theNumbersAreSDLs() {
        let axes = [ABS_HAT1X, ABS_X, ABS_RZ, ABS_HAT0Y, ABS_HAT0X, ABS_HAT1Y].map { code in
            let isHat = code == ABS_HAT0X || code == ABS_HAT0Y
            return AxisState(UInt16(code), minimum: isHat ? -1 : 0, maximum: isHat ? 1 : 255, value: 0)
        }
        let input = InputDescription(
            identity: identity(), kind: .gamepad, axes: axes,
            keyCodes: [KEY_MENU, BTN_SOUTH, BTN_TRIGGER].map { UInt16($0) })
        let numbers = SDLNumbering(input)
        let buttons: [UInt16?] = [UInt16(BTN_TRIGGER), UInt16(BTN_SOUTH), UInt16(KEY_MENU), nil]
        #expect((0...3).map { numbers.button($0) } == buttons)
        // A hat with more than three values is two axes.
        let codes: [UInt16?] = [UInt16(ABS_X), UInt16(ABS_RZ), UInt16(ABS_HAT1X), UInt16(ABS_HAT1Y), nil]
        #expect((0...4).map { numbers.axis($0) } == codes)
        #expect(numbers.hat(0)?.x == UInt16(ABS_HAT0X) && numbers.hat(1) == nil)
    }

    // MARK: where rows stand

    private func pad(_ identity: InputIdentity) -> InputDescription {
        let sticks = [ABS_X, ABS_Y, ABS_RX, ABS_RY].map { AxisState(UInt16($0), minimum: 0, maximum: 255, value: 128) }
        let triggers = [ABS_Z, ABS_RZ].map { AxisState(UInt16($0), minimum: 0, maximum: 255, value: 0) }
        let hats = [ABS_HAT0X, ABS_HAT0Y].map { AxisState(UInt16($0), minimum: -1, maximum: 1, value: 0) }
        let keys = [BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_WEST] + Array(BTN_TL...BTN_THUMBR)
        return InputDescription(
            identity: identity, kind: .gamepad, axes: sticks + triggers + hats, keyCodes: keys.map { UInt16($0) })
    }

    @Test func theOrderIsTheOperatorsARowAShippedOneAndWhatTheInputShows() throws {
        let folder = try TemporaryFolder()
        let pad = pad(identity())
        func best(_ rows: SDLRowSources, for pad: InputDescription) -> LibraryEntry<Mapping>? {
            Library(directory: folder.path, rows: rows).bestMapping(for: pad)
        }
        #expect(best(SDLRowSources(), for: pad)?.origin == .shipped)
        let library = folder.path + "/lib.so"
        let strings = "\u{7f}ELF\u{0}" + row.replacing("PS4", with: "Built-in") + "\u{0}"
        try Data(strings.utf8).write(to: URL(filePath: library))
        chmod(library, 0o644)
        let built = SDLRowSources(libraries: [folder.path + "/none.so", library])
        #expect(best(built, for: pad)?.origin == .row(library))
        let database = try folder.write("# comment\n" + row + "\n", to: "gamecontrollerdb.txt")
        chmod(database, 0o644)
        #expect(best(built, for: pad)?.origin == .row(database))
        #expect(
            best(SDLRowSources(environment: row, libraries: [library]), for: pad)?.origin
                == .row("SDL_GAMECONTROLLERCONFIG"))
        var bare = pad
        bare.keyCodes = [BTN_SOUTH, BTN_EAST, BTN_TL, BTN_TR, BTN_START].map { UInt16($0) }
        bare.identity.product = 1
        #expect(best(built, for: bare)?.origin == .input)
        let own = try folder.write(Samples.mapping, to: "mine.yaml")
        chmod(own, 0o644)
        #expect(best(built, for: pad)?.origin == .file(own))
    }

    @Test func aFileOfRowsThatOthersMayWriteIsNotUsed() throws {
        let folder = try TemporaryFolder()
        let database = try folder.write(row, to: "gamecontrollerdb.txt")
        chmod(database, 0o666)
        let library = Library(directory: folder.path, rows: SDLRowSources())
        #expect(library.bestMapping(for: pad(identity()))?.origin == .shipped)
        #expect(library.rowProblems.map(\.sentence).contains { $0.contains("chmod go-w \(database)") })
        chmod(database, 0o644)
        #expect(library.rowProblems.isEmpty)
        #expect(library.bestMapping(for: pad(identity()))?.origin == .row(database))
    }

    // MARK: what is made of it

    private func made(_ row: String, of pad: InputDescription) throws -> Mapping {
        let entry = Library(directory: nil, rows: SDLRowSources(environment: row)).bestMapping(for: pad)
        #expect(entry?.origin == .row("SDL_GAMECONTROLLERCONFIG"), "\(entry?.name ?? "none")")
        return try #require(entry?.value)
    }

    @Test func aRowMakesTheShippedMappingOfSuchAPad() throws {
        let mapping = try made(row, of: pad(identity())), shipped = try Library(directory: nil).loadMapping("gamepad")
        #expect(mapping.slider == shipped.slider)
        #expect(mapping.joystick?.source == shipped.joystick?.source && mapping.joystick?.snap == 8)
        #expect(mapping.keys.stop == shipped.keys.stop && mapping.keys.resume == shipped.keys.resume)
        #expect(mapping.keys.recentre == shipped.keys.recentre)
    }

    @Test func triggersMayBeHalvesOfOneAxisInvertedOrButtons() throws {
        var pad = pad(identity())
        func slider(_ left: String, _ right: String) throws -> SliderMapping.Source {
            let text = row.replacing("lefttrigger:a2", with: "lefttrigger:\(left)")
                .replacing("righttrigger:a5", with: "righttrigger:\(right)")
            return try made(text, of: pad).slider.source
        }
        let (z, rz) = (UInt16(ABS_Z), UInt16(ABS_RZ))
        let tops = AxisSource(rz, rest: .maximum)
        #expect(try slider("a2~", "a5~") == .halves(forward: tops, backward: AxisSource(z, rest: .maximum)))
        #expect(try slider("b6", "b7") == .keys(forward: [UInt16(BTN_TR2)], backward: [UInt16(BTN_TL2)]))
        // One trigger alone is none: the shoulder buttons.
        #expect(try slider("b6", "a5") == .keys(forward: [UInt16(BTN_TR)], backward: [UInt16(BTN_TL)]))
        let place = try #require(pad.axes.firstIndex { $0.code == z })
        pad.axes[place].value = 128
        #expect(try slider("-a2", "+a2") == .axis(AxisSource(z)))
        #expect(try slider("+a2", "-a2") == .axis(AxisSource(z, invert: true)))
    }

    @Test func whatThePadLacksIsLeftOut() throws {
        let bare = row.replacing("leftshoulder:b4", with: "leftshoulder:b40")
            .replacing("start:b9,", with: "start:b99,")
        let mapping = try made(bare, of: pad(identity()))
        #expect(mapping.joystick?.source == (try made(row, of: pad(identity())).joystick?.source))
        #expect(mapping.keys.resume == [UInt16(BTN_MODE)])
    }

    private static let rightStick = JoystickMapping.Source.axes(
        x: AxisSource(UInt16(ABS_RX)), y: AxisSource(UInt16(ABS_RY), invert: true))
    private static let triggers = SliderMapping.Source.halves(
        forward: AxisSource(UInt16(ABS_RZ), rest: .minimum), backward: AxisSource(UInt16(ABS_Z), rest: .minimum))

    /// An axis that the row names and the pad lacks is the one that its driver shows, and the rest is the row's.
    @Test(arguments: [
        ("rightx:a3,righty:a4", "rightx:a3,righty:a9", "the right stick is ABS_RX and ABS_RY"),
        ("rightx:a3,righty:a4", "rightx:a13,righty:a14", "the right stick is ABS_RX and ABS_RY"),
        ("lefttrigger:a2", "lefttrigger:a8", "the right and the left trigger are ABS_RZ and ABS_Z"),
        ("leftx:a0,lefty:a1", "leftx:a0,lefty:a6", "the left stick is ABS_X and ABS_Y"),
    ])
    func axesThatThePadLacksAreThoseThatItsDriverShows(part: String, lacking: String, said: String) throws {
        let text = row.replacing(part, with: lacking).replacing("b:b1", with: "b:b0").replacing("a:b0", with: "a:b1")
        let mapping = try made(text, of: pad(identity()))
        #expect(mapping.joystick?.source == Self.rightStick && mapping.slider.source == Self.triggers)
        #expect(mapping.keys.stop == [UInt16(BTN_SOUTH)], "the rest is the row's")
        let library = Library(directory: nil, rows: SDLRowSources(environment: text))
        let problem = try #require(library.rowProblems(for: pad(identity())).first?.sentence)
        let end = "of the row “PS4 Controller”: the pad has no such; \(said), as its driver shows"
        #expect(problem.hasSuffix(end), "\(problem)")
    }

    /// Also of a row that nobody has written for this pad, such as one of Waldo's own for a chip of many pads.
    @Test func whatAPadLacksOfARowThatIsNotTheOperatorsIsSaidToo() throws {
        var pad = pad(identity(0x79, 6, version: 0x110, name: "USB Joystick"))
        pad.axes = [ABS_X, ABS_Y, ABS_Z, ABS_RZ].map { AxisState(UInt16($0), minimum: 0, maximum: 255, value: 128) }
        pad.keyCodes = Array(0x120...0x12b)
        let library = Library(directory: nil, rows: SDLRowSources())
        let entry = try #require(library.bestMapping(for: pad))
        #expect(entry.origin == .row(OwnRows.source))
        #expect(
            entry.value?.joystick?.source
                == .axes(x: AxisSource(UInt16(ABS_Z)), y: AxisSource(UInt16(ABS_RZ), invert: true)))
        #expect(library.rowProblems(for: pad).first?.sentence.hasPrefix("`righty:a4` of the row") == true)
    }

    @Test func axesThatTheRowUsesOtherwiseAreNotTaken() throws {
        let text = row.replacing("rightx:a3,righty:a4", with: "rightx:a13,righty:a14")
            .replacing("leftx:a0,lefty:a1", with: "leftx:a3,lefty:a4")
        let mapping = try made(text, of: pad(identity()))
        // The one stick there is, which the row calls the left one.
        #expect(mapping.joystick?.source == Self.rightStick)
    }

    /// What would never move is taken only where there is nothing else.
    @Test func mappingsOfAxesWithoutARangeComeLast() throws {
        var pad = pad(identity())
        for code in [ABS_RX, ABS_RY] {
            let place = try #require(pad.axes.firstIndex { $0.code == UInt16(code) })
            pad.axes[place] = AxisState(UInt16(code), minimum: 0, maximum: 0, value: 0)
        }
        for text in ["", row] {
            let library = Library(directory: nil, rows: SDLRowSources(environment: text))
            let choice = library.choice(for: pad)
            #expect(choice.entry?.origin == .input, "\(choice.entry?.name ?? "")")
            #expect(choice.entry?.value?.axesWithoutRange(in: pad.axes).isEmpty == true)
            let reason = "reads ABS_RX, ABS_RY, for which its driver states no range"
            #expect(choice.declined.contains { $0.reason == reason }, "\(choice.declined)")
        }
    }

    @Test func fuzzedRowsNeverMakeAMappingThatCannotBeRead() {
        var random = SeededGenerator(7)
        let original = Array(row.utf8), pad = pad(identity())
        for _ in 0..<4_000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 33..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(Array("abh0123456789.,:+-~".utf8).randomElement(using: &random)!, at: place)
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let row = SDLRow(text) else { continue }
            let made = PadMapping(layout: PadLayout(row, of: pad), input: pad, name: row.name, source: "A row.")
            for text in [made.byName, made.byNumber].compactMap({ $0 }) {
                #expect(throws: Never.self, "\(text)") { try MappingReader.mapping(from: text, file: "F") }
            }
        }
    }
}
