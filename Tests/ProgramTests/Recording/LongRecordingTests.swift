import Glibc
import Testing
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

/// A recording of an operator at 1 kHz, of any length.
///
/// `WALDO_LONG_RECORDING=3600:FILE` makes one of an hour and leaves it in FILE, for timing `waldo replay FILE
/// --verify`.
@Suite(.onLoop, .serialized) struct LongRecordingTests {
    /// The operator's time in seconds, and where to keep the recording, if anywhere.
    static let wish: (seconds: Int, file: String?) = {
        guard let text = getenv("WALDO_LONG_RECORDING").map({ String(cString: $0) }),
            let colon = text.firstIndex(of: ":"), let seconds = Int(text[..<colon])
        else { return (30, nil) }
        return (seconds, String(text[text.index(after: colon)...]))
    }()

    @LoopActor
    private func record(to file: String) async throws {
        let drive = try ScriptedDrive(arm: "nordic-uart", mapping: "gamepad", to: file)
        drive.begin()
        for turn in 0..<Self.wish.seconds * 1_000 {
            let phase = Double(turn % 4_000) / 4_000
            if turn % 2 == 0 { drive.slide(phase < 0.9 ? 1 - 2 * phase : 0) } else { drive.stick(phase * 2 - 1, 0.3) }
            drive.wait(1)
            // Lets the writer's thread catch up: the script's clock is faster than real time.
            if turn % 20_000 == 0 { try await drive.flush() }
        }
        drive.slide(0)
        drive.stick(0, 0)
        drive.wait(2_000)
        try drive.end()
    }

    private func residentKilobytes() throws -> Int {
        let status = try readFile("/proc/self/status")
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(Int(line.filter(\.isNumber)))
    }

    @Test @LoopActor func itVerifiesInMemoryThatDoesNotGrow() async throws {
        let folder = try TemporaryFolder()
        let file = Self.wish.file ?? folder.path + "/long.jsonl"
        try await record(to: file)
        let reader = try RecordingReader(file)
        var verification = Verification(arm: reader.arm, mapping: reader.mapping, rules: reader.header.rules)
        var early: Int?
        while let line = try reader.next() {
            let difference = verification.compare(line)
            #expect(difference == nil, "line \(reader.line)")
            if difference != nil { return }
            if early == nil, verification.steps > 10_000 { early = try residentKilobytes() }
        }
        #expect(verification.steps > Self.wish.seconds * 2_000)
        let growth = try residentKilobytes() - (early ?? 0)
        #expect(growth < 2_048, "\(growth) KiB more after \(verification.steps) steps")
    }
}
