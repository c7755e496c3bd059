import Glibc
import Testing
import WaldoTestSupport

/// The built program with pads of umockdev that no recording is of: what it says of them, and what stops.
@Suite(.serialized) struct PadProgramTests {
    /// Sixteen buttons from BTN_TRIGGER on, and as many names as the kernel has.
    private static func numbered(_ count: UInt16 = 16, _ name: String = "Numbered pad") -> MockDevice {
        MockDevice(name, keys: (0..<count).map { 0x120 + $0 }, axes: MockDevice.sticks)
    }

    private static let row =
        "03000000341200007856000010010000,Row,a:b14,b:b13,x:b15,y:b12,back:b0,start:b3,leftx:a0,lefty:a1,rightx:a2,"
        + "righty:a3,lefttrigger:b8,righttrigger:b9,platform:Linux,"

    private func drive(
        _ inputs: [MockInput], _ arguments: [String] = [], environment: [String: String?] = [:], preload: String? = nil
    ) async throws -> MockedProgram {
        try await MockedProgram(
            ["drive", "--override", "--plain"] + arguments, inputs: inputs, environment: environment, preload: preload)
    }

    private func isOpen(_ program: MockedProgram, _ control: String = "slider") async throws {
        try await program.child.waitForLine {
            $0.contains("\"control\":\"\(control)\"") && $0.contains("\"state\":\"open\"")
        }
    }

    private func press(_ key: UInt16, on program: MockedProgram, of number: Int = 1) {
        program.touch([.key(key, true)], of: number)
        program.touch([.key(key, false)], of: number)
    }

    /// What a command prints that ends by itself.
    private func output(
        _ arguments: [String], _ inputs: [MockInput], environment: [String: String?] = [:]
    ) async throws -> [String] {
        let program = try await MockedProgram(arguments, inputs: inputs, environment: environment)
        defer { program.close() }
        _ = try await program.child.exitStatus()
        // The first line is of the mock.
        return Array(program.lines.dropFirst())
    }

    // MARK: numbered pads

    @Test func aButtonWithoutANameStopsAndIsShownByItsNumber() async throws {
        let program = try await drive(
            [MockInput(Self.numbered())], environment: ["SDL_GAMECONTROLLERCONFIG": Self.row])
        defer { program.close() }
        try await isOpen(program)
        program.touch([.key(0x129, true)])
        try await program.child.waitForLine(containing: "463e")
        press(0x12d, on: program)
        try await program.child.waitForLine(containing: "\"event\":\"stop\"")
        try await program.child.waitForLine(containing: "533e")
        let shown = try await output(
            ["mappings", "show", "/dev/input/event1"], [MockInput(Self.numbered())],
            environment: ["SDL_GAMECONTROLLERCONFIG": Self.row])
        #expect(shown.contains("  stop: 301"), "\(shown)")
    }

    @Test func aPadWhoseStopIsNotKnownIsNotDrivenUnasked() async throws {
        let program = try await drive([MockInput(Self.numbered())])
        defer { program.close() }
        #expect(try await program.child.exitStatus() == 66)
        let said = program.child.errorLines.joined()
        #expect(
            said.contains("No mapping is taken for “Numbered pad” unasked: “Generic HID pad” fits")
                && said.contains("16 numbered buttons") && said.contains("`waldo map`"), "\(said)")
        let listed = try await output(["inputs"], [MockInput(Self.numbered())])
        let none = "mapping: none is taken unasked, `waldo map /dev/input/event1`"
        #expect(listed.contains { $0.contains(none) }, "\(listed)")
    }

    // MARK: which mapping

    /// `waldo inputs`, `waldo mappings show` and a drive name the same one, for the arm that is driven.
    @Test(arguments: ["robot", "servo-arm-hm10", "rover"])
    func everyCommandNamesTheSameMapping(arm: String) async throws {
        let settings: [String: String?] = ["WALDO_ARM": arm]
        let listed = try await output(["inputs"], [MockInput()], environment: settings)
        let name: Substring = try #require(listed.first?.split(separator: " ").last)
        let shown = try await MockedProgram(
            ["mappings", "show", "/dev/input/event1"], inputs: [MockInput()], environment: settings)
        #expect(try await shown.child.exitStatus() == 0)
        #expect(shown.child.errorLines.joined() == "waldo: /dev/input/event1 gets \(name) (shipped)")
        let title = try #require(shown.lines.first { $0.hasPrefix("name: ") }?.dropFirst(6))
        shown.close()
        let program = try await drive([MockInput()], environment: settings)
        defer { program.close() }
        let added = try await program.child.waitForLine(containing: "\"state\":\"added\"")
        #expect(added.contains("\"mapping\":\"\(title)\",\"file\":\"\(name)\""), "\(added)")
    }

    // MARK: what another program has

    @Test func aPadThatAnotherProgramHasGrabbedIsNamedWithWhatToDo() async throws {
        let folder = try TemporaryFolder()
        let library = try await PreloadedLibrary.build("Tests/ProgramTests/refuse_grabs.c", in: folder)
        let program = try await drive([MockInput()], environment: ["WALDO_GRABBED": "event1"], preload: library)
        defer { program.close() }
        #expect(try await program.child.exitStatus() == 66)
        let said = program.child.errorLines.joined()
        #expect(
            said.contains("\"Microsoft X-Box 360 pad\" at /dev/input/event1 is grabbed by another program")
                && said.contains("Steam Input") && said.contains("fuser -v /dev/input/event1"), "\(said)")
        let watch = try await MockedProgram(
            ["inputs", "--watch", "--plain"], inputs: [MockInput()], environment: ["WALDO_GRABBED": "event1"],
            preload: library)
        defer { watch.close() }
        #expect(try await watch.child.exitStatus() == 66)
        #expect(watch.child.errorLines.joined().contains("is grabbed by another program"))
    }

    @Test func aDriveThatWaitsGoesOnOnceThePadIsLetGo() async throws {
        let folder = try TemporaryFolder()
        let program = try await drive(
            [MockInput()], ["--wait"],
            environment: ["WALDO_GRABBED": "event1", "WALDO_LET_GO": folder.path + "/released"],
            preload: PreloadedLibrary.build("Tests/ProgramTests/refuse_grabs.c", in: folder))
        defer { program.close() }
        let waiting = try await program.child.waitForLine(containing: "\"state\":\"waiting\"")
        #expect(waiting.contains("is grabbed by another program"))
        try folder.write("", to: "released")
        try await program.child.waitForLine(containing: "\"state\":\"added\"")
        try await isOpen(program)
    }

    // MARK: a stop that is not there

    private static let panel = ["--panel", "127.0.0.1:0", "--panel-token", "long-enough-12345"]

    private static let noStop = """
        name: No stop
        match: { kind: gamepad }
        slider: { forward: { axis: ABS_RZ, rest: min }, backward: { axis: ABS_Z, rest: min } }
        joystick: { x: ABS_RX, y: { axis: ABS_RY, invert: true } }
        keys: { stop: BTN_TRIGGER_HAPPY1, resume: BTN_START }

        """

    @Test func aMappingWhoseStopThePadLacksIsRefused() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.noStop, to: "no-stop.yaml")
        let program = try await drive([MockInput()], ["--mapping", file])
        defer { program.close() }
        #expect(try await program.child.exitStatus() == 66)
        let said = program.child.errorLines.joined()
        #expect(
            said.contains("has no BTN_TRIGGER_HAPPY1, by which the mapping “No stop” stops")
                && said.contains("--panel"), "\(said)")
    }

    @Test func whereATerminalOrAPageStopsItIsNoted() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.noStop, to: "no-stop.yaml")
        let program = try await drive([MockInput()], ["--mapping", file] + Self.panel)
        try await program.child.waitForLine(
            containing: "has no stop by the mapping “No stop”: use the panel's stop")
        program.close()
        let pty = try Pty()
        let shown = try await MockedProgram(
            ["drive", "--override", "--mapping", file], inputs: [MockInput()], output: .terminal(pty),
            environment: ["LC_ALL": "C.UTF-8"])
        defer { shown.close() }
        try await pty.waitFor("Space and Escape in the terminal")
    }

    // MARK: buttons alone, axes alone

    private static let footSwitch = MockDevice("Foot switch", [3, 0x5f3, 0xff, 0x100], keys: [184, 185, 186])

    @Test func aFootSwitchIsListedMappedAndDriven() async throws {
        let folder = try TemporaryFolder(), input = MockInput(Self.footSwitch)
        let listed = try await output(["inputs"], [input])
        #expect(
            listed == [
                "/dev/input/event1  other     Foot switch  [0003:05f3:00ff]  mapping: none fits, "
                    + "`waldo map /dev/input/event1` makes one"
            ], "\(listed)")
        // It is never chosen unasked.
        let unasked = try await drive([input])
        #expect(try await unasked.child.exitStatus() == 66)
        #expect(unasked.child.errorLines.joined().contains("--input /dev/input/event1 (\"Foot switch\")"))
        unasked.close()
        let unmapped = try await drive([input], ["--input", "Foot switch"])
        #expect(try await unmapped.child.exitStatus() == 66)
        #expect(unmapped.child.errorLines.joined().contains("make one by `waldo map 'Foot switch'`"))
        unmapped.close()

        let wizard = try await MockedProgram(
            ["map", "--plain", "Foot switch"], inputs: [input], environment: ["XDG_CONFIG_HOME": folder.path])
        for (key, prompt) in [(UInt16(184), "1/7 "), (185, "2/7 ")] {
            try await wizard.child.waitForLine(containing: prompt)
            press(key, on: wizard)
        }
        try await wizard.child.waitForLine(containing: "3/7 ")
        try wizard.child.write(line: "skip")
        // The last key stops, and none is left to resume.
        try await wizard.child.waitForLine(containing: "4/5 ")
        press(186, on: wizard)
        #expect(try await wizard.child.exitStatus() == 0, "\(wizard.lines)")
        wizard.close()
        let file = "\(folder.path)/waldo/foot-switch.yaml"
        defer {
            unlink(file)
            rmdir("\(folder.path)/waldo")
        }
        let text = try readFile(file)
        for line in [
            "match: { kind: other, bus: usb, vendor: 0x05f3, product: 0x00ff }", "  forward: KEY_F14",
            "  stop: KEY_F16", "  resume: KEY_ENTER",
        ] { #expect(text.contains(line), "\(text)") }

        let program = try await drive(
            [input], ["--input", "/dev/input/event1"], environment: ["XDG_CONFIG_HOME": folder.path])
        defer { program.close() }
        try await isOpen(program)
        program.touch([.key(184, true)])
        try await program.child.waitForLine(containing: "463e")
        press(186, on: program)
        try await program.child.waitForLine(containing: "\"event\":\"stop\"")
    }

    @Test func pedalsWithoutAButtonAreDrivenWhereThereIsAStop() async throws {
        let folder = try TemporaryFolder()
        let pedals = MockDevice(
            "Rudder pedals", [3, 0x6a3, 0x763, 0x100],
            axes: [.init(0, 0, 127, at: 0), .init(1, 0, 127, at: 0), .init(5, 0, 511, at: 256)])
        let wizard = try await MockedProgram(
            ["map", "--plain", "/dev/input/event1"], inputs: [MockInput(pedals)],
            environment: ["XDG_CONFIG_HOME": folder.path])
        for (axis, prompt) in [(UInt16(0), "1/4 "), (1, "2/4 ")] {
            try await wizard.child.waitForLine(containing: prompt)
            wizard.touch([.axis(axis, 127)])
            wizard.touch([.axis(axis, 0)])
        }
        try await wizard.child.waitForLine(containing: "3/4 ")
        try wizard.child.write(line: "skip")
        #expect(try await wizard.child.exitStatus() == 0, "\(wizard.lines)")
        #expect(wizard.lines.contains { $0.contains("It has no button left that stops") }, "\(wizard.lines)")
        wizard.close()
        let file = "\(folder.path)/waldo/rudder-pedals.yaml"
        defer {
            unlink(file)
            rmdir("\(folder.path)/waldo")
        }
        let plain = try await drive(
            [MockInput(pedals)], ["--input", "Rudder pedals"], environment: ["XDG_CONFIG_HOME": folder.path])
        #expect(try await plain.child.exitStatus() == 66)
        #expect(plain.child.errorLines.joined().contains("has no KEY_SPACE, KEY_ESC, KEY_STOP, by which the mapping"))
        plain.close()
        let program = try await drive(
            [MockInput(pedals)], ["--input", "Rudder pedals"] + Self.panel,
            environment: ["XDG_CONFIG_HOME": folder.path])
        defer { program.close() }
        try await isOpen(program)
        program.touch([.axis(0, 127)])
        try await program.child.waitForLine(containing: "463e")
        program.touch([.axis(0, 0)])
        try await program.child.waitForLine(containing: "533e")
    }

    // MARK: what poses as a pad, and twins

    @Test func besideARealPadWhatPosesAsOneIsNamed() async throws {
        let mouse = MockDevice(
            "Gaming mouse", keys: Array(0x110...0x123), axes: MockDevice.sticks, relative: [0, 1, 8])
        let program = try await drive([MockInput(mouse, number: 2), MockInput()])
        defer { program.close() }
        let added = try await program.child.waitForLine(containing: "\"state\":\"added\"")
        #expect(added.contains("/dev/input/event1"))
        try await program.child.waitForLine(
            containing: "Gaming mouse\\\" at /dev/input/event2 has buttons and axes of a pad, but looks like a mouse")
        let listed = try await output(["inputs", "--all"], [MockInput(mouse, number: 2)])
        #expect(listed.first?.contains("other     Gaming mouse  [0003:1234:5678]  (looks like a mouse)") == true)
    }

    @Test func twinsAreListedWithWhatPicksEach() async throws {
        let inputs = [MockInput(), MockInput(number: 2, place: "lab/input9")]
        let listed = try await output(["inputs"], inputs)
        #expect(listed.count == 4, "\(listed)")
        for (place, node) in [("lab/input0", 1), ("lab/input9", 2)] {
            let identity = "0003:045e:028e:0110:\(place)"
            let line = try #require(listed.first { $0.contains("port \(place): --input \(identity)") }, "\(listed)")
            #expect(line.contains("`waldo inputs --watch /dev/input/event\(node)`"))
            for name in [identity, place] {
                let program = try await drive(inputs, ["--input", name])
                let added = try await program.child.waitForLine(containing: "\"state\":\"added\"")
                #expect(added.contains("/dev/input/event\(node)"), "\(name): \(added)")
                program.close()
            }
        }
    }

    /// A drive whose pad is gone, and another of its model that was plugged in elsewhere: the line that offers it.
    private func withAnOffer() async throws -> (program: MockedProgram, line: String) {
        let program = try await drive([MockInput(), MockInput(number: 2, place: "lab/input9", isAway: true)])
        try await isOpen(program)
        program.unplug()
        try await program.child.waitForLine(containing: "\"state\":\"lost\"")
        program.plugIn(2)
        return (program, try await program.child.waitForLine(containing: "\"state\":\"offered\""))
    }

    /// It may be somebody else's: who holds it says that it is not.
    @Test func onesOwnPadAtAnotherPortIsOfferedAndTakenByItsResumeButton() async throws {
        let (program, offered) = try await withAnOffer()
        defer { program.close() }
        #expect(
            offered.contains("at /dev/input/event2 (port lab/input9)") && offered.contains("hold Start"), "\(offered)")
        // Neither a push nor a short press takes it.
        program.touch([.axis(5, 255)], of: 2)
        program.touch([.axis(5, 0)], of: 2)
        press(0x13b, on: program, of: 2)
        program.touch([.key(0x13b, true)], of: 2)
        try await Task.sleep(for: .milliseconds(1_200))
        #expect(program.lines.count { $0.contains("\"state\":\"added\"") } == 1)
        program.touch([.key(0x13b, false)], of: 2)
        try await waitUntil("the other pad") {
            program.lines.count { $0.contains("\"state\":\"added\"") } == 2 ? true : nil
        }
        try await waitUntil("the gate of the other pad") {
            program.lines.count { $0.contains("\"control\":\"slider\"") && $0.contains("\"state\":\"open\"") } == 2
                ? true : nil
        }
        program.touch([.axis(5, 255)], of: 2)
        try await program.child.waitForLine(containing: "463e")
        #expect(program.lines.count { $0.contains("463e") } == 1)
    }

    @Test func theFirstPadTakesItsPlaceBackFromAnOffer() async throws {
        let (program, _) = try await withAnOffer()
        defer { program.close() }
        program.plugIn()
        try await waitUntil("the first pad again") {
            program.lines.count { $0.contains("\"state\":\"added\"") } == 2 ? true : nil
        }
        #expect(program.lines.last { $0.contains("\"state\":\"added\"") }?.contains("/dev/input/event1") == true)
    }
}
