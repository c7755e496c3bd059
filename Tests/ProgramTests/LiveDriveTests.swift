import Glibc
import Testing
import WaldoTestSupport

/// The built program against a fake BlueZ on a private bus.
@Suite(.serialized) struct LiveDriveTests {
    static let shield = "00:AA:01:00:0\(getpid() % 10):\(10 + getpid() % 80)"

    /// A private bus with a BlueZ, an adapter and one shield.
    func bench(with options: String = "") async throws -> (bus: PrivateBus, fake: ChildProcess) {
        let bus = try await PrivateBus()
        let fake = try ChildProcess(BuiltProgram.path("waldo-fake-bluez"), environment: bus.environment)
        _ = try await fake.waitForLine(containing: "ready")
        try fake.write(line: "adapter hci0 00:11:22:33:44:55")
        try fake.write(line: "\(addShield) \(options)")
        return (bus, fake)
    }

    var addShield: String {
        "device hci0 \(Self.shield) name=BLE_Shield service=713d0000-503e-4c75-ba94-3148f18d941e "
            + "char=713d0003-503e-4c75-ba94-3148f18d941e:write-without-response "
            + "char=713d0002-503e-4c75-ba94-3148f18d941e:notify"
    }

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
        try await drive.press("s", untilLine: "533e")
        try await waitUntil("every zero is said") {
            drive.commands.filter { $0 == "slider 533e" }.count == 6 ? true : nil
        }
    }

    @Test func liveAndOverrideSendTheSame() async throws {
        let (bus, fake) = try await bench()
        defer { fake.close() }
        let live = try TerminalDrive(["--plain"], environment: bus.environment)
        try await operate(live)
        let dry = try TerminalDrive(["--plain", "--override"])
        try await operate(dry)
        #expect(live.commands == dry.commands)
        let expected = ["463e", "533e", "533e", "533e", "523130303e"]
        #expect(live.commands.prefix(5).map { String($0.suffix(after: " ")) } == expected)
        let written = fake.lines.filter { $0.contains("\"write\"") }
        #expect(written.map { $0.suffix(after: "\"write\":\"") } == live.commands.map { $0.suffix(after: " ") })
        #expect(written.allSatisfy { $0.contains("\"how\":\"fd\"") })
    }

    /// Another program was writing there, and a position is sent only once.
    @Test func aFrameThatBlueZThrewAwayIsSentAgain() async throws {
        let (bus, fake) = try await bench()
        defer { fake.close() }
        try fake.write(line: "refuse AcquireWrite org.bluez.Error.NotSupported no")
        try fake.write(line: "refuse WriteValue org.bluez.Error.InProgress In_Progress 1")
        let drive = try TerminalDrive(["--plain"], environment: bus.environment)
        _ = try await drive.child.waitForLine {
            $0.contains("\"control\":\"joystick\"") && $0.contains("\"state\":\"open\"")
        }
        try await drive.press("l", untilLine: "\"zx\"")
        _ = try await fake.waitForLine(containing: "\"write\":\"523130303e\"")
        #expect(fake.lines.filter { $0.contains("\"WriteValue\"") }.count == 2)
    }

    @Test func whatIsMissingIsToldOnceHoweverOftenItIsTried() async throws {
        let bus = try ListeningSocket()
        let drive = try TerminalDrive(["--plain", "--wait"], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        for turn in 1...4 { try await waitUntil("try \(turn)") { bus.turnsAway() ? true : nil } }
        #expect(drive.child.lines.filter { $0.contains("\"event\":\"link\"") }.count == 1, "\(drive.child.lines)")
    }

    @Test func aLinkLostInTheMiddleIsHaltedWhenItIsBack() async throws {
        let (bus, fake) = try await bench()
        defer { fake.close() }
        let drive = try TerminalDrive(["--plain"], environment: bus.environment)
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        _ = try await drive.child.waitForLine(containing: "\"state\":\"open\"")
        try await drive.press("w", untilLine: "463e")
        try fake.write(line: "drop \(Self.shield)")
        _ = try await drive.child.waitForLine(containing: "\"state\":\"lost\"")
        _ = try await drive.child.waitForLine(containing: "\"reason\":\"link-back\"")
        _ = try await drive.child.waitForLine(containing: "533e")
        try await waitUntil("three zeros") {
            fake.lines.filter { $0.contains("\"write\":\"533e\"") }.count >= 3 ? true : nil
        }
        let writes = fake.lines.filter { $0.contains("\"write\"") }.map { $0.suffix(after: "\"write\":\"") }
        #expect(writes.suffix(3) == ["533e", "533e", "533e"])
        #expect(writes.filter { $0 == "463e" }.count == 1)
    }

    @Test func bluetoothdKilledAndBackIsDrivenAgain() async throws {
        let (bus, fake) = try await bench()
        let drive = try TerminalDrive(["--plain"], environment: bus.environment)
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        fake.send(signal: SIGKILL)
        _ = try await drive.child.waitForLine(containing: "\"state\":\"lost\"")
        fake.close()
        let second = try ChildProcess(BuiltProgram.path("waldo-fake-bluez"), environment: bus.environment)
        defer { second.close() }
        _ = try await second.waitForLine(containing: "ready")
        try second.write(line: "adapter hci0 00:11:22:33:44:55")
        try second.write(line: addShield)
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"", within: .seconds(20))
        _ = try await drive.child.waitForLine(containing: "\"state\":\"open\"")
        try await drive.press("s", untilLine: "423e")
        try await waitUntil("the frame") { second.lines.contains { $0.contains("\"write\":\"423e\"") } ? true : nil }
    }

    @Test func whatTheShieldSaysIsShown() async throws {
        let (bus, fake) = try await bench()
        defer { fake.close() }
        let drive = try TerminalDrive(["--plain"], environment: bus.environment)
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        try fake.write(line: "notify \(Self.shield) 713d0002-503e-4c75-ba94-3148f18d941e 0041ff")
        let line = try await drive.child.waitForLine(containing: "\"event\":\"notify\"")
        #expect(line.suffix(after: "\"bytes\":\"") == "0041ff")
    }

    /// Whatever bytes a shield sends are reported unchanged and have no other effect.
    @Test func anyBytesOfTheShieldAreShownAsTheyAre() async throws {
        let (bus, fake) = try await bench()
        defer { fake.close() }
        let drive = try TerminalDrive(["--plain"], environment: bus.environment)
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
            try fake.write(line: "notify \(Self.shield) 713d0002-503e-4c75-ba94-3148f18d941e \(sent.last!)")
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
        let (bus, fake) = try await bench()
        defer { fake.close() }
        let drive = try ChildProcess(
            BuiltProgram.path("waldo"), ["drive", "--plain", "--input", "panel", "--panel", "127.0.0.1:0"],
            environment: bus.environment)
        _ = try await drive.waitForLine(containing: "\"state\":\"connected\"")
        let before = try mostMemory(drive.pid)
        drive.send(signal: SIGSTOP)
        try fake.write(line: "flood \(Self.shield) 713d0002-503e-4c75-ba94-3148f18d941e 20000")
        _ = try await fake.waitForLine(containing: "{\"done\":\"flood")
        drive.send(signal: SIGCONT)
        _ = try await drive.waitForLine(containing: "\"bytes\":\"00004e1f\"", within: .seconds(60))
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
        let (bus, fake) = try await bench()
        defer { fake.close() }
        let drive = try TerminalDrive(["--plain"], environment: bus.environment)
        let pid = try await drive.pid()
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        var last = try switches(pid), since = ContinuousClock.now
        try await waitUntil("three seconds without a wake-up", within: .seconds(20), instead: { "\(threads(pid))" }) {
            let now = try switches(pid)
            if now != last { (last, since) = (now, .now) }
            return ContinuousClock.now - since > .seconds(3) ? true : nil
        }
        #expect(threads(pid).sorted() == ["waldo", "waldo-signals", "waldo-watchdog", "waldo-writer"])
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
