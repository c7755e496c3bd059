import Glibc
import Testing
import WaldoTestSupport

/// The built program against a fake BlueZ on a private bus.
@Suite(.serialized) struct LiveDriveTests {
    /// The script of one operator: forward, right, up from there, backward.
    func operate(_ drive: TerminalDrive) async throws {
        for control in ["slider", "joystick"] {
            _ = try await drive.child.waitForLine {
                $0.contains("\"control\":\"\(control)\"") && $0.contains("\"state\":\"open\"")
            }
        }
        try await drive.press("w", untilLine: "533e")
        try await drive.press("l", untilLine: "\"zx\"")
        try await drive.press("i", untilLine: "\"zy\"")
        // A motion ends the repeats of a zero.
        try await drive.sent(zeros: 3)
        try await drive.press("s", untilLine: "423e")
        try await drive.sent(zeros: 6)
    }

    /// Runs the operator's script live and under override.
    private func operated() async throws -> (shield: FakeShield, live: TerminalDrive, dry: TerminalDrive) {
        let shield = try await FakeShield(offering: .original)
        let live = try TerminalDrive(["--plain"], environment: shield.bus.environment)
        let dry = try TerminalDrive(["--plain", "--override"])
        for drive in [live, dry] { try await operate(drive) }
        return (shield, live, dry)
    }

    @Test func liveAndOverrideSendTheSame() async throws {
        let (shield, live, dry) = try await operated()
        defer { shield.close() }
        #expect(live.commands == dry.commands)
        let expected = ["463e", "533e", "533e", "533e", "523130303e"]
        #expect(live.commands.prefix(5).map { String($0.suffix(after: " ")) } == expected)
        let written = try await shield.said().filter { $0.contains("\"write\"") }
        #expect(written.map { $0.suffix(after: "\"write\":\"") } == live.commands.map { $0.suffix(after: " ") })
        #expect(written.allSatisfy { $0.contains("\"how\":\"fd\"") })
    }

    /// Another program was writing there, and a position is sent only once.
    @Test func aFrameThatBlueZThrewAwayIsSentAgain() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        try shield.fake.write(line: "refuse AcquireWrite org.bluez.Error.NotSupported no")
        try shield.fake.write(line: "refuse WriteValue org.bluez.Error.InProgress In_Progress 1")
        let drive = try TerminalDrive(["--plain", "--shield", shield.address], environment: shield.bus.environment)
        _ = try await drive.child.waitForLine {
            $0.contains("\"control\":\"joystick\"") && $0.contains("\"state\":\"open\"")
        }
        try await drive.press("l", untilLine: "\"zx\"")
        _ = try await shield.fake.waitForLine(containing: "\"write\":\"523130303e\"")
        #expect(try await shield.said().filter { $0.contains("\"WriteValue\"") }.count == 2)
    }

    @Test func whatIsMissingIsReportedOnceHoweverOftenItIsTried() async throws {
        let bus = try ListeningSocket()
        let drive = try TerminalDrive(["--plain", "--wait"], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        for turn in 1...4 { try await waitUntil("try \(turn)") { bus.turnsAway() ? true : nil } }
        #expect(drive.child.lines.filter { $0.contains("\"event\":\"link\"") }.count == 1, "\(drive.child.lines)")
    }

    @Test func aLinkLostInTheMiddleIsHaltedWhenItIsBack() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        let drive = try TerminalDrive(["--plain", "--shield", shield.address], environment: shield.bus.environment)
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        _ = try await drive.child.waitForLine(containing: "\"state\":\"open\"")
        try await drive.press("w", untilLine: "463e")
        try shield.fake.write(line: "drop \(shield.address)")
        _ = try await drive.child.waitForLine(containing: "\"state\":\"lost\"")
        _ = try await drive.child.waitForLine(containing: "\"reason\":\"link-back\"")
        _ = try await drive.child.waitForLine(containing: "533e")
        try await waitUntil("three zeros") {
            shield.fake.lines.filter { $0.contains("\"write\":\"533e\"") }.count >= 3 ? true : nil
        }
        let writes = try await shield.said().filter { $0.contains("\"write\"") }
            .map { $0.suffix(after: "\"write\":\"") }
        #expect(writes.suffix(3) == ["533e", "533e", "533e"])
        #expect(writes.filter { $0 == "463e" }.count == 1)
    }

    @Test func bluetoothdKilledAndBackIsDrivenAgain() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        let drive = try TerminalDrive(["--plain", "--shield", shield.address], environment: shield.bus.environment)
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        shield.fake.send(signal: SIGKILL)
        _ = try await drive.child.waitForLine(containing: "\"state\":\"lost\"")
        try await shield.restartBlueZ()
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"", within: .seconds(20))
        _ = try await drive.child.waitForLine(containing: "\"state\":\"open\"")
        try await drive.press("s", untilLine: "423e")
        try await waitUntil("the frame") {
            shield.fake.lines.contains { $0.contains("\"write\":\"423e\"") } ? true : nil
        }
    }

    @Test func whatTheShieldSaysIsShown() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        let drive = try TerminalDrive(["--plain", "--shield", shield.address], environment: shield.bus.environment)
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        try shield.fake.write(line: "notify \(shield.address) \(FakeShield.notify) 0041ff")
        let line = try await drive.child.waitForLine(containing: "\"event\":\"notify\"")
        #expect(line.suffix(after: "\"bytes\":\"") == "0041ff")
        #expect(line.suffix(after: "\"characteristic\":\"") == FakeShield.notify)
    }

    /// A notification is stamped once, where it comes in: all that show or record it agree on its time.
    @Test func whatTheShieldSaysIsRecordedAsItIsShown() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        let folder = try TemporaryFolder()
        let drive = try TerminalDrive(
            ["--plain", "--record", folder.path + "/r.jsonl"], environment: shield.bus.environment)
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        for count in 1...20 {
            try shield.fake.write(line: "notify \(shield.address) \(FakeShield.notify) \(9 + count)")
        }
        _ = try await drive.child.waitForLine(containing: "\"bytes\":\"29\"")
        drive.child.send(signal: SIGTERM)
        _ = try await drive.child.exitStatus(within: .seconds(10))
        func notifications(_ lines: [String]) -> [String] { lines.filter { $0.contains("\"event\":\"notify\"") } }
        // The terminal ends its lines with a carriage return.
        let shown = notifications(drive.child.lines).map { $0.replacing("\r", with: "") }
        #expect(shown.count == 20)
        #expect(notifications(try folder.read("r.jsonl").split(separator: "\n").map { String($0) }) == shown)
    }

    /// Whatever bytes a shield sends are reported unchanged and have no other effect.
    @Test func anyBytesOfTheShieldAreShownAsTheyAre() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        let drive = try TerminalDrive(["--plain", "--shield", shield.address], environment: shield.bus.environment)
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        var random = SeededGenerator(7)
        var sent: [String] = []
        for _ in 0..<300 {
            let count = Int.random(in: 1...244, using: &random)
            sent.append(
                (0..<count).map { _ in
                    let byte = UInt8.random(in: 0...255, using: &random)
                    return (byte < 16 ? "0" : "") + String(byte, radix: 16)
                }.joined())
            try shield.fake.write(line: "notify \(shield.address) \(FakeShield.notify) \(sent.last!)")
        }
        try await waitUntil("every notification") {
            drive.child.lines.filter { $0.contains("\"event\":\"notify\"") }.count >= sent.count ? true : nil
        }
        let shown = drive.child.lines.filter { $0.contains("\"event\":\"notify\"") }
        #expect(shown.map { $0.suffix(after: "\"bytes\":\"") } == sent)
        #expect(drive.commands.isEmpty)
    }

    /// The notifications wait on the bus, and are read no faster than they are reported.
    @Test func aFloodThatHasWaitedIsNotHeapedUp() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        let drive = try ChildProcess(
            BuiltProgram.path("waldo"), ["drive", "--plain", "--input", "panel", "--panel", "127.0.0.1:0"],
            environment: shield.bus.environment)
        _ = try await drive.waitForLine(containing: "\"state\":\"connected\"")
        let before = try mostMemory(drive.pid)
        drive.send(signal: SIGSTOP)
        try shield.fake.write(line: "flood \(shield.address) \(FakeShield.notify) 20000")
        _ = try await shield.fake.waitForLine(containing: "{\"done\":\"flood")
        drive.send(signal: SIGCONT)
        // Dropped lines are reported before the next line, so another notification comes from time to time.
        var expected = 20_000, last = ContinuousClock.now
        try await waitUntil("every notification is printed or counted as dropped", within: .seconds(60)) {
            if ContinuousClock.now - last > .seconds(1) {
                try shield.fake.write(line: "notify \(shield.address) \(FakeShield.notify) 00")
                (expected, last) = (expected + 1, .now)
            }
            let dropped = drive.lines.filter { $0.contains("\"event\":\"dropped\"") }
                .compactMap { Int($0.suffix(after: "\"lines\":")) }
            let printed = drive.lines.count { $0.contains("\"event\":\"notify\"") }
            return printed + dropped.reduce(0, +) == expected ? true : nil
        }
        let grown = try mostMemory(drive.pid) - before
        // The lines that wait for their reader may take 1 MiB.
        #expect(grown < 3 << 10, "\(grown) KiB")
    }

    /// A process's peak resident memory, in KiB.
    private func mostMemory(_ pid: pid_t) throws -> Int {
        let status = try SourceModule.text(of: "/proc/\(pid)/status")
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(separator: " ").dropLast().last.flatMap { Int($0) })
    }

    @Test func anUntouchedDriveNeverWakes() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        let drive = try TerminalDrive(["--plain", "--shield", shield.address], environment: shield.bus.environment)
        let pid = try await drive.pid()
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        try await waitForSleep(of: pid)
        #expect(threads(pid).sorted() == ["waldo", "waldo-signals", "waldo-watchdog", "waldo-writer"])
    }

    /// Waits until no thread of a process has woken up for three seconds.
    func waitForSleep(of pid: pid_t) async throws {
        var last = try switches(pid), since = ContinuousClock.now
        try await waitUntil("three seconds without a wake-up", within: .seconds(20), instead: { "\(threads(pid))" }) {
            let now = try switches(pid)
            if now != last { (last, since) = (now, .now) }
            return ContinuousClock.now - since > .seconds(3) ? true : nil
        }
    }

    /// The names of a process's threads.
    func threads(_ pid: pid_t) -> [String] {
        tasks(pid).compactMap { try? SourceModule.text(of: "\($0)/comm") }.map { String($0.dropLast()) }
    }

    /// The sum of the voluntary context switches of a process's threads.
    func switches(_ pid: pid_t) throws -> Int {
        try tasks(pid).reduce(0) { sum, task in
            let status = try SourceModule.text(of: "\(task)/status")
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
        }
    }

    private func tasks(_ pid: pid_t) -> [String] {
        guard let stream = opendir("/proc/\(pid)/task") else { return [] }
        defer { closedir(stream) }
        var paths: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { paths.append("/proc/\(pid)/task/\(name)") }
        }
        return paths
    }
}
