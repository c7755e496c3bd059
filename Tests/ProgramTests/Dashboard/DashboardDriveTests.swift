import Glibc
import Testing
import WaldoTestSupport

/// The built program in a real terminal, driven by keys, with its screen checked.
@Suite(.serialized) struct DashboardDriveTests {
    /// Runs a drive, and saves the terminal's modes before and after it.
    static let drive = """
        echo the shell; stty -a > $OUT/before; $WALDO drive --override --input terminal; echo status $?
        stty -a > $OUT/after; echo done; sleep 1000
        """

    /// Expects the modes as before, the shell's own screen and cursor, and the lines that the drive leaves there.
    func expectRestored(_ pane: TmuxPane, status: Int32) async throws {
        try await pane.waitFor("done")
        #expect(try pane.file("before") == pane.file("after"))
        #expect(try await pane.value("alternate_on") == "0")
        #expect(try await pane.value("cursor_flag") == "1")
        #expect(try await pane.value("wrap_flag") == "1")
        let rows = try await pane.rows
        #expect(rows.first == "the shell" && rows.contains("status \(status)"))
        #expect(rows.contains { $0.hasPrefix("joystick  x ") }, "\(rows)")
    }

    @Test func anOperatorDrivesStopsResizesAndLeaves() async throws {
        let pane = try await TmuxPane(Self.drive)
        try await pane.waitFor("[READY]    move a control to drive")
        #expect(try await pane.value("alternate_on") == "1")
        try await pane.waitFor("what is not done") { $0.hasPrefix("[OVERRIDE] nothing is transmitted") }
        try await pane.waitForRows("the frame that moves", holding: "w") { rows in
            rows.contains { $0.contains("FORWARD") }
                && rows.contains { $0.contains("slider  46 3E") && $0.contains("\"F>\"") }
        }
        try await pane.waitFor("BACKWARD", holding: "s")
        try await pane.waitFor("READY")
        try await pane.waitFor("the arm's x to move", holding: "Right") {
            $0.contains("⠑⣄   x") && !$0.contains("x       0 ")
        }
        try await pane.type("?")
        try await pane.waitFor("what each key does")
        try await pane.type("?")
        try await pane.type("Escape")
        try await pane.waitFor(" STOPPED   press Enter")
        try await pane.type("w")
        try await pane.resize(columns: 60, rows: 12)
        try await pane.waitFor("[OVERRIDE]  STOPPED  press Enter")
        try await pane.resize(columns: 120, rows: 40)
        try await pane.waitForRows("the slider's whole bar") { rows in
            rows.contains { $0.contains("┐┌─ link and input ") } && rows.count { $0.contains("│ ░░░") } == 15
                && rows.count { $0.contains("│ ▁▁▁") } == 1
        }
        try await pane.resize(columns: 80, rows: 24)
        try await pane.type("Enter")
        try await pane.waitFor("READY")
        try await pane.type("C-c")
        try await expectRestored(pane, status: 130)
        #expect(try await pane.rows.contains { $0.hasPrefix("ended     by Ctrl-C") })
        #expect(try await pane.rows.contains { $0.contains(" stopped by ") })
        try await pane.close()
    }

    /// A second request ends the program through the watchdog, without the loop's help; a crash, without any help.
    @Test(arguments: [[SIGTERM], [SIGHUP], [SIGQUIT], [SIGTERM, SIGTERM], [SIGSEGV], [SIGTRAP]])
    func everyWayOutGivesTheTerminalBack(signals: [CInt]) async throws {
        let pane = try await TmuxPane(Self.drive.replacing("$WALDO", with: "echo $$ > $OUT/shell; $WALDO"))
        try await pane.waitFor("READY")
        let shell = String(try pane.file("shell").dropLast())
        let waldo = try #require(pid_t(try children(of: shell).first ?? ""))
        for signal in signals { kill(waldo, signal) }
        try await expectRestored(pane, status: 128 + signals[0])
        try await pane.close()
    }

    @Test func aReplayHasADashboardToo() async throws {
        let golden = GoldenRecordingTests.path("robot-by-gamepad")
        let pane = try await TmuxPane("$WALDO replay \(golden) --override; echo status $?; sleep 1000")
        try await pane.waitFor("replay 0:0")
        try await pane.waitFor(" at 1x: MSc ")
        try await pane.waitFor("FORWARD")
        try await pane.type("Space")
        try await pane.waitFor("status 0")
        #expect(try await pane.value("alternate_on") == "0")
        #expect(try await pane.rows.contains { $0.contains("stopped at ") })
        try await pane.close()
    }

    @Test func aStoppedDriveGivesTheTerminalBackAndTakesItAgain() async throws {
        let pane = try await TmuxPane("exec bash --norc -i")
        try await pane.type("stty -a > $OUT/before; $WALDO drive --override --input terminal", "Enter")
        try await pane.waitFor("READY")
        try await pane.type("C-z")
        try await pane.waitFor("Stopped")
        #expect(try await pane.value("alternate_on") == "0")
        // Another program may use the terminal meanwhile.
        try await pane.type("stty -a > $OUT/after; $WALDO drive --override --input terminal", "Enter")
        try await pane.waitFor("READY")
        try await pane.type("C-c")
        try await pane.waitFor("ended     by Ctrl-C")
        #expect(try pane.file("before") == pane.file("after"))
        try await pane.type("fg", "Enter")
        try await pane.waitFor("READY")
        #expect(try await pane.value("alternate_on") == "1")
        try await pane.waitFor("FORWARD", holding: "w")
        try await pane.type("C-c")
        try await pane.waitFor("ended     by Ctrl-C")
        try await pane.close()
    }

    @Test func twoOnOneTerminalIsRefusedInOneSentence() async throws {
        let pane = try await TmuxPane(
            """
            $WALDO drive --override --input terminal --plain > $OUT/first & echo $! > $OUT/pid
            until grep -q open $OUT/first; do sleep 0.1; done
            $WALDO drive --override --input terminal 2> $OUT/second; echo status $?; sleep 1000
            """)
        try await pane.waitFor("status 66")
        let first = String(try pane.file("pid").dropLast())
        let sentence =
            "waldo: the terminal /dev/tty belongs to a waldo that runs already (process \(first)): end that one, or start "
            + "this one in a terminal of its own\n"
        #expect(try pane.file("second") == sentence)
        try await pane.close()
    }

    @Test(arguments: [("xterm", false), ("linux", false), ("xterm", true), ("linux", true)])
    func sixteenColoursOrNone(term: String, isPlain: Bool) async throws {
        let pane = try await TmuxPane(Self.drive, term: term, environment: isPlain ? ["NO_COLOR": "1"] : [:])
        try await pane.waitFor("READY")
        try await pane.waitFor("FORWARD", holding: "w")
        let inked = try await pane.inked
        let codes = Set(
            inked.split(separator: "\u{1B}[").dropFirst().flatMap { $0.prefix { $0 != "m" }.split(separator: ";") })
        let colours = codes.compactMap { Int($0) }.filter { $0 >= 30 && $0 != 39 && $0 != 49 }
        #expect(
            isPlain ? colours == [] : colours.contains(32) && colours.allSatisfy { $0 < 48 && $0 != 38 }, "\(codes)")
        #expect(inked.unicodeScalars.contains { (0x2801...0x28ff).contains($0.value) } == (term != "linux"))
        try await pane.close()
    }

    /// Waits for three seconds in which a process has drawn its clock alone: motion wakes it 30 times a second.
    private func waitForClockAlone(of pid: pid_t) async throws {
        let tests = LiveDriveTests()
        var last = try tests.switches(pid), since = ContinuousClock.now
        try await waitUntil("a dashboard that draws its clock alone", within: .seconds(20)) {
            guard ContinuousClock.now - since > .seconds(3) else { return nil as Bool? }
            let now = try tests.switches(pid)
            defer { (last, since) = (now, .now) }
            return now - last <= 15 ? true : nil
        }
    }

    /// The link's facts are on the screen, and only the clock is drawn.
    @Test func anUntouchedDashboardWakesOnceASecond() async throws {
        let shield = try await FakeShield("rssi=-61", offering: .original)
        defer { shield.close() }
        var environment: [String: String] = [:]
        for (name, value) in shield.bus.environment { environment[name] = value }
        let pane = try await TmuxPane("exec $WALDO drive --input terminal", environment: environment)
        for part in [
            "READY", " LIVE      commands move the arm", "link   connected", "shield BLE Shield", shield.address,
            "signal -61 dBm at ",
        ] {
            try await pane.waitFor(part)
        }
        try await pane.waitFor("FORWARD", holding: "w")
        let pid = try #require(pid_t(try await pane.value("pane_pid")))
        try await waitForClockAlone(of: pid)
        try await pane.close()
    }

    /// The drawn arm moves until it is where it was commanded to be, and then it is not drawn.
    @Test func aSimulatedArmIsDrawnWhileItMovesAndNoLonger() async throws {
        let pane = try await TmuxPane("exec $WALDO drive --simulate --input terminal")
        try await pane.waitFor("[READY]    move a control to drive")
        try await pane.waitFor("what is simulated") { $0.hasPrefix("[SIMULATED] ") }
        try await pane.waitFor("z 150 mm")
        // A position is sent when the key comes up.
        try await pane.waitFor("the arm's x to move", holding: "Right") {
            $0.contains("⠑⣄   x") && !$0.contains("x       0 ")
        }
        try await pane.waitFor("zx      52 ")
        try await pane.waitFor("the hand to move") { $0.contains("─ hand ─") && !$0.contains("z 150 mm") }
        #expect(try await !pane.rows.contains { $0.contains("LIVE") })
        let pid = try #require(pid_t(try await pane.value("pane_pid")))
        try await waitForClockAlone(of: pid)
        try await pane.close()
    }

    @Test func aDriveThatWaitsForItsPadSaysThat() async throws {
        let pane = try await TmuxPane("exec $WALDO drive --override --wait")
        try await pane.waitFor(" NO INPUT  ")
        #expect(try await !pane.rows.contains { $0.contains("NO LINK") })
        try await pane.close()
    }

    private func children(of pid: String) throws -> [String] {
        try SourceModule.text(of: "/proc/\(pid)/task/\(pid)/children").split(separator: " ").map(String.init)
    }
}
