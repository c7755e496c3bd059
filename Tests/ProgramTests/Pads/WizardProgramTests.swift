import Glibc
import Testing
import WaldoTestSupport

/// The built `waldo map` with inputs that umockdev provides.
@Suite(.serialized) struct WizardProgramTests {
    /// A pad whose wizard prints lines, with a configuration directory of its own.
    private final class Walk {
        let program: MockedProgram
        let folder: TemporaryFolder

        init(_ arguments: [String] = [], input: MockInput = MockInput(), folder: TemporaryFolder? = nil) async throws {
            self.folder = try folder ?? TemporaryFolder()
            program = try await MockedProgram(
                ["map", "--plain"] + arguments, inputs: [input], environment: ["XDG_CONFIG_HOME": self.folder.path])
        }

        deinit { program.close() }

        var mapping: String { "\(folder.path)/waldo/microsoft-x-box-360-pad.yaml" }

        /// Pushes an axis to a value and lets go, once the prompt is there.
        func push(_ axis: UInt16, to value: Int32, at prompt: String) async throws {
            try await program.child.waitForLine(containing: prompt)
            program.touch([.axis(axis, value)])
            program.touch([.axis(axis, 0)])
        }

        func press(_ key: UInt16, at prompt: String) async throws {
            try await program.child.waitForLine(containing: prompt)
            program.touch([.key(key, true)])
            program.touch([.key(key, false)])
        }

        func pushEverything() async throws {
            try await push(5, to: 255, at: "1/7")
            try await push(2, to: 255, at: "2/7")
            try await push(3, to: 32_000, at: "3/7")
            try await push(4, to: -32_000, at: "4/7")
            try await press(0x131, at: "5/7")
            try await press(0x13b, at: "6/7")
        }

        /// Removes what it has written, so that the folder can go.
        func clear() {
            unlink(mapping)
            rmdir("\(folder.path)/waldo")
        }
    }

    private static func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func whatIsPushedIsWrittenAndDrives() async throws {
        let walk = try await Walk()
        defer { walk.clear() }
        try await walk.pushEverything()
        try await walk.press(0x13a, at: "7/7")
        #expect(try await walk.program.child.exitStatus() == 0)
        let text = try readFile(walk.mapping)
        for line in [
            "match: { kind: gamepad, bus: usb, vendor: 0x045e, product: 0x028e }",
            "  forward: { axis: ABS_RZ, rest: min }   # was pushed forward",
            "  y: { axis: ABS_RY, invert: true }   # was pushed up", "  stop: BTN_EAST",
        ] { #expect(text.contains(line), "\(text)") }
        #expect(Self.mode(walk.mapping) == 0o600 && Self.mode("\(walk.folder.path)/waldo") == 0o700)
        #expect(walk.program.lines.contains("  stop: BTN_EAST (B)"), "the name on the pad")
        #expect(walk.program.lines.contains { $0.contains("`waldo drive` uses it for ") }, "\(walk.program.lines)")

        let drive = try await MockedProgram(
            ["drive", "--override", "--plain"], inputs: [MockInput()],
            environment: ["XDG_CONFIG_HOME": walk.folder.path])
        defer { drive.close() }
        try await drive.child.waitForLine { $0.contains("\"control\":\"slider\"") && $0.contains("\"state\":\"open\"") }
        drive.touch([.axis(5, 255)])
        try await drive.child.waitForLine(containing: "463e")
        drive.touch([.axis(5, 0)])
        try await drive.child.waitForLine(containing: "533e")
    }

    @Test func aFileIsReplacedOnlyWhenThatWasAsked() async throws {
        let first = try await Walk()
        defer { first.clear() }
        mkdir("\(first.folder.path)/waldo", 0o700)
        for (arguments, status) in [(["--to", "mine"], CInt(65)), (["--to", "mine", "--replace"], 0)] {
            let path = "\(first.folder.path)/waldo/mine.yaml"
            try first.folder.write("name: Mine\n", to: "waldo/mine.yaml")
            let walk = try await Walk(arguments, folder: first.folder)
            // What cannot be written is refused before the first prompt.
            if status == 0 {
                try await walk.pushEverything()
                try await walk.program.child.waitForLine(containing: "7/7")
                try walk.program.child.write(line: "skip")
            }
            #expect(try await walk.program.child.exitStatus() == status)
            #expect(try readFile(path).contains("ABS_RZ") == (status == 0))
            if status != 0 {
                #expect(walk.program.child.errorLines.contains { $0.contains("--replace") })
            }
            unlink(path)
        }
    }

    @Test func theDriveOfANamedArmIsNamedWithIt() async throws {
        let walk = try await Walk(["--arm", "robot"])
        defer { walk.clear() }
        try await walk.pushEverything()
        try await walk.press(0x13a, at: "7/7")
        #expect(try await walk.program.child.exitStatus() == 0)
        let lines = walk.program.lines
        #expect(lines.contains { $0.hasPrefix("`waldo drive --arm robot` uses it for ") }, "\(lines)")
        let file = "\(walk.folder.path)/waldo/config.yaml"
        #expect(lines.contains("To leave out --arm: write `arm: robot` into \(file)."), "\(lines)")
    }

    @Test func theHandsDirectionsAreAskedForAndWritten() async throws {
        let walk = try await Walk(["--arm", "mearm", "--hand"])
        defer { walk.clear() }
        try await walk.push(0, to: 32_000, at: "1/8 Push the stick or button for hand to the right")
        try await walk.push(1, to: -32_000, at: "2/8 Push the stick or button for hand away from the base")
        try await walk.push(4, to: -32_000, at: "3/8 Push the stick or button for height up")
        try await walk.program.child.waitForLine(containing: "4/8 Push the stick or button for height down")
        try walk.program.child.write(line: "skip")
        try await walk.push(5, to: 255, at: "5/8 Push the stick or button for claw forward")
        try await walk.push(2, to: 255, at: "6/8")
        try await walk.press(0x131, at: "7/8")
        try await walk.press(0x13b, at: "8/8")
        #expect(try await walk.program.child.exitStatus() == 0)
        let text = try readFile(walk.mapping)
        for line in [
            "    channels: { x: hand.turn -40 deg/s, y: hand.reach 60 mm/s }", "    channel: hand.height 60 mm/s",
            "    channel: claw",
        ] { #expect(text.contains(line + "\n"), "\(text)") }
    }

    @Test func anUnpluggedPadIsWaitedForAndGoesOn() async throws {
        let walk = try await Walk()
        defer { walk.clear() }
        try await walk.push(5, to: 255, at: "1/7")
        try await walk.program.child.waitForLine(containing: "2/7")
        walk.program.unplug()
        try await walk.program.child.waitForLine(containing: "plug it in again")
        walk.program.plugIn()
        try await waitUntil("the prompt again") {
            walk.program.lines.count { $0.hasPrefix("2/7") } == 2 ? true : nil
        }
        walk.program.touch([.axis(2, 255)])
        walk.program.touch([.axis(2, 0)])
        try await walk.program.child.waitForLine(containing: "slider backward: ABS_Z")
    }

    @Test func aPadMayBePluggedInLater() async throws {
        let walk = try await Walk(input: MockInput(isAway: true))
        try await walk.program.child.waitForLine(containing: "gamepad")
        walk.program.plugIn()
        try await walk.program.child.waitForLine(containing: "1/7")
    }

    @Test func theEndOfAnUnfinishedOneWritesNothing() async throws {
        let walk = try await Walk()
        try await walk.push(5, to: 255, at: "1/7")
        try await walk.program.child.waitForLine(containing: "2/7")
        walk.program.send(signal: SIGINT)
        #expect(try await walk.program.child.exitStatus() == 128 + SIGINT)
        #expect(access("\(walk.folder.path)/waldo", F_OK) != 0)
    }

    @Test func aKeyboardIsMappedByItsKeys() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/keys.yaml"
        let walk = try await Walk(["keyboard", "--to", file], input: MockInput(.keyboard))
        // W, S, right, left, up, down, Space, Enter, and Tab for none.
        for (place, key) in [UInt16(17), 31, 106, 105, 103, 108, 57, 28, 15].enumerated() {
            try await walk.press(key, at: "\(place + 1)/\(place < 3 ? 7 : 9) ")
        }
        #expect(try await walk.program.child.exitStatus() == 0)
        let text = try readFile(file)
        for line in ["match: { kind: keyboard", "  forward: KEY_W", "  left: KEY_LEFT", "  resume: KEY_ENTER"] {
            #expect(text.contains(line), "\(text)")
        }
        #expect(!text.contains("recentre"))
    }

    @Test func controlCOnTheMappedKeyboardEndsIt() async throws {
        let walk = try await Walk(["keyboard"], input: MockInput(.keyboard))
        try await walk.program.child.waitForLine(containing: "1/7")
        walk.program.touch([.key(29, true)])
        walk.program.touch([.key(46, true)])
        #expect(try await walk.program.child.exitStatus() == 128 + SIGINT)
        #expect(access("\(walk.folder.path)/waldo", F_OK) != 0)
    }

    @Test func withTwoPadsOneMustBeNamed() async throws {
        let program = try await MockedProgram(
            ["map", "--plain"], inputs: [MockInput(), MockInput(number: 2, place: "lab/input1")])
        #expect(try await program.child.exitStatus() == 66)
        let said = program.child.errorLines.joined()
        #expect(said.contains("`waldo map` /dev/input/event1") && !said.contains("--input"), "\(said)")
    }

    @Test func whatIsNoInputIsRefused() async throws {
        let walk = try await Walk(["--arm", "nonsense"])
        #expect(try await walk.program.child.exitStatus() == 65)
        let handless = try await Walk(["--hand"])
        #expect(try await handless.program.child.exitStatus() == 64)
        #expect(handless.program.child.errorLines.contains { $0.contains("name another arm by --arm, such as so101") })
        let named = try await Walk(["--to", "two words"])
        #expect(try await named.program.child.exitStatus() == 65)
        #expect(named.program.child.errorLines.contains { $0.contains("no name for a mapping") })
    }

    /// In a terminal: the whole way, with an answer taken back, and a drive that tries the mapping at the end.
    @Test func theScreenLeadsFromTheFirstPromptToATrial() async throws {
        let pty = try Pty(), folder = try TemporaryFolder()
        let program = try await MockedProgram(
            ["map"], inputs: [MockInput()], output: .terminal(pty),
            environment: ["XDG_CONFIG_HOME": folder.path, "LC_ALL": "C.UTF-8"])
        let mapping = "\(folder.path)/waldo/microsoft-x-box-360-pad.yaml"
        defer {
            program.close()
            unlink(mapping)
            rmdir("\(folder.path)/waldo")
        }
        try await pty.waitFor("YOUR MOVE")
        func push(_ axis: UInt16, to value: Int32, until text: String) async throws {
            program.touch([.axis(axis, value)])
            program.touch([.axis(axis, 0)])
            try await pty.waitFor(text)
        }
        try await push(5, to: 255, until: "prompt 2 of 7")
        pty.forget()
        try pty.type("\u{7f}")
        try await pty.waitFor("prompt 1 of 7")
        try await push(5, to: 255, until: "slider backward")
        try await push(2, to: 255, until: "joystick right")
        try await push(3, to: 32_000, until: "joystick up")
        try await push(4, to: -32_000, until: "emergency stop")
        for (key, text) in [(UInt16(0x131), "ends an emergency"), (0x13b, "returns the joystick")] {
            program.touch([.key(key, true)])
            program.touch([.key(key, false)])
            try await pty.waitFor(text)
        }
        try pty.type("\r")
        try await pty.waitFor("ALL KNOWN")
        #expect(access(mapping, F_OK) != 0)
        // The terminal does not say when a key comes up, so that the same one twice may be one that is held.
        try pty.type(" ")
        try await pty.waitFor("WRITTEN")
        #expect(access(mapping, F_OK) == 0)
        // The keypad's Enter.
        try pty.type("\u{1b}OM")
        try await pty.waitFor("[OVERRIDE]")
        try await pty.waitFor("READY")
        try pty.type("\u{3}")
        #expect(try await program.child.exitStatus() == 128 + SIGINT)
    }
}
