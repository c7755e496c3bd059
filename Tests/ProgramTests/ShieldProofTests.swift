import Glibc
import Testing
import WaldoCore
import WaldoLoop
import WaldoTestSupport
import WaldoTime

/// `waldo prove --shield` and `--port`: the built program measures a link to a simulated board with the echo sketch.
@Suite(.serialized) struct ShieldProofTests {
    private static var milliseconds: Int64 { Monotonic.now().microseconds / 1_000 }

    private static func waldo(_ arguments: [String], _ environment: [String: String?] = [:]) throws -> ChildProcess {
        try ChildProcess(BuiltProgram.path("waldo"), ["prove"] + arguments, environment: environment)
    }

    /// Reads what has arrived at a port, and answers it.
    private func serve(_ port: Pty, by board: (inout EchoBoard, [UInt8]) -> [[UInt8]], _ state: inout EchoBoard) {
        var buffer = [UInt8](repeating: 0, count: 4096), bytes: [UInt8] = []
        while case let count = read(port.master, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        let answer = board(&state, bytes).flatMap(\.self)
        if !answer.isEmpty { _ = write(port.master, answer, answer.count) }
    }

    /// Measures a board at a port to the end.
    private func measure(
        _ options: [String] = [], by board: (inout EchoBoard, [UInt8]) -> [[UInt8]]
    ) async throws -> (status: CInt, child: ChildProcess) {
        let port = try Pty(), child = try Self.waldo(["--port", port.path, "--minutes", "0.05"] + options)
        var state = EchoBoard()
        try await waitUntil("the end of the measurement", within: .seconds(90)) {
            serve(port, by: board, &state)
            return child.exitNow
        }
        return (try await child.exitStatus(), child)
    }

    private static func echo(_ board: inout EchoBoard, _ bytes: [UInt8]) -> [[UInt8]] {
        board.receive(bytes, at: milliseconds)
    }

    @Test func aBoardAtAPortIsMeasuredAndTheReportIsWritten() async throws {
        let folder = try TemporaryFolder()
        let (status, child) = try await measure(["--to", folder.path + "/report.txt"], by: Self.echo)
        defer { child.close() }
        #expect(status == 0 && child.lines.isEmpty, "\(child.errorLines)")
        let report = try folder.read("report.txt")
        #expect(report.contains("a serial port at 115200 baud"))
        #expect(report.contains("Watchdog, by the board's clock: 300.0, 300.0, 300.0, 300.0, 300.0 ms"), "\(report)")
        #expect(report.split(separator: "\n").count { $0.hasSuffix("  holds") } == 3, "\(report)")
        // Nothing that says who measured, and where.
        #expect(!report.contains("/dev/") && !report.contains("incomplete"))
    }

    @Test func aWatchdogThatDoesNotStopFails() async throws {
        let (status, child) = try await measure(["--json"]) { board, bytes in
            board.receive(bytes, at: Self.milliseconds).filter { $0[4] < 2 }
        }
        defer { child.close() }
        #expect(status == 1)
        let line = try #require(child.lines.first)
        #expect(line.contains("\"watchdog\":[null,null,null,null,null]") && line.contains("\"watchdog\":false"))
        #expect(line.contains("\"loss\":true") && line.contains("\"ending\":\"whole\""), "\(line)")
    }

    /// A board that sends everything back does not have the echo sketch, and gets no velocity.
    @Test func aStrangerIsNamedWithTheRemedy() async throws {
        var heard: [UInt8] = []
        let (status, child) = try await measure { _, bytes in
            heard += bytes
            return [bytes]
        }
        defer { child.close() }
        #expect(status == 69 && child.lines.isEmpty)
        #expect(child.errorLines.contains { $0.contains("flash Sources/Firmware/Echo") }, "\(child.errorLines)")
        #expect(heard.count >= 10 && heard.count % 5 == 0)
        #expect(stride(from: 3, to: heard.count, by: 5).allSatisfy { heard[$0] == 0 })
    }

    @Test func optionsThatExcludeEachOtherAreRefused() async throws {
        for arguments in [
            "", "robot --shield", "--port /dev/null --shield", "--shield --mapping demo", "--shield --hours 2",
            "--port /dev/null --seed 2", "--shield --baud 9600", "--port /dev/null --adapter hci0", "robot --minutes 1",
            "robot --to report.txt", "robot --drive 3 --hours 1", "robot --drive 3 --seed 1",
        ] {
            let child = try Self.waldo(arguments.split(separator: " ").map(String.init))
            defer { child.close() }
            #expect(try await child.exitStatus() == 64, "\(arguments)")
        }
        let other = try Self.waldo(["--shield", "--arm", "robot"])
        defer { other.close() }
        #expect(try await other.exitStatus() == 64)
        #expect(other.errorLines.contains { $0.contains("choose --arm nordic-uart or hm10") }, "\(other.errorLines)")
    }

    /// Over Bluetooth, ended by Ctrl-C after a reconnect: what was measured until then is reported.
    @Test func aShieldIsMeasuredUntilCtrlC() async throws {
        let uart = (1...3).map { "6e40000\($0)-b5a3-f393-e0a9-e50e24dcca9e" }, address = FakeShield.newAddress()
        let bus = try await PrivateBus()
        let fake = try ChildProcess(BuiltProgram.path("waldo-fake-bluez"), environment: bus.environment)
        defer { fake.close() }
        try await fake.waitForLine(containing: "ready")
        try fake.write(line: "adapter hci0 00:11:22:33:44:55")
        try fake.write(
            line: "device hci0 \(address) name=Echo service=\(uart[0]) char=\(uart[1]):write-without-response "
                + "char=\(uart[2]):notify info=2a27:read")
        let child = try Self.waldo(["--shield", "Echo", "--minutes", "0.05"], bus.environment)
        defer { child.close() }
        var board = EchoBoard(), read = 0, connections = 0
        try await waitUntil("a third connection", within: .seconds(60), instead: { "\(child.errorLines)" }) {
            let new = fake.lines.dropFirst(read)
            read += new.count
            connections += new.count { $0.contains("\"event\":\"connected\"") }
            let writes = new.filter { $0.hasPrefix("{\"write\"") }.map { $0.value(of: "write") }
            let bytes = writes.flatMap { HexText.bytes(of: $0) ?? [] }
            for message in board.receive(bytes, at: Self.milliseconds) {
                try fake.write(line: "notify \(address) \(uart[2]) \(HexText.text(of: message))")
            }
            return connections >= 3 ? true : nil
        }
        child.send(signal: SIGINT)
        #expect(try await child.exitStatus() == 128 + SIGINT)
        let report = child.lines
        #expect(report.first == "A link measured by waldo prove --shield, incomplete", "\(child.errorLines)")
        #expect(report.contains { $0.hasPrefix("bluez") && $0.hasSuffix("5.66") })
        #expect(report.contains { $0.hasPrefix("link") && $0.hasSuffix("Bluetooth LE, acquired, MTU 23, confirmed") })
        #expect(report.contains { $0.hasPrefix("Reconnects, until the first answer: ") && $0.hasSuffix(" ms") })
        #expect(!report.contains { $0.contains(address) || $0.contains("Echo") })
    }
}
