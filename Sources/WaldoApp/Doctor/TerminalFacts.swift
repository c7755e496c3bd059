import Glibc
import WaldoLoop
package import WaldoTerminal
import WaldoTime

/// The terminal: whether there is one, and what it can do.
package struct TerminalFacts: Equatable, Sendable {
    /// Why none can be used; nil: one can.
    package var failure: TerminalError?
    /// Its size.
    package var size: TerminalSize
    /// What it can show.
    package var style: TerminalStyle
    /// How the release of a key is noticed.
    package var releases: Terminal.Releases
    /// How long tmux holds Escape back, in milliseconds, in case a sequence follows; nil: not known, or no tmux.
    package var escapeTime: Int?

    /// The least size of a whole dashboard.
    private static let whole = TerminalSize(columns: 80, rows: 24)
    /// How long a terminal has for its answer, which every one but a dumb one gives.
    private static let patience: TimeSpan = .milliseconds(500)
    /// As long as Waldo itself waits, in milliseconds.
    private static let longestEscapeTime = 50

    /// Facts with these values.
    package init(
        failure: TerminalError? = nil, size: TerminalSize = .usual, style: TerminalStyle,
        releases: Terminal.Releases = .unknown, escapeTime: Int? = nil
    ) {
        self.failure = failure
        self.size = size
        self.style = style
        self.releases = releases
        self.escapeTime = escapeTime
    }

    /// Takes the terminal for a moment and asks it; its contents stay. Where the output goes elsewhere, a pager may
    /// have the terminal, and it is not asked.
    @LoopActor
    static func gather() async -> TerminalFacts {
        var facts = TerminalFacts(style: .ofEnvironment())
        guard isatty(STDOUT_FILENO) != 0 else {
            facts.gatherFromOutside()
            return facts
        }
        do throws(TerminalError) {
            let terminal = try Terminal(fillsScreen: false)
            defer { terminal.close() }
            Signals.setLastResort { terminal.restore() }
            let end = Monotonic.now() + patience
            while terminal.releases == .unknown, Monotonic.now() < end {
                guard (try? await Loop.sleep(for: .milliseconds(10))) != nil else { break }
            }
            (facts.size, facts.releases) = (terminal.size, terminal.releases)
        } catch { facts.failure = error }
        if getenv("TMUX") != nil { facts.escapeTime = await askTmux(until: Monotonic.now() + patience) }
        return facts
    }

    @LoopActor
    private static func askTmux(until end: Instant) async -> Int? {
        var answer: Int?, hasEnded = false
        let child = try? LineChild(
            "tmux", ["show-options", "-sv", "escape-time"],
            .init(line: { answer = Int(String(decoding: $0, as: UTF8.self)) }, ended: { _ in hasEnded = true }))
        guard let child else { return nil }
        while !hasEnded, Monotonic.now() < end {
            guard (try? await Loop.sleep(for: .milliseconds(10))) != nil else { break }
        }
        withExtendedLifetime(child) {}
        return answer
    }

    private mutating func gatherFromOutside() {
        let path = "/dev/tty", number = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { return failure = .unavailable(path: path, code: errno) }
        let terminal = OwnedDescriptor(owning: number)
        var size = winsize()
        guard ioctl(terminal.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return }
        self.size = TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// The findings.
    package var findings: [Finding] {
        if let failure { return [.warning(.terminal, failure.description)] }
        guard style.emphasis != .none else {
            return [
                .warning(.terminal, "TERM says that it knows no escape sequences, so there is no dashboard: set TERM")
            ]
        }
        var findings: [Finding] = []
        if size.columns < Self.whole.columns || size.rows < Self.whole.rows {
            findings.append(
                .warning(.terminal, "\(shown): the dashboard is a few rows of text; make it 80 x 24 or larger"))
        }
        if !style.isUnicode {
            findings.append(
                .warning(
                    .terminal,
                    "the locale is not UTF-8, so the dashboard is drawn with ASCII: set one (export LANG=C.UTF-8)",
                    fix: "export LANG=C.UTF-8"))
        }
        if let escapeTime, escapeTime > Self.longestEscapeTime {
            findings.append(
                .warning(
                    .terminal,
                    "tmux holds Escape back for \(escapeTime) ms, and Space stops at once: shorten it by "
                        + "tmux set -s escape-time 10", fix: "tmux set -s escape-time 10"))
        }
        findings.append(.ok(.terminal, "\(shown), \(keys)"))
        return findings
    }

    private var shown: String { "\(size.columns) x \(size.rows)" }

    private var keys: String {
        switch releases {
        case .reported: "it reports when a key is released (kitty keyboard protocol)"
        case .guessed:
            "it does not report when a key is released (no kitty keyboard protocol): the first press of a key is a nudge"
        case .unknown: "whether it reports when a key is released is not known"
        }
    }
}
