import Glibc
import WaldoTestSupport

/// A terminal provided by tmux(1): a test types into it, reads its screen and resizes it, as an operator would.
final class TmuxPane {
    private let folder: TemporaryFolder
    private var socket: String { folder.path + "/tmux" }

    /// Opens a pane of this size in which a shell runs a script; in the script `$WALDO` is the built program.
    init(
        _ script: String, columns: Int = 80, rows: Int = 24, term: String = "screen",
        environment: [String: String] = [:]
    ) async throws {
        folder = try TemporaryFolder()
        var words = ["env", "-u", "NO_COLOR", "-u", "SSH_CONNECTION", "-u", "LC_ALL", "LANG=C.UTF-8", "TERM=\(term)"]
        words += ["WALDO=\(try BuiltProgram.path("waldo"))", "OUT=\(folder.path)"]
        words += environment.map { "\($0.key)=\($0.value)" } + ["bash", "--norc", "-c", script]
        let command = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
        try await tmux("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", command)
    }

    /// Stops the server, so that a test that fails leaves none behind.
    deinit {
        guard let child = try? ChildProcess("tmux", ["-S", socket, "kill-server"]) else { return }
        while child.exitNow == nil { usleep(1_000) }
    }

    /// Ends what runs in the pane.
    func close() async throws { try await tmux("kill-server") }

    @discardableResult
    private func tmux(_ arguments: String...) async throws -> [String] {
        let child = try ChildProcess("tmux", ["-u", "-f", "/dev/null", "-S", socket] + arguments)
        defer { child.close() }
        guard try await child.exitStatus() == 0 else { throw DidNotHappen("tmux \(arguments): \(child.errorLines)") }
        return child.lines
    }

    /// Sends keys, by tmux's names for them.
    func type(_ keys: String...) async throws { for key in keys { try await tmux("send-keys", key) } }

    /// Resizes the window.
    func resize(columns: Int, rows: Int) async throws {
        try await tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// The rows of the screen.
    var rows: [String] { get async throws { try await tmux("capture-pane", "-p") } }

    /// The screen as one text with its escape sequences.
    var inked: String { get async throws { try await tmux("capture-pane", "-p", "-e").joined(separator: "\n") } }

    /// The value of one of tmux's format variables.
    func value(_ name: String) async throws -> String {
        try await tmux("display-message", "-p", "#{\(name)}").joined()
    }

    /// Waits until the screen shows a text; meanwhile a key may be held, by its repeats.
    func waitFor(_ text: String, holding key: String? = nil) async throws {
        try await waitFor("“\(text)” on the screen", holding: key) { $0.contains(text) }
    }

    /// Waits until a row of the screen meets a condition.
    func waitFor(_ what: String, holding key: String? = nil, _ isShown: (String) -> Bool) async throws {
        try await waitForRows(what, holding: key) { $0.contains(where: isShown) }
    }

    /// Waits until the rows of the screen meet a condition: a screen is drawn from the top, and a look may fall in
    /// between.
    func waitForRows(_ what: String, holding key: String? = nil, _ isShown: ([String]) -> Bool) async throws {
        // A keyboard repeats a key whether or not anybody looks at the screen.
        let repeats = try key.map {
            try ChildProcess("bash", ["-c", "while tmux -S \(socket) send-keys \($0); do sleep 0.03; done"])
        }
        defer { repeats?.close() }
        var last: [String] = []
        try await waitUntil(what, instead: { last.joined(separator: "\n") }) {
            last = try await rows
            return isShown(last) ? true : nil
        }
    }

    /// The contents of a file that the script wrote.
    func file(_ name: String) throws -> String { try folder.read(name) }
}
