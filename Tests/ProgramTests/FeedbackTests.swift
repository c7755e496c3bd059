import Glibc
import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTestSupport
import WaldoTesting
import WaldoTime

/// What a pad's motors and its battery add to a drive, and what they must not: the built program with inputs that
/// umockdev provides.
@Suite(.serialized) struct FeedbackTests {
    /// A drive with a pad that rumbles.
    private final class FeltDrive {
        let program: MockedProgram
        private let folder: TemporaryFolder

        /// - Parameters:
        ///   - motor: what is wrong with the pad's motor, as `felt_pad.c` has it.
        ///   - text: the mapping's text; nil: that of the shipped one.
        ///   - battery: what is left in the pad's battery, in percent; nil: it has none.
        ///   - shield: where the commands go; nil: nowhere.
        init(
            _ arguments: [String] = [], motor: String = "", mapping text: String? = nil, battery: Int? = nil,
            to shield: FakeShield? = nil
        ) async throws {
            folder = try TemporaryFolder()
            var pad = MockInput()
            (pad.rumbles, pad.battery) = (true, battery)
            var arguments = ["drive", "--plain"] + (shield == nil ? ["--override"] : []) + arguments
            if let text { arguments += ["--mapping", try folder.write(text, to: "own.yaml")] }
            program = try await MockedProgram(
                arguments, inputs: [pad],
                environment: ["WALDO_FELT": folder.path + "/felt", "WALDO_MOTOR": motor]
                    .merging(shield?.bus.environment ?? [:]) { $1 },
                preload: PreloadedLibrary.build("Tests/ProgramTests/felt_pad.c", in: folder))
            try await open()
        }

        deinit { program.close() }

        /// Waits for the slider's gate to open, from a line on.
        func open(after start: Int = 0) async throws {
            try await waitUntil("an open gate") {
                program.lines.dropFirst(start).contains {
                    $0.contains("\"control\":\"slider\"") && $0.contains("\"state\":\"open\"")
                } ? true : nil
            }
        }

        /// What has reached the pad.
        var felt: [String] {
            ((try? folder.read("felt")) ?? "").split(separator: "\n").map(String.init)
        }

        /// Waits until so much was played, or that it hangs.
        func waitToFeel(_ last: String) async throws {
            try await waitUntil("the pad to feel \(last)") { felt.last == last ? true : nil }
        }

        /// Waits until the pad may feel something again.
        func pause() async throws {
            try await Task.sleep(for: .microseconds(RumbleRule.interval.microseconds))
        }

        func press(_ key: UInt16) {
            program.touch([.key(key, true)])
            program.touch([.key(key, false)])
        }

        func end() async throws -> CInt {
            program.send(signal: SIGTERM)
            return try await program.child.exitStatus()
        }
    }

    private static let uploads = [
        "upload 0 65535 65535 220 100", "upload 1 45874 32767 150 0", "upload 2 0 32767 100 0",
    ]

    @Test func aPadFeelsStopResumeAndHaltInOrder() async throws {
        let shield = try await FakeShield()
        defer { shield.close() }
        let drive = try await FeltDrive(to: shield)
        try await waitUntil("the effects") { drive.felt.count == 3 ? true : nil }
        #expect(drive.felt == Self.uploads)
        drive.press(Code.east)
        try await drive.waitToFeel("play 0 2")
        try await drive.pause()
        let start = drive.program.lines.count
        drive.press(Code.start)
        try await drive.waitToFeel("play 2 1")
        try await drive.open(after: start)
        try await drive.pause()
        // The link is lost, and back: it halts twice.
        let halted = drive.program.lines.count
        try await shield.report("drop ADDRESS")
        try await drive.waitToFeel("play 1 1")
        try await drive.open(after: halted)
        #expect(drive.program.lines.contains { $0.contains("\"link-back\"") })
        #expect(try await drive.end() == 128 + SIGTERM)
        #expect(drive.felt.dropFirst(3) == ["play 0 2", "play 2 1", "play 1 1", "erase 0", "erase 1", "erase 2"])
    }

    /// No motor is left to run by a process that sleeps.
    @Test func aDriveThatIsSuspendedIsNotFelt() async throws {
        let drive = try await FeltDrive()
        try await drive.waitToFeel(Self.uploads[2])
        drive.program.touch([.axis(Code.rz, 255)])
        _ = try await drive.program.child.waitForLine(containing: "463e")
        drive.program.send(signal: SIGTSTP)
        _ = try await drive.program.child.waitForLine(containing: "533e")
        drive.program.send(signal: SIGCONT)
        _ = try await drive.program.child.waitForLine(containing: "\"suspended\"")
        #expect(try await drive.end() == 128 + SIGTERM)
        #expect(drive.felt.dropFirst(3) == ["erase 0", "erase 1", "erase 2"])
    }

    @Test func aPadThatIsUnpluggedAndBackFeelsAgain() async throws {
        let drive = try await FeltDrive()
        try await drive.waitToFeel(Self.uploads[2])
        drive.program.unplug()
        try await drive.waitToFeel("erase 2")
        let start = drive.program.lines.count
        drive.program.plugIn()
        try await drive.open(after: start)
        drive.press(Code.east)
        try await drive.waitToFeel("play 3 2")
    }

    /// A pad's driver that hangs takes the thread with it, and nothing else.
    @Test(arguments: ["hangs", "hangs-at-first"])
    func aDriverThatHangsDelaysNeitherTheStopOnTheWireNorTheEnd(motor: String) async throws {
        let shield = try await FakeShield()
        defer { shield.close() }
        let drive = try await FeltDrive(motor: motor, to: shield)
        drive.program.touch([.axis(Code.rz, 255)])
        try await waitUntil("motion on the wire") { shield.arrivals.contains { $0.text == "F>" } ? true : nil }
        let before = shield.arrivals.count
        drive.press(Code.east)
        try await drive.waitToFeel("hangs")
        try await waitUntil("the stop on the wire") { shield.arrivals.last?.text == "S>" ? true : nil }
        #expect(shield.arrivals.dropFirst(before).drop { $0.text == "F>" }.allSatisfy { $0.text == "S>" })
        drive.program.touch([.axis(Code.rz, 0)])
        let start = drive.program.lines.count
        drive.press(Code.start)
        try await drive.open(after: start)
        drive.program.touch([.axis(Code.rz, 255)])
        try await waitUntil("motion again") { shield.arrivals.last?.text == "F>" ? true : nil }
        let began = meteredNow()
        #expect(try await drive.end() == 128 + SIGTERM)
        expectInTime(since: began, within: .seconds(3))
        #expect(shield.arrivals.last?.text == "S>")
        #expect(drive.felt.last == "hangs")
    }

    /// The time from the stop's event to its first zero frame is what it is without a motor: none.
    @Test func aStopIsSentInTheStepThatIsFelt() async throws {
        let drive = try await FeltDrive(motor: "hangs")
        drive.program.touch([.axis(Code.rz, 255)])
        _ = try await drive.program.child.waitForLine(containing: "463e")
        drive.press(Code.east)
        let stop = try await drive.program.child.waitForLine(containing: "\"event\":\"stop\"")
        let zero = try await drive.program.child.waitForLine(containing: "533e")
        #expect(zero.value(of: "t") == stop.value(of: "t"), "\(stop), \(zero)")
    }

    @Test(arguments: ["denied", "refuses"])
    func aPadThatMayNotBeWrittenDrivesAndNobodyHearsOfIt(motor: String) async throws {
        let drive = try await FeltDrive(motor: motor)
        drive.press(Code.east)
        _ = try await drive.program.child.waitForLine(containing: "\"event\":\"stop\"")
        #expect(try await drive.end() == 128 + SIGTERM)
        #expect(drive.felt.isEmpty)
        #expect(drive.program.child.errorLines.isEmpty, "\(drive.program.child.errorLines)")
        #expect(!drive.program.lines.contains { $0.contains("\"note\"") }, "\(drive.program.lines)")
    }

    @Test func whyAPadDoesNotRumbleIsLoggedOnDemand() async throws {
        let drive = try await FeltDrive(["--verbose"], motor: "denied")
        _ = try await drive.program.child.waitForErrorLine(
            containing: "does not rumble: open: Permission denied")
    }

    /// The stop is the most important one.
    @Test func aPadWithMemoryForTwoFeelsStopAndHalt() async throws {
        let drive = try await FeltDrive(motor: "two")
        drive.press(Code.east)
        try await drive.waitToFeel("play 0 2")
        try await drive.pause()
        let start = drive.program.lines.count
        drive.press(Code.start)
        try await drive.open(after: start)
        #expect(drive.felt.last == "play 0 2")
    }

    @Test func aMappingSwitchesItOff() async throws {
        let shipped = try readFile(SourceModule.projectFolder + "/Mappings/gamepad.yaml")
        let drive = try await FeltDrive(mapping: shipped + "rumble: off\n")
        drive.press(Code.east)
        _ = try await drive.program.child.waitForLine(containing: "\"event\":\"stop\"")
        #expect(try await drive.end() == 128 + SIGTERM)
        #expect(drive.felt.isEmpty, "\(drive.felt)")
    }

    /// Both threads are there, and asleep.
    @Test func aPadWithMotorsAndABatteryDoesNotWakeAnUntouchedDrive() async throws {
        let drive = try await FeltDrive(battery: 57)
        try await drive.waitToFeel(Self.uploads[2])
        _ = try await drive.program.child.waitForLine(containing: "\"event\":\"battery\"")
        let pid = drive.program.pid, live = LiveDriveTests()
        try await live.waitForSleep(of: pid)
        #expect(Set(live.threads(pid)).isSuperset(of: ["waldo-battery", "waldo-rumble"]), "\(live.threads(pid))")
    }

    // MARK: the battery

    private func pad(_ percent: Int) -> MockInput {
        var pad = MockInput()
        pad.battery = percent
        return pad
    }

    @Test func aBatteryIsReportedAndEachWarningSaidOnce() async throws {
        let program = try await MockedProgram(["drive", "--override", "--plain"], inputs: [pad(12)])
        defer { program.close() }
        func battery(_ fields: String) async throws {
            _ = try await program.child.waitForLine { $0.contains("\"event\":\"battery\"") && $0.contains(fields) }
        }
        func plugAgain() async throws {
            let lost = program.lines.count
            program.unplug()
            try await waitUntil("the loss") {
                program.lines.dropFirst(lost).contains { $0.contains("\"lost\"") } ? true : nil
            }
            program.plugIn()
        }
        try await battery(#""percent":12,"state":"discharging","warning":"low"}"#)
        try program.setBattery("capacity", "11")
        try await plugAgain()
        try await battery(#""percent":11,"state":"discharging"}"#)
        try program.setBattery("capacity", "4")
        try await plugAgain()
        try await battery(#""percent":4,"state":"discharging","warning":"critical"}"#)
        try program.setBattery("status", "Charging")
        try await plugAgain()
        try await battery(#""percent":4,"state":"charging"}"#)
    }

    @Test func aFullBatteryWarnsOfNothing() async throws {
        let program = try await MockedProgram(["drive", "--override", "--plain"], inputs: [pad(80)])
        defer { program.close() }
        _ = try await program.child.waitForLine { $0.contains(#""percent":80,"state":"discharging"}"#) }
    }

    @Test func theListOfInputsHasIt() async throws {
        let program = try await MockedProgram(["inputs"], inputs: [pad(57)])
        defer { program.close() }
        _ = try await program.child.waitForLine { $0.hasSuffix("mapping: gamepad  battery: 57 %") }
    }

    @Test func theDashboardHasTheBatteryAndThePadsNames() async throws {
        let pty = try Pty()
        let program = try await MockedProgram(
            ["drive", "--override"], inputs: [pad(14)], output: .terminal(pty))
        defer { program.close() }
        try await waitUntil("the battery on the screen") { pty.text.contains("14 %, low") ? true : nil }
        try await waitUntil("the warning in the log") { pty.text.contains("battery is low (14 %)") ? true : nil }
        try await waitUntil("the pad's names") { pty.text.contains("Start") && pty.text.contains("Back") ? true : nil }
    }
}
