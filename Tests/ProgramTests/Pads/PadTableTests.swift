import Testing
import WaldoCore
import WaldoFiles
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp

/// What becomes of each real device: driven right, or refused in one sentence; and nothing that is untouched moves.
@Suite struct PadTableTests {
    /// What Waldo makes of a device.
    enum Outcome {
        case drives(LibraryEntry<Mapping>, Mapping)
        case refused(String)
        case ignored
    }

    static func outcome(_ input: RealInput, withRow: Bool) -> Outcome {
        guard input.description.kind != nil else { return .ignored }
        let rows = SDLRowSources(environment: withRow ? input.row ?? "" : "")
        let library = Library(directory: nil, rows: rows)
        guard let entry = library.bestMapping(for: input.description), let mapping = entry.value else {
            return .refused("No mapping fits.")
        }
        return mapping.problem(with: input.description).map { .refused($0) } ?? .drives(entry, mapping)
    }

    /// Devices that are driven, but not as their maker meant: rows that mean the pad held sideways, sticks that are
    /// stated and are not there, axes in another order than the convention's, and throttles, which stay where they
    /// are put.
    static let unsettled: Set = [
        "hori-rap-vx-sa", "honey-bee-dancepad", "ps2-adapter-twin-usb", "joycon-left", "joycon-right", "wii-nunchuk",
        "gamecube-mayflash", "8bitdo-sn30pro-dinput-bt", "8bitdo-zero2-bt", "dragonrise-generic",
        "snes-like-0079-0011", "ibuffalo-snes", "xin-mo-dual-arcade", "thrustmaster-tflight-hotas-x",
        "saitek-x52-pro", "guitar-hero-ps3", "xboxone-s-bt-old-firmware", "sn30proplus-xinput-bt", "ds4-hid-generic",
        "wii-classic", "asus-gamepad", "madcatz-fightstick-tes-plus-ps4",
    ]

    /// Each device, by itself and with its row.
    static func cases() throws -> [(input: RealInput, withRow: Bool, mapping: Mapping, name: String)] {
        try RealInput.all().flatMap { input in
            [false, true].compactMap { withRow in
                guard !withRow || input.row != nil,
                    case .drives(_, let mapping) = outcome(input, withRow: withRow)
                else { return nil }
                return (input, withRow, mapping, "\(input.id)\(withRow ? " by its row" : "")")
            }
        }
    }

    @Test func theTableIsLargeEnough() throws {
        let inputs = try RealInput.all()
        #expect(inputs.count >= 100 && Set(inputs.map(\.id)).count == inputs.count)
    }

    @Test func padsAreKnownFromEverythingElse() throws {
        for input in try RealInput.all() {
            let isPad = ["gamepad", "joystick", "wheel"].contains(input.facts["kind"]?.first)
            let isKeyboard = input.facts["kind"] == ["keyboard"]
            #expect(
                input.description.kind == (isPad ? .gamepad : isKeyboard ? .keyboard : nil), "\(input.id)")
        }
    }

    @Test func theJoystickIsAStickAndTheSliderATriggerOrShoulder() throws {
        for (input, _, mapping, name) in try Self.cases() {
            guard input.description.kind == .gamepad, !Self.unsettled.contains(input.id) else { continue }
            if case .axes(let x, let y) = mapping.joystick?.source {
                let sticks = [input.axes("right"), input.axes("left"), [UInt16(16), 17]]
                let isStick = sticks.contains([x.code, y.code]) || input.facts["kind"] == ["wheel"]
                #expect(isStick, "\(name): \(EvdevNames.axis(x.code)) and \(EvdevNames.axis(y.code))")
                if !input.axes("right").isEmpty {
                    #expect(input.axes("right") == [x.code, y.code], "\(name): not the right stick")
                }
            }
            if case .halves(let forward, let backward) = mapping.slider.source {
                #expect(
                    Array(input.axes("triggers").reversed()) == [forward.code, backward.code]
                        || input.facts["kind"] == ["wheel"], "\(name): \(forward) \(backward)")
            }
        }
    }

    @Test func theThumbStopsAndStartResumes() throws {
        for (input, _, mapping, name) in try Self.cases() {
            guard input.description.kind == .gamepad, !Self.unsettled.contains(input.id) else { continue }
            let face = ["south", "east", "west", "north"].flatMap(input.keys)
            if !face.isEmpty {
                #expect(
                    mapping.keys.stop.allSatisfy(face.contains), "\(name): \(mapping.keys.stop.map(EvdevNames.key))")
            }
            if let start = input.keys("start").first {
                #expect(mapping.keys.resume == [start], "\(name): \(mapping.keys.resume.map(EvdevNames.key))")
            }
        }
    }

    @Test func whatIsNotTouchedMovesNothing() throws {
        for (input, _, mapping, name) in try Self.cases() {
            var harness = DriveHarness(.follower, mapping)
            let state = InputState(axes: input.description.axes)
            harness.start(state)
            harness.advance(.seconds(2))
            #expect(harness.takeTexts().isEmpty, "\(name)")
            // A button that is nobody's, and each axis that is nobody's, from end to end.
            for axis in input.description.axes where !mapping.axes.contains(where: { $0.code == axis.code }) {
                for value in [axis.minimum, axis.maximum, axis.value] { harness.input(.axis(axis.code, value)) }
            }
            harness.advance(.seconds(1))
            #expect(harness.takeTexts().isEmpty, "\(name)")
        }
    }

    @Test func eachWayOfTheStickMovesThatWayAlone() throws {
        for (input, _, mapping, name) in try Self.cases() {
            guard case .axes(let x, let y) = mapping.joystick?.source else { continue }
            for (pushed, other, channel) in [(x, y, Channel.zx), (y, x, Channel.zy)] {
                for end in [1.0, -1] {
                    var harness = DriveHarness(.follower, mapping)
                    harness.start(InputState(axes: input.description.axes))
                    guard harness.stateMachine.gateState(.joystick) == .open else { continue }
                    let axis = try #require(input.description.axes.first { $0.code == pushed.code })
                    let rest = try #require(input.description.axes.first { $0.code == other.code })
                    let isUp = (end > 0) != pushed.invert
                    harness.input(.axis(pushed.code, isUp ? axis.maximum : axis.minimum), .axis(other.code, rest.value))
                    harness.advance(.seconds(1))
                    let moved = harness.stateMachine.number(channel, at: harness.now)
                    let still: Channel = channel == .zx ? .zy : .zx
                    #expect(moved == (end > 0 ? 50 : -50), "\(name): \(moved) by \(EvdevNames.axis(pushed.code))")
                    #expect(harness.stateMachine.number(still, at: harness.now) == 0, "\(name): the other axis moved")
                }
            }
        }
    }
}
