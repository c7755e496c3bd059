import Glibc
import Testing
import WaldoTestSupport

/// The built program with an arm on a serial port: `waldo simulate` plays the board at a pseudo-terminal.
@Suite(.serialized) struct SerialDriveTests {
    private func waldo(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess(BuiltProgram.path("waldo"), arguments)
    }

    /// A recorded drive of the demo: a real arm is not driven by the demo itself.
    private static let recorded = Task { try await SimulatedBoard.record("mearm-usb") }

    /// Sends the recorded drive again, to a port.
    private func replay(to port: String, _ options: String...) async throws -> ChildProcess {
        let path = try await Self.recorded.value.path + "/d.jsonl"
        return try ChildProcess(
            BuiltProgram.path("waldo"), ["replay", path, "--arm", "mearm-usb", "--port", port] + options)
    }

    /// Every frame that is shown is one that the board has acted on.
    @Test func theBoardActsOnEveryFrameOfADrive() async throws {
        let stand = try await SimulatedBoard("mearm-usb"), replay = try await replay(to: stand.port)
        defer { replay.close() }
        #expect(try await replay.exitStatus(within: .seconds(60)) == 0, "\(replay.errorLines)")
        let frames = replay.lines.count { $0.contains("\"bytes\":") }
        #expect(frames > 20)
        let account = try await stand.account()
        #expect(account.contains("\"lost bytes\":0,\"skipped bytes\":0,\"frames\":\(frames),"), "\(account)")
    }

    /// The torque frame comes first, then the question; the board answers, and acts on every frame.
    @Test func anArmThatIsAskedIsDrivenFromWhereItIs() async throws {
        let folder = try await SimulatedBoard.record("so101"), stand = try await SimulatedBoard("so101")
        let replay = try ChildProcess(
            BuiltProgram.path("waldo"), ["replay", folder.path + "/d.jsonl", "--arm", "so101", "--port", stand.port])
        defer { replay.close() }
        #expect(try await replay.exitStatus(within: .seconds(60)) == 0, "\(replay.errorLines)")
        let sent = replay.lines.filter { $0.contains("\"bytes\":") && !$0.contains("\"notify\"") }
        #expect(sent.count > 100 && sent[0].contains("fffffe1083280101") && sent[1].contains("fffffe0a82380201"))
        let account = try await stand.account()
        #expect(account.contains("\"lost bytes\":0,\"skipped bytes\":0,\"frames\":\(sent.count),"), "\(account)")
    }

    /// A board that hangs takes what it is sent for a while: only its reports are missing.
    @Test func anArmThatStopsReportingHalts() async throws {
        let folder = try await SimulatedBoard.record("so101"), stand = try await SimulatedBoard("so101")
        let replay = try ChildProcess(
            BuiltProgram.path("waldo"), ["replay", folder.path + "/d.jsonl", "--arm", "so101", "--port", stand.port])
        defer { replay.close() }
        _ = try await replay.waitForLine { $0.contains("\"channel\":") && $0.contains("\"bytes\":") }
        stand.program.send(signal: SIGSTOP)
        defer { stand.program.send(signal: SIGCONT) }
        _ = try await replay.waitForLine(containing: "\"reason\":\"unreported\"")
        #expect(try await replay.exitStatus() == 74)
        #expect(replay.lines.contains { $0.contains("the arm has not reported ") })
    }

    /// A simulation that wakes late finds several frames in its port. On a real line they would have come one by one.
    @Test func aLateSimulationLosesNothing() async throws {
        let stand = try await SimulatedBoard("so101"), port = open(stand.port, O_WRONLY | O_NOCTTY)
        #expect(port >= 0)
        defer { close(port) }
        let burst = (UInt8(1)...20).flatMap { number in
            let head: [UInt8] = [0xFF, 0xFF, 0xFE, 22, 0x83, 42, 2]
            let frame = (UInt8(1)...6).reduce(into: head) { $0 += [$1, number, 8] }
            return frame + [~frame[2...].reduce(0, &+)]
        }
        stand.program.send(signal: SIGSTOP)
        #expect(write(port, burst, burst.count) == burst.count)
        stand.program.send(signal: SIGCONT)
        _ = try await stand.program.waitForLine(containing: "\"channel\":\"gripper\",\"value\":2068")
        #expect(try await stand.account().contains("\"lost bytes\":0,\"skipped bytes\":0,\"frames\":20,"))
    }

    @Test func aPortHasOneDriver() async throws {
        let stand = try await SimulatedBoard("mearm-usb"), replay = try await replay(to: stand.port)
        defer { replay.close() }
        _ = try await replay.waitForLine(containing: "\"state\":\"connected\"")
        let second = try waldo("send", "--arm", "mearm-usb", "--port", stand.port, "--text", "B90")
        defer { second.close() }
        #expect(try await second.exitStatus() == 69)
        #expect(second.errorLines.contains { $0.contains("is in use by “waldo” (process ") })
    }

    @Test func aFrameIsSent() async throws {
        let stand = try await SimulatedBoard("servo-arm-hc05")
        let send = try waldo("send", "--arm", "servo-arm-hc05", "--port", stand.port, "--text", "s1120")
        defer { send.close() }
        #expect(try await send.exitStatus() == 0, "\(send.errorLines)")
        #expect(send.lines.contains("sent 73 31 31 32 30"))
        _ = try await stand.program.waitForLine(containing: "\"channel\":\"waist\",\"value\":120")
    }

    /// The cable is pulled in the middle of a drive.
    @Test func aLostPortHalts() async throws {
        let stand = try await SimulatedBoard("mearm-usb"), replay = try await replay(to: stand.port)
        defer { replay.close() }
        _ = try await replay.waitForLine(containing: "\"bytes\":")
        stand.program.send(signal: SIGKILL)
        _ = try await replay.waitForLine(containing: "\"reason\":\"link-lost\"")
        #expect(try await replay.exitStatus() == 69)
    }

    @Test(arguments: [
        ("/dev/null", "is not a serial port"), ("/nowhere/ttyUSB0", "There is no serial port at"),
        ("/tmp", "cannot be opened"),
    ])
    func whatIsNoPortIsNamed(path: String, sentence: String) async throws {
        let send = try waldo("send", "--arm", "mearm-usb", "--port", path, "--text", "B90")
        defer { send.close() }
        #expect(try await send.exitStatus() == 69)
        #expect(send.errorLines.contains { $0.contains(sentence) }, "\(send.errorLines)")
    }

    @Test func optionsOfTheOtherLinkAreRefused() async throws {
        for (arm, option, value) in [("mearm", "--port", "/dev/ttyUSB0"), ("mearm-usb", "--shield", "x")] {
            let send = try waldo("send", "--arm", arm, option, value, "--text", "B90")
            defer { send.close() }
            #expect(try await send.exitStatus() == 64)
            #expect(send.errorLines.contains { $0.contains(option) && $0.contains("leave the option out") })
        }
    }
}
