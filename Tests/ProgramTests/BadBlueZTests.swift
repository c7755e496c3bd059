import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// A BlueZ that misbehaves by a seed, against the built program.
///
/// Nothing ever moves without a hand, the link is back when the last fault has healed, and calls, lines, memory and
/// descriptors stay bounded. `WALDO_BAD_BLUEZ=SECONDS[:SEED]` goes on for so long, from this seed on; the seed of a
/// failure repeats it.
@Suite(.serialized) struct BadBlueZTests {
    private static let wish: (seconds: Int64, seed: UInt64) = {
        let words = getenv("WALDO_BAD_BLUEZ").map { String(cString: $0).split(separator: ":") } ?? []
        return (words.first.flatMap { Int64($0) } ?? 1, words.count > 1 ? UInt64(words[1]) ?? 1 : 1)
    }()

    @Test func itComesBackAndNeverMovesByItself() async throws {
        let end = Monotonic.now() + .seconds(Self.wish.seconds)
        var seed = Self.wish.seed, isFirst = true
        let stage = try await Stage()
        defer { stage.close() }
        while isFirst || Monotonic.now() < end {
            try await stage.spell(seed)
            isFirst = false
            seed += 1
        }
    }
}

/// The program, its shield, and what the two have said before the present spell.
private final class Stage {
    /// Faults that heal by themselves or by `heal`; a spell has half of them.
    private static let faults =
        [
            "drop ADDRESS", "forget ADDRESS", "hangup ADDRESS", "leave ADDRESS 2", "quiet ADDRESS", "speak ADDRESS",
            "power hci0 off", "power hci0 on", "unscan hci0", "connect ADDRESS", "acquire ADDRESS", "hold Connect",
            "hold StartDiscovery", "cut AcquireWrite", "rename ADDRESS BLE_Shield", "strength ADDRESS -99",
        ]
        + [
            "SetDiscoveryFilter org.bluez.Error.NotReady Resource_Not_Ready",
            "StartDiscovery org.bluez.Error.NotReady Resource_Not_Ready",
            "StartDiscovery org.bluez.Error.InProgress Operation_already_in_progress",
            "StopDiscovery org.bluez.Error.InProgress Operation_already_in_progress",
            "StopDiscovery org.bluez.Error.Failed No_discovery_started",
            "Connect org.bluez.Error.Failed le-connection-abort-by-local",
            "Connect org.bluez.Error.Failed br-connection-canceled",
            "Connect org.bluez.Error.InProgress In_Progress",
            "Connect org.bluez.Error.Failed Input/output_error",
            "AcquireWrite org.bluez.Error.Failed Not_connected",
            "AcquireWrite org.bluez.Error.NotPermitted Write_acquired",
            "StartNotify org.bluez.Error.Failed Failed_to_register_notify_session",
            "ReadValue org.bluez.Error.Failed Operation_failed_with_ATT_error:_0x0e",
            "GetManagedObjects org.freedesktop.DBus.Error.LimitsExceeded too_many",
        ].map { "refuse \($0)" }
    private static let methods = [
        "SetDiscoveryFilter", "StartDiscovery", "StopDiscovery", "Connect", "AcquireWrite", "StartNotify", "ReadValue",
        "GetManagedObjects",
    ]
    /// The longest wait that Waldo may be in when the last fault heals: a scan that heard nothing is begun again after
    /// 15 s, a call that was held back is given up after 20 s.
    private static let patience: Duration = .seconds(45)
    private static let motion: Set<String> = ["F>", "B>"]

    private let shield: FakeShield
    private let drive: TerminalDrive
    private var pid: pid_t = 0
    private var first: (memory: Int, descriptors: Int)?
    private var spells = 0

    init() async throws {
        shield = try await FakeShield()
        drive = try TerminalDrive(["--plain", "--wait"], environment: shield.bus.environment)
        pid = try await drive.pid()
        _ = try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
    }

    func close() { shield.close() }

    /// Misbehaves for a while, heals all, and drives.
    func spell(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed)
        let lines = drive.child.lines.count, frames = shield.arrivals.count, begin = Monotonic.now()
        let chosen = Array(Self.faults.shuffled(using: &random).prefix(Self.faults.count / 2))
        for _ in 0..<Int.random(in: 8...16, using: &random) {
            let fault = chosen.randomElement(using: &random) ?? "drop ADDRESS"
            let times = fault.hasPrefix("refuse") ? " \(Int.random(in: 1...6, using: &random))" : ""
            // What is not possible at this moment is an error of the script alone.
            try shield.fake.write(line: (fault + times).replacing("ADDRESS", with: shield.address))
            if Int.random(in: 0..<12, using: &random) == 0 { try await shield.restartBlueZ() }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...700, using: &random)))
        }
        let moved = shield.arrivals.dropFirst(frames).filter { Self.motion.contains($0.text) }
        #expect(moved.isEmpty, "seed \(seed): motion without a hand")
        try await heal()
        try await expectDrive(seed, excused: 1)
        expectBounds(seed, lines: drive.child.lines.count - lines, since: begin)
    }

    private func heal() async throws {
        for method in Self.methods { try await shield.report("heal \(method)") }
        try await shield.report("leave ADDRESS 0")
        try await shield.report("power hci0 on")
        // Another program that has connected, or has the socket, ends.
        try await shield.report("drop ADDRESS")
        try await shield.report("speak ADDRESS")
    }

    /// Waits until the last state of the link is up and its controls are open.
    /// - Returns: how often the link had been lost then.
    private func comeBack(_ seed: UInt64) async throws -> Int {
        let history = { "seed \(seed)\n" + self.drive.child.lines.suffix(30).joined(separator: "\n") }
        return try await waitUntil("the link to be back", within: Self.patience, instead: history) { () -> Int? in
            let lines = drive.child.lines
            let states = lines.filter { $0.hasPrefix("{\"event\":\"link\"") }
            let gates = lines.filter { $0.contains("\"control\":\"slider\"") }
            let isOpen = gates.last?.contains("\"state\":\"open\"") == true
            return states.last?.contains("\"state\":\"connected\"") == true && isOpen ? Self.losses(lines) : nil
        }
    }

    /// The link comes back, a key moves the arm, and it stops again. The drop that heals may be noticed only when the
    /// link counts as back: one loss is excused.
    private func expectDrive(_ seed: UInt64, excused: Int) async throws {
        let losses = try await comeBack(seed), frames = shield.arrivals.count
        try drive.child.write(Array("w".utf8))
        let history = { "seed \(seed)\n" + self.drive.child.lines.suffix(30).joined(separator: "\n") }
        let isLost = try await waitUntil("the motion and its stop", within: .seconds(10), instead: history) {
            () -> Bool? in
            let texts = shield.arrivals.dropFirst(frames).map(\.text)
            if texts.contains("F>"), texts.count(where: { $0 == "S>" }) >= 3 { return false }
            return excused > 0 && Self.losses(drive.child.lines) > losses ? true : nil
        }
        if isLost { try await expectDrive(seed, excused: excused - 1) }
    }

    private static func losses(_ lines: [String]) -> Int { lines.count { $0.contains("\"state\":\"lost\"") } }

    private func expectBounds(_ seed: UInt64, lines: Int, since begin: Instant) {
        let seconds = Int((Monotonic.now() - begin) / .seconds(1)) + 1
        #expect(lines < 200 + 40 * seconds, "seed \(seed): \(lines) lines in \(seconds) s")
        let calls = shield.fake.lines.count { $0.hasPrefix("{\"call\"") }
        #expect(calls < 300 + 40 * seconds, "seed \(seed): \(calls) calls in \(seconds) s")
        spells += 1
        guard let now = resources() else { return }
        if spells == 3 { first = now }
        guard let first else { return }
        #expect(now.memory - first.memory < 4_096, "seed \(seed): \(now.memory - first.memory) KiB more")
        #expect(now.descriptors <= first.descriptors + 4, "seed \(seed): \(now.descriptors) descriptors")
    }

    private func resources() -> (memory: Int, descriptors: Int)? {
        guard let status = try? readFile("/proc/\(pid)/status"),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let memory = Int(line.filter(\.isNumber)), let folder = opendir("/proc/\(pid)/fd")
        else { return nil }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return (memory, count)
    }
}
