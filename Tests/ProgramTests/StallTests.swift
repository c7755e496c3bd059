import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// The built program with a link that stalls without being lost while a control is held.
@Suite(.serialized) struct StallTests {
    private static let forward = "463e", zero = "533e"
    private static let window = 4

    /// A drive whose shield has something to read, and whose controls are live.
    private struct Stand {
        let shield: FakeShield
        let drive: TerminalDrive

        init() async throws {
            shield = try await FakeShield("info=2a27:read", offering: .original)
            drive = try TerminalDrive(
                ["--plain", "--shield", shield.address], heartbeat: "40 ms", environment: shield.bus.environment)
            let connected = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
            #expect(!connected.contains("cannot be confirmed"))
            _ = try await drive.child.waitForLine { $0.contains("slider") && $0.contains("\"state\":\"open\"") }
        }

        /// Holds a key, by sending its repeats, until a condition is met.
        func hold(_ key: String, until what: String, _ isSeen: () throws -> Bool) async throws {
            var keyboard = KeyRepeat()
            try await waitUntil(what, instead: { "\(drive.child.lines)" }) {
                if keyboard.strikes() { try drive.child.write(Array(key.utf8)) }
                return try isSeen() ? true : nil
            }
        }

        /// Waits until the slider's gate is open again; nothing may be held.
        func sliderOpens() async throws {
            try await waitUntil("a live slider", instead: { "\(drive.child.lines)" }) {
                let gates = drive.child.lines.filter { $0.contains("\"control\":\"slider\"") }
                return gates.last?.contains("\"state\":\"open\"") == true ? true : nil
            }
        }

        /// How often the drive has sent this frame for the slider.
        func count(_ frame: String) -> Int { drive.commands.filter { $0 == "slider \(frame)" }.count }

        /// The frames that the shield received, in order.
        var writes: [String] {
            shield.fake.lines.filter { $0.contains("\"write\"") }.map { $0.suffix(after: "\"write\":\"") }
        }

        /// Every state of the link that was reported.
        var links: [String] {
            drive.child.lines.filter { $0.contains("\"event\":\"link\"") }.map { $0.suffix(after: "\"state\":\"") }
        }

        func close() { shield.close() }
    }

    @Test func bluetoothdHangsInAHeldSliderAndNothingStaleMovesTheArm() async throws {
        let stand = try await Stand()
        defer { stand.close() }
        try await stand.hold("w", until: "heartbeats") { stand.count(Self.forward) >= 3 }
        stand.shield.fake.send(signal: SIGSTOP)
        let before = stand.writes.count
        try await stand.hold("w", until: "the stall") { stand.links.last == "stalled" }
        let held = stand.count(Self.forward), since = Monotonic.now()
        try await stand.hold("w", until: "it is held on") { Monotonic.now() - since > .milliseconds(500) }
        try await waitUntil("the zeros of letting go") { stand.count(Self.zero) == 3 ? true : nil }
        #expect(stand.count(Self.forward) == held)

        stand.shield.fake.send(signal: SIGCONT)
        try await waitUntil("flowing") { stand.links.last == "connected" ? true : nil }
        try await waitUntil("all of it") { stand.writes.count == stand.drive.commands.count ? true : nil }
        let late = Array(stand.writes[before...])
        let stale = late.filter { $0 == Self.forward }.count
        #expect(stale <= Self.window)
        #expect(late == Array(repeating: Self.forward, count: stale) + [Self.zero, Self.zero, Self.zero])

        try await stand.sliderOpens()
        try await stand.hold("w", until: "motion again") { stand.count(Self.forward) > held }
    }

    @Test func aShieldThatConfirmsNothingHaltsAndWhatIsHeldOnMovesNothing() async throws {
        let stand = try await Stand()
        defer { stand.close() }
        try stand.shield.fake.write(line: "hold ReadValue")
        _ = try await stand.shield.fake.waitForLine(containing: "{\"done\":\"hold ReadValue\"}")
        try await stand.hold("w", until: "the stall") { stand.links.last == "stalled" }
        // The gates say before it that they are closed.
        let links = stand.drive.child.lines.filter { $0.contains("\"event\":\"link\"") }
        let stalled = try #require(links.first { $0.contains("\"state\":\"stalled\"") })
        #expect(stalled.contains("bring the shield nearer"))
        #expect(stand.count(Self.forward) <= Self.window)
        // Of a halt and of a release that came before it: the last of them is followed by none within an interval.
        var sent = (count: 0, since: Monotonic.now())
        try await waitUntil("the zeros of letting go") {
            let commands = stand.drive.commands.count
            if commands != sent.count { sent = (commands, Monotonic.now()) }
            let isPrinted = commands == stand.writes.count, isQuiet = Monotonic.now() - sent.since > .milliseconds(300)
            return isPrinted && isQuiet && stand.writes.suffix(3) == [Self.zero, Self.zero, Self.zero] ? true : nil
        }

        // The other direction, held until the link flows again and for longer.
        let before = stand.drive.commands.count
        let since = Monotonic.now()
        try await stand.hold("s", until: "it is held on") { Monotonic.now() - since > .milliseconds(500) }
        try stand.shield.fake.write(line: "heal ReadValue")
        try await stand.hold("s", until: "the link flows") { stand.links.last == "connected" }
        let flowing = Monotonic.now()
        try await stand.hold("s", until: "it is held still") { Monotonic.now() - flowing > .milliseconds(500) }
        #expect(stand.drive.commands.count == before)
        #expect(stand.links.suffix(3) == ["connected", "stalled", "connected"])
        try await stand.sliderOpens()
        try await stand.hold("s", until: "motion") { stand.drive.commands.count > before }
        #expect(stand.drive.commands[before] == "slider 423e")
    }

    @Test func withNothingToReadTheConnectionReportsSo() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        let drive = try TerminalDrive(["--plain", "--shield", shield.address], environment: shield.bus.environment)
        let connected = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        #expect(connected.contains("writes cannot be confirmed"))
    }
}
