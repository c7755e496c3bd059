import Glibc
import WaldoTestSupport

/// The built program in a pseudo-terminal (from script(1)), with its keys typed by the test.
final class TerminalDrive {
    /// An arm with the original's frames.
    private static func arm(_ heartbeat: String) -> String {
        """
        name: test arm
        link:
          service: 713d0000-503e-4c75-ba94-3148f18d941e
          write: 713d0003-503e-4c75-ba94-3148f18d941e
          notify: 713d0002-503e-4c75-ba94-3148f18d941e
        pacing: { interval: 20 ms, zero repeats: 3 }
        channels:
          slider:
            { mode: velocity, range: [-6, 6], heartbeat: \(heartbeat), frames: { negative: "B>", zero: "S>", positive: "F>" } }
          zx: { mode: position, range: [-100, 100], send: release, frames: { negative: "L{value}>", positive: "R{value}>" } }
          zy: { mode: position, range: [-100, 100], send: release, frames: { negative: "D{value}>", positive: "U{value}>" } }
        """
    }

    private static let mapping = """
        name: held keys
        match: { kind: keyboard }
        slider: { forward: KEY_W, backward: KEY_S }
        joystick: { up: KEY_I, down: KEY_K, left: KEY_J, right: KEY_L, behaviour: hold }
        keys: { stop: [KEY_SPACE], resume: KEY_ENTER }
        """

    let child: ChildProcess
    private let folder: TemporaryFolder

    /// - Parameter heartbeat: by default longer than a test, so that only keys decide what is sent.
    init(_ arguments: [String], heartbeat: String = "60 s", environment: [String: String?] = [:]) throws {
        folder = try TemporaryFolder()
        let arm = try folder.write(Self.arm(heartbeat), to: "arm.yaml"),
            mapping = try folder.write(Self.mapping, to: "keys.yaml")
        let words = [
            try BuiltProgram.path("waldo"), "drive", "--input", "terminal", "--arm", arm, "--mapping", mapping,
        ]
        child = try ChildProcess(
            "script", ["-qefc", (["exec"] + words + arguments).joined(separator: " "), "/dev/null"],
            environment: environment.merging(["TERM": "xterm", "SSH_CONNECTION": nil]) { $1 })
    }

    deinit { child.close() }

    /// Presses a key, and waits for a line that contains the text: a zero after the release, or a position.
    func press(_ key: String, untilLine text: String) async throws {
        try child.write(Array(key.utf8))
        _ = try await child.waitForLine(containing: text)
    }

    /// Waits until this many zero frames of the slider have been sent.
    func sent(zeros: Int) async throws {
        let count = { self.commands.count { $0 == "slider 533e" } }
        try await waitUntil("\(zeros) zeros of the slider", instead: { "\(self.commands)" }) {
            count() == zeros ? true : nil
        }
    }

    /// Channel and bytes of every command so far.
    var commands: [String] {
        child.lines.compactMap { line in
            guard line.contains("\"bytes\""), let channel = line.firstRange(of: "\"channel\":\"") else { return nil }
            return String(line[channel.upperBound...].prefix { $0 != "\"" }) + " " + line.suffix(after: "\"bytes\":\"")
        }
    }

    /// The program's process ID, from its first line.
    func pid() async throws -> pid_t {
        let line = try await child.waitForLine(containing: "\"event\":\"start\"")
        guard let pid = pid_t(line.suffix(after: "\"pid\":").prefix { $0.isNumber }) else { throw DidNotHappen(line) }
        return pid
    }
}

extension String {
    /// What follows a mark, up to the next quote or brace.
    func suffix(after mark: String) -> String {
        guard let range = firstRange(of: mark) else { return "" }
        return String(self[range.upperBound...].prefix { $0 != "\"" && $0 != "}" })
    }
}
