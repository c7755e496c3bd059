import ArgumentParser
import Glibc
import WaldoCore
import WaldoFiles
import WaldoTestSupport

/// Measures single parts.
struct Micro: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Single parts: a step of the state machine, files, starts, the way back after a loss.")

    @Option(help: "The waldo to be measured. Default: the one built together with the bench.")
    var waldo: String?

    func run() async throws {
        let programs = try await Programs(waldo: waldo, python: "python3")
        print("| part | figure |\n| --- | --: |")
        stateMachine()
        try await hand(programs)
        encode()
        try files()
        try await replay(programs.waldo)
        try await starts(programs.waldo)
        try await Reconnection(programs: programs).measure(row)
    }

    private func row(_ part: String, _ figure: String) { print("| \(part) | \(figure) |") }

    /// Nanoseconds per call: the best of five rounds, because disturbances only add time.
    private func best(of count: Int, _ body: () throws -> Void) rethrows -> Double {
        var best = Int64.max
        for _ in 0..<5 {
            let start = Clock.now()
            for _ in 0..<count { try body() }
            best = min(best, Clock.now() - start)
        }
        return Double(best) / Double(count)
    }

    private func stateMachine() {
        for (name, arm) in [("one frame a channel", Arm.rover), ("one frame for all", .combined)] {
            var stateMachine = RestlessStateMachine(arm)
            var commands = 0
            let turn = best(of: 100_000) { commands += stateMachine.turn() }
            row("state machine: a report and the command it makes, arm with \(name)", "\(text(turn, 0)) ns")
            precondition(commands > 100_000)
        }
    }

    private func hand(_ programs: Programs) async throws {
        let speed = try await HandSpeed(programs)
        row("a hand's step, six joints", "\(text(speed.waldo, 0)) ns")
        row("the same in C", "\(text(speed.c, 0)) ns")
    }

    private func encode() {
        let template = FrameTemplate([
            .byte(0xa5), .byte(1), .sequence, .number(.i8, of: nil),
            .checksum(.init(.crc8(poly: 7, initial: 0), from: 1)),
        ])
        var sum = 0, value: Int32 = 0
        let decimals = PerChannel(repeating: 0)
        let nanoseconds = best(of: 100_000) {
            value = (value + 1) % 100
            sum += template.rendered(PerChannel(repeating: value), own: .slider, decimals: decimals).count
        }
        precondition(sum > 0)
        row("encoding a frame of five bytes with CRC", "\(text(nanoseconds, 0)) ns")
        let shaping = Shaping(deadZone: 0.1, expo: 0.3)
        var shaped = 0.0
        let mapping = best(of: 100_000) { shaped += shaping.shaped(shaped.truncatingRemainder(dividingBy: 1)) + 0.001 }
        precondition(shaped > 0)
        row("mapping: an axis by dead zone and curve", "\(text(mapping, 0)) ns")
    }

    private func files() throws {
        let library = Library(directory: nil)
        row("loading a mapping", "\(text(try best(of: 20) { _ = try library.loadMapping("gamepad") } / 1_000, 0)) µs")
        row("loading an arm", "\(text(try best(of: 20) { _ = try library.loadArm("robot") } / 1_000, 0)) µs")
    }

    private func replay(_ waldo: String) async throws {
        let folder = try TemporaryFolder()
        let recording = "\(folder.path)/ten-minutes.jsonl"
        let steps = try await RecordingMaker.make([(recording, 600)])[0]
        let start = Clock.now()
        try await finished(waldo, ["replay", recording, "--verify"])
        let seconds = Double(Clock.now() - start) / 1e9
        row("replay --verify", "\(text(Double(steps) / seconds, 0)) steps/s")
    }

    private func starts(_ waldo: String) async throws {
        var toStart: [Double] = [], toCommand: [Double] = [], toScreen: [Double] = []
        for _ in 0..<10 {
            let start = Clock.now()
            let drive = try ChildProcess(waldo, ["drive", "--override", "--input", "demo", "--plain"])
            try await drive.waitForLine(containing: "\"start\"")
            toStart.append(Double(Clock.now() - start) / 1e6)
            try await drive.waitForLine(containing: "\"channel\"")
            toCommand.append(Double(Clock.now() - start) / 1e6)
            drive.close()
            toScreen.append(try await timeToScreen(waldo))
        }
        row("start to the first line", "\(text(Report.median(toStart), 1)) ms")
        row("start to the demo's first command, due after 0.5 s", "\(text(Report.median(toCommand), 1)) ms")
        row("start to the dashboard on a terminal", "\(text(Report.median(toScreen), 1)) ms")
    }

    /// Milliseconds from the start until 1,000 bytes are drawn, which is the first rows. `script` gives the drive a
    /// terminal of its own.
    private func timeToScreen(_ waldo: String) async throws -> Double {
        let start = Clock.now()
        let drawn = "script -qfec '\(waldo) drive --override --input demo' /dev/null | head -c 1000 | wc -c"
        let script = try ChildProcess("sh", ["-c", drawn], environment: ["TERM": "xterm"])
        defer { script.close() }
        try await script.waitForLine(containing: "1000")
        return Double(Clock.now() - start) / 1e6
    }
}

/// Runs a program to its end.
/// - Throws: `DidNotHappen` if it fails or does not end in time.
func finished(_ program: String, _ arguments: [String], within limit: Duration = .seconds(300)) async throws {
    let child = try ChildProcess(program, arguments)
    defer { child.close() }
    guard try await child.exitStatus(within: limit) == 0 else {
        throw DidNotHappen("\(program) \(arguments) failed: \(child.lines.prefix(3)) \(child.errorLines.suffix(3))")
    }
}
