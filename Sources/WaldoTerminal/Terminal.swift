internal import Glibc
internal import WaldoCore
public import WaldoLoop
internal import WaldoTime

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
    private static let switchOn = "\u{1B}[>15u\u{1B}[?1004h\u{1B}[?u"
    private static let switchOff = "\u{1B}[?1004l\u{1B}[<u"
    /// Bracketed paste: pasted text must be recognisable, because no operator typed it.
    private static let markPastes = "\u{1B}[?2004h", markNoPastes = "\u{1B}[?2004l"
    private static let bufferSize = 1024

    /// What the terminal can show.
    public let style: TerminalStyle
    /// The terminal's size.
    public private(set) var size: TerminalSize
    /// How key releases are detected.
    public private(set) var releases = Releases.unknown

    /// The keys that stop, which are passed on at once, however fast they come: KEY_ESC and KEY_SPACE, unless the
    /// terminal's keys are the input.
    public var stopKeys = KeyCode.stops

    /// What is printed on keys whose place has another letter on a US keyboard, as far as they were pressed.
    public var keyLabels: [UInt16: String] { decoder.labels }

    /// Gets the keys, and the loss.
    public weak var delegate: (any TerminalDelegate)?
    /// What is laid out again for another size; nil: nothing is.
    weak var dashboard: DashboardScreen?

    private nonisolated let mode: TerminalMode
    private var timer: LoopTimer?
    private var watch: FileWatch?
    private var decoder = KeyDecoder()
    private var guarding = TypingGuard()
    private var decoded: [KeyDecoder.Output] = []
    private var input = [UInt8](repeating: 0, count: bufferSize)
    private var screen: Screen
    private var output: [UInt8] = []
    private var written = 0
    private var hasSwitchedOn = false
    private let fillsScreen: Bool
    private var hasPainted = false

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

    private func lose(_ reason: TerminalError) {
        guard watch != nil else { return }
        end()
        mode.abandon()
        delegate?.terminalIsLost(reason)
    }

    // MARK: keys

    private func serve(_ readiness: Readiness) {
        guard mode.isOn else {
            // The terminal is restored: typed input belongs to the shell.
            watch?.wait(for: [])
            return
        }
        if readiness.contains(.writable) { flush() }
        if !readiness.isDisjoint(with: [.readable, .hangup, .error]) { readKeys() }
    }

    private func readKeys() {
        let count = input.withUnsafeMutableBytes { read(mode.descriptor, $0.baseAddress, $0.count) }
        let failure = errno
        if count == 0 { return lose(.hungUp(path: mode.path)) }
        if count < 0 {
            if failure == EAGAIN || failure == EINTR { return }
            return lose(failure == EIO ? .hungUp(path: mode.path) : .unreadable(path: mode.path, code: failure))
        }
        let now = Monotonic.now()
        for index in 0..<count {
            let before = decoder.presses
            decoder.feed(input[index], at: now) { decoded.append($0) }
            for _ in before..<decoder.presses { guarding.pressed(at: now) }
        }
        report(at: now)
    }

    private func advance(_ now: Instant) {
        decoder.advance(to: now) { decoded.append($0) }
        report(at: now)
    }

    private func report(at time: Instant) {
        var index = 0
        while index < decoded.count, watch != nil {
            report(decoded[index], at: time)
            index += 1
        }
        decoded.removeAll(keepingCapacity: true)
        guarding.advance(to: time) { key($0, $1, at: time) }
        timer?.arm(at: Instant.earlier(decoder.deadline, guarding.deadline))
    }

    /// Drops the presses that wait to be known as fingers': after a stop, from wherever it came.
    public func forgetTyped() { guarding.forget() }

    private func key(_ code: UInt16, _ down: Bool, at time: Instant) {
        delegate?.terminalKey(.key(code, down: down), at: time)
        delegate?.terminalKey(.report(more: false), at: time)
    }

    private func report(_ output: KeyDecoder.Output, at time: Instant) {
        switch output {
        case .key(let code, let down) where stopKeys.contains(code):
            if down { forgetTyped() }
            key(code, down, at: time)
        case .key(let code, let down): guarding.receive(code, down: down, at: time) { key($0, $1, at: time) }
        case .signal(.interrupt): mode.signalForeground(SIGINT)
        case .signal(.suspend): mode.signalForeground(SIGTSTP)
        case .signal(.quit): mode.signalForeground(SIGQUIT)
        case .kittyFlags:
            if hasSwitchedOn {
                releases = decoder.reportsReleases ? .reported : .guessed
            } else {
                hasSwitchedOn = true
                switchOn(Self.switchOn, undo: Self.switchOff)
            }
        case .deviceAttributes: if !hasSwitchedOn { releases = .guessed }
        }
    }

    // MARK: output

    /// Prints a line, made printable: below the shell's own lines when the terminal is restored; on a dumb terminal at
    /// once, above its row. Only a limited number of lines is kept.
    func say(_ line: String) {
        guard style.emphasis == .none else {
            return mode.willSay(CellWidth.printable(line, isUnicode: style.isUnicode))
        }
        screen.print(line)
        flush()
    }

    /// Shows rows in place of the previous ones.
    /// - Parameter remaining: rows to be written below the shell's own lines when the terminal is restored.
    func show(_ rows: [CellRow], remaining: [CellRow]) {
        if style.emphasis == .none {
            if !hasPainted { mode.willUndo("\r\n") }
        } else {
            mode.willRemain(remaining.map { $0.encoded(style.emphasis) }.joined(separator: "\r\n"))
        }
        hasPainted = true
        screen.show(rows)
        flush()
    }

    private func switchOn(_ sequence: String, undo: String) {
        mode.willUndo(undo)
        send(sequence)
    }

    private func send(_ sequence: String) {
        output.append(contentsOf: sequence.utf8)
        flush()
    }

    /// Writes queued output, then what has changed on the screen meanwhile, until the terminal accepts no more.
    private func flush() {
        guard watch != nil, mode.isOn else { return }
        while true {
            if written == output.count {
                output.removeAll(keepingCapacity: true)
                written = 0
                guard screen.compose(size, into: &output) else { break }
            }
            guard let count = mode.write(output[written...]) else {
                if mode.isOn { lose(.hungUp(path: mode.path)) }
                return
            }
            written += count
            if count == 0 {
                watch?.wait(for: [.readable, .writable])
                return
            }
        }
        watch?.wait(for: .readable)
    }
}
