import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp
@testable import WaldoFiles

/// What becomes of each real device: driven right, or refused in one sentence; and nothing that is untouched moves.
@Suite struct PadTableTests {
    /// What Waldo makes of a device.
    enum Outcome {
        case drives(LibraryEntry<Mapping>, Mapping)
        case refused(String)
        case ignored
    }

    static func outcome(_ input: RealInput, withRow: Bool) -> Outcome {
        outcome(input, input.description, withRow: withRow)
    }

    /// Read once: the library reads its files for each pad.
    private static let shipped = Library(directory: nil).mappings()

    private static func outcome(_ input: RealInput, _ description: InputDescription, withRow: Bool) -> Outcome {
        guard description.kind != nil else { return .ignored }
        let rows = SDLRowSources(environment: withRow ? input.row ?? "" : "")
        let library = Library(directory: nil, rows: rows)
        guard let entry = library.bestMapping(for: description, of: shipped), let mapping = entry.value else {
            return .refused(description.withoutMapping)
        }
        return mapping.problem(with: description).map { .refused($0) } ?? .drives(entry, mapping)
    }

    /// Devices that are driven otherwise than their block of facts says and right all the same, by the name of the
    /// case: the axes of the joystick, and why.
    static let explained: [String: (axes: [String], why: String)] = [
        "joycon-left by its row": (
            ["ABS_Y", "ABS_X"],
            "Its row means it held sideways, and so do its axes; upright and by itself it is refused."
        ),
        "joycon-right by its row": (
            ["ABS_RY", "ABS_RX"], "Its row means it held sideways, and so do its axes; by itself it is held upright."
        ),
        "8bitdo-zero2-bt by its row": (
            ["ABS_Z", "ABS_RZ"],
            "Its row has a right stick: Select and right on the pad send its directional pad there."
        ),
        "made-min-equals-max": (
            ["ABS_X", "ABS_Y"], "Its right stick states no range, so that it cannot move: the left one drives."
        ),
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
            guard input.description.kind == .gamepad else { continue }
            if case .axes(let x, let y) = mapping.joystick?.source {
                if let explained = Self.explained[name] {
                    #expect(explained.axes == [x, y].map { EvdevNames.axis($0.code) }, "\(name)")
                    continue
                }
                let pad: [UInt16] = input.facts["dpad"] == ["axes"] ? [0, 1] : [16, 17]
                let sticks = [input.axes("right"), input.axes("left"), pad]
                let isStick = sticks.contains([x.code, y.code])
                #expect(isStick, "\(name): \(EvdevNames.axis(x.code)) and \(EvdevNames.axis(y.code))")
                if !input.axes("right").isEmpty {
                    #expect(input.axes("right") == [x.code, y.code], "\(name): not the right stick")
                }
            }
            if case .halves(let forward, let backward) = mapping.slider.source {
                // A wheel's accelerator and brake.
                let triggers = input.facts["kind"] == ["wheel"] ? [5, 2] : input.axes("triggers")
                #expect(Array(triggers.reversed()) == [forward.code, backward.code], "\(name): \(forward) \(backward)")
            }
        }
    }

    @Test func everyExplanationIsOfACase() throws {
        let names = try Self.cases().map(\.name)
        #expect(Self.explained.keys.allSatisfy(names.contains))
    }

    @Test func axesWithoutARangeAreNamedWithWhatToDo() throws {
        let input = try #require(try RealInput.all().first { $0.id == "made-min-equals-max" })
        let mapping = try #require(Self.shipped.first { $0.value?.name == "Gamepad" }?.value)
        #expect(
            mapping.problem(with: input.description)
                == "“Virtual Pad With Empty Axes” states no range for ABS_RX, ABS_RY, which the mapping “Gamepad” reads, so "
                + "it never moves: update the driver, or make a mapping for other axes by `waldo map`.")
    }

    /// What lies where it was left must not move a control, wherever it is when the pad is plugged in.
    @Test(arguments: [
        ("thrustmaster-tflight-hotas-x", ["ABS_Z", "ABS_THROTTLE"]),
        ("saitek-x52-pro", ["ABS_Z", "ABS_RX", "ABS_RY", "ABS_THROTTLE"]), ("guitar-hero-ps3", ["ABS_Z"]),
        ("saitek-x36", ["ABS_RX", "ABS_THROTTLE", "ABS_RUDDER"]), ("ch-combatstick", ["ABS_Z"]),
        ("logitech-extreme-3d-pro", ["ABS_THROTTLE"]), ("thrustmaster-t16000m", ["ABS_THROTTLE"]),
        ("logitech-g29", ["ABS_X"]), ("logitech-driving-force-gt", ["ABS_X"]),
    ])
    func leversDialsAndWhammyBarsMoveNothing(id: String, levers: [String]) throws {
        let input = try #require(try RealInput.all().first { $0.id == id })
        for part in [0.0, 0.3, 0.5, 0.7, 1] {
            var description = input.description
            for index in description.axes.indices where levers.contains(EvdevNames.axis(description.axes[index].code)) {
                let axis = description.axes[index]
                description.axes[index].value =
                    axis.minimum + Int32((Double(axis.maximum - axis.minimum) * part).rounded())
            }
            guard case .drives(let entry, let mapping) = Self.outcome(input, description, withRow: false) else {
                continue
            }
            let read = mapping.axes.map { EvdevNames.axis($0.code) }
            #expect(
                levers.allSatisfy { !read.contains($0) }, "\(id) by \(entry.name) with its levers at \(part): \(read)")
        }
    }

    @Test func theThumbStopsAndStartResumes() throws {
        for (input, _, mapping, name) in try Self.cases() {
            guard input.description.kind == .gamepad else { continue }
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

    /// Hands at the pad while it is plugged in may change which mapping it gets, but never move anything by letting
    /// go.
    @Test func whatIsHeldWhileItIsPluggedInAndLetGoMovesNothing() throws {
        var random = SeededGenerator(103)
        for input in try RealInput.all() where input.description.kind == .gamepad {
            for turn in 0..<60 {
                var held = input.description
                // First everything at its highest and at its lowest number, as both sticks in a corner.
                held.axes = held.axes.map { axis in
                    var axis = axis
                    switch turn {
                    case 0: axis.value = axis.maximum
                    case 1 where !input.axes("triggers").contains(axis.code): axis.value = axis.minimum
                    case 1: break
                    default: axis = Self.held(axis, of: input, &random)
                    }
                    return axis
                }
                for withRow in [false, true] where !withRow || input.row != nil {
                    guard case .drives(let entry, let mapping) = Self.outcome(input, held, withRow: withRow) else {
                        continue
                    }
                    let texts = Self.texts(mapping, from: held.axes, to: input.description.axes)
                    #expect(texts.isEmpty, "\(input.id) by \(entry.name), held \(held.axes.map(\.value)): \(texts)")
                }
            }
        }
    }

    /// One of three axes held somewhere, or at an end; a trigger only where it can be pulled to.
    private static func held(_ axis: AxisState, of input: RealInput, _ random: inout SeededGenerator) -> AxisState {
        guard axis.minimum < axis.maximum, Int.random(in: 0..<3, using: &random) == 0 else { return axis }
        let low = input.axes("triggers").contains(axis.code) ? axis.value : axis.minimum
        var held = axis
        held.value = [low, axis.maximum, .random(in: low...axis.maximum, using: &random)].randomElement(using: &random)!
        return held
    }

    /// What is sent that is no zero, if a pad is plugged in and then let go.
    private static func texts(_ mapping: Mapping, from held: [AxisState], to rests: [AxisState]) -> [String] {
        var harness = DriveHarness(.follower, mapping)
        harness.start(InputState(axes: held))
        harness.advance(.seconds(1))
        for axis in rests { harness.step(.input(.axis(axis.code, axis.value))) }
        harness.input()
        harness.advance(.seconds(2))
        return harness.takeTexts().filter { !["slider s0;", "zx x0;", "zy y0;"].contains($0) }
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
