import Glibc
import WaldoCore
public import WaldoLoop
import WaldoTime

/// The terminal in which Waldo was started: keys come in, rows and lines go out.
///
/// Nothing here blocks: output that the terminal does not accept at once is queued, and of the screen only the newest
/// state is kept. The terminal is opened through /dev/tty, so standard input and output can be redirected.
@LoopActor
public final class Terminal {
    /// How key releases are detected.
    public enum Releases: Sendable {
        /// The terminal has not answered yet; until then as `guessed`.
        case unknown
        /// By the time since the key's last byte (see `KeyDecoder`).
        case guessed
        /// The terminal reports them (the kitty keyboard protocol).
        case reported
    }

    /// `CSI ? u` queries the kitty protocol's flags, `CSI c` the device attributes, which every terminal answers.
    private static let query = "\u{1B}[?u\u{1B}[c"
    /// Kitty flags 15: event types, base layout keys, all keys as sequences. Then focus reports, because a release in
    /// another window is not reported, and a query of the flags that are in force.
    static let switchOn = "\u{1B}[>15u\u{1B}[?1004h\u{1B}[?u"
    static let switchOff = "\u{1B}[?1004l\u{1B}[<u"
    /// Bracketed paste: pasted text must be recognisable, because no operator typed it.
    private static let markPastes = "\u{1B}[?2004h", markNoPastes = "\u{1B}[?2004l"
    private static let bufferSize = 1024

    /// What the terminal can show.
    public let style: TerminalStyle
    /// The terminal's size.
    public private(set) var size: TerminalSize
    /// How key releases are detected.
    public internal(set) var releases = Releases.unknown

    /// The keys that stop, which are passed on at once, however fast they come: KEY_ESC and KEY_SPACE, unless the
    /// terminal's keys are the input.
    public var stopKeys = KeyCode.stops

    /// What is printed on keys whose place has another letter on a US keyboard, as far as they were pressed.
    public var keyLabels: [UInt16: String] { decoder.labels }

    /// Gets the keys, and the loss.
    public weak var delegate: (any TerminalDelegate)?
    /// What is laid out again for another size; nil: nothing is.
    weak var dashboard: DashboardScreen?

    nonisolated let mode: TerminalMode
    var timer: LoopTimer?
    var watch: FileWatch?
    var decoder = KeyDecoder()
    var guarding = TypingGuard()
    var decoded: [KeyDecoder.Output] = []
    var input = [UInt8](repeating: 0, count: bufferSize)
    var screen: Screen
    var output: [UInt8] = []
    var written = 0
    var hasSwitchedOn = false
    private let fillsScreen: Bool
    var hasPainted = false

    /// Opens a terminal and takes it over; `close` restores it.
    /// - Parameters:
    ///   - path: the terminal's device.
    ///   - style: what the terminal can show.
    ///   - fillsScreen: whether rows will be shown on the alternate screen; otherwise only keys are read.
    ///   - delegate: who uses it.
    /// - Throws: `TerminalError`: `unavailable`, `unusable`, `unwatchable` or `notReserved` if it cannot be opened or
    ///   set up, `inBackground`, or `inUse` if another Waldo owns it.
    public init(
        path: String = "/dev/tty", style: TerminalStyle = .ofEnvironment(), fillsScreen: Bool = true,
        delegate: (any TerminalDelegate)? = nil
    ) throws(TerminalError) {
        self.fillsScreen = fillsScreen
        mode = try TerminalMode(path: path)
        self.style = style
        self.delegate = delegate
        screen = Screen(style: style)
        size = mode.size ?? .usual
        try mode.enter()
        do throws(SystemFailure) {
            watch = try FileWatch(mode.descriptor, for: .readable, priority: .input, of: self) { $0.serve($1) }
        } catch {
            mode.restore()
            throw .unwatchable(path: path, code: error.code)
        }
        timer = LoopTimer(of: self) { $0.advance($1) }
        begin()
    }

    // MARK: restoring and taking over again

    /// Restores the terminal as it was found, at once. May be called from any thread, any number of times; `again`
    /// takes the terminal over again.
    public nonisolated func restore() { mode.restore() }

    /// Takes the terminal over again after SIGCONT. Keys that were down come up. Does nothing while Waldo has the
    /// terminal.
    /// - Throws: `TerminalError`: `inBackground` if the shell has not given the terminal back (`bg`), which a later
    ///   SIGCONT may change; otherwise as `init`.
    public func again() throws(TerminalError) {
        guard watch != nil, !mode.isOn else { return }
        try mode.enter()
        let now = Monotonic.now()
        guarding.reset { key($0, $1, at: now) }
        decoder.reset { decoded.append($0) }
        report(at: now)
        output.removeAll(keepingCapacity: true)
        (written, hasSwitchedOn, hasPainted, releases) = (0, false, false, .unknown)
        screen.forget()
        size = mode.size ?? .usual
        watch?.wait(for: .readable)
        begin()
        dashboard?.resized()
    }

    /// Writes what the terminal still accepts at once, restores it, and ends. The delegate hears no more.
    public func close() {
        flush()
        mode.restore()
        end()
    }

    /// Reads the terminal's size again, after SIGWINCH.
    public func resized() {
        size = mode.size ?? .usual
        dashboard?.resized()
    }

    private func begin() {
        // A dumb terminal would not answer, and might display the query.
        guard style.emphasis != .none else { return releases = .guessed }
        // The alternate screen comes first: each screen has kitty protocol flags of its own.
        if fillsScreen { switchOn(Screen.enter, undo: Screen.leave) }
        switchOn(Self.markPastes, undo: Self.markNoPastes)
        send(Self.query)
    }

    private func end() {
        watch?.cancel()
        watch = nil
        timer?.cancel()
    }

    func lose(_ reason: TerminalError) {
        guard watch != nil else { return }
        end()
        mode.abandon()
        delegate?.terminalIsLost(reason)
    }
}
