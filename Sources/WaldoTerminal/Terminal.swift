internal import Glibc
public import WaldoCore
public import WaldoLoop

/// The terminal that Waldo was started in, both ways: keys come in, a screen of rows and lines go out.
///
/// Nothing here waits: what the terminal does not take at once is kept, and of the status only the newest. It is found
/// through /dev/tty, so that standard input and output can be anything.
@LoopActor
public final class Terminal {
    /// Whom a terminal tells.
    public struct Events {
        /// A key changed, or what came belongs together; the time is CLOCK_MONOTONIC in microseconds.
        public var input: @LoopActor (_ event: InputEvent, _ at: Int64) -> Void
        /// The terminal is lost. Told once; keys that were down are not told to have come up.
        public var gone: @LoopActor (_ reason: TerminalError) -> Void

        /// Events that end in these closures.
        public init(
            input: @escaping @LoopActor (_ event: InputEvent, _ at: Int64) -> Void,
            gone: @escaping @LoopActor (_ reason: TerminalError) -> Void
        ) {
            self.input = input
            self.gone = gone
        }
    }

    /// How the moment is known at which a key comes up.
    public enum Releases: Sendable {
        /// The terminal has not answered yet; until then as `guessed`.
        case unknown
        /// By the time since its last byte (see `KeyDecoder`).
        case guessed
        /// The terminal says so (the kitty keyboard protocol).
        case reported
    }

    /// CSI ? u asks for the kitty protocol, CSI c for what every terminal answers.
    private static let query = "\u{1B}[?u\u{1B}[c"
    /// Event types, base layout keys, all keys as sequences; focus reports, for a key that comes up in another window
    /// is not told; and the question whether it was taken.
    private static let switchOn = "\u{1B}[>15u\u{1B}[?1004h\u{1B}[?u"
    private static let switchOff = "\u{1B}[?1004l\u{1B}[<u"
    /// Pasted text is marked as such: it is no operator's hand.
    private static let markPastes = "\u{1B}[?2004h", markNoPastes = "\u{1B}[?2004l"
    private static let bufferSize = 1024

    /// What may be written to it.
    public let style: TerminalStyle
    /// Its size.
    public private(set) var size: TerminalSize
    /// How the moment is known at which a key comes up.
    public private(set) var releases = Releases.unknown

    /// Called when what is shown has to be made anew for another size.
    var onResize: @LoopActor () -> Void = {}

    private nonisolated let mode: TerminalMode
    private let events: Events
    private let timer = LoopTimer()
    private var watch: FileWatch?
    private var decoder = KeyDecoder()
    private var decoded: [KeyDecoder.Output] = []
    private var input = [UInt8](repeating: 0, count: bufferSize)
    private var screen: Screen
    private var output: [UInt8] = []
    private var written = 0
    private var hasSwitchedOn = false
    private let fillsScreen: Bool
    private var hasPainted = false

    /// Opens a terminal and takes it over; `close` gives it back.
    /// - Parameters:
    ///   - path: the terminal's device.
    ///   - style: what may be written to it.
    ///   - fillsScreen: whether rows will be shown, on a screen of their own; else only keys are taken.
    ///   - events: whom it tells.
    public init(
        path: String = "/dev/tty", style: TerminalStyle = .ofEnvironment(), fillsScreen: Bool = true, events: Events
    ) throws(TerminalError) {
        self.fillsScreen = fillsScreen
        mode = try TerminalMode(path: path)
        self.style = style
        self.events = events
        screen = Screen(style: style)
        size = mode.size ?? .usual
        try mode.enter()
        do throws(SystemFailure) {
            watch = try FileWatch(mode.descriptor, for: .readable, priority: .input) { [weak self] in
                self?.serve($0)
            }
        } catch {
            mode.restore()
            throw .unusable(path: path, code: error.code)
        }
        timer.handler = { [weak self] in self?.advance($0) }
        begin()
    }

    // MARK: giving back and taking again

    /// Gives the terminal back as it was found, at once. From any thread, any number of times; `again` takes it over
    /// anew.
    public nonisolated func restore() { mode.restore() }

    /// Takes the terminal over again, after SIGCONT. Keys that were down come up. While it is in force it does nothing.
    /// - Throws: `inBackground` when the shell has not given the terminal back (`bg`): a later SIGCONT may.
    public func again() throws(TerminalError) {
        guard watch != nil, !mode.isOn else { return }
        try mode.enter()
        decoder.reset { decoded.append($0) }
        report(at: Monotonic.now())
        output.removeAll(keepingCapacity: true)
        (written, hasSwitchedOn, hasPainted, releases) = (0, false, false, .unknown)
        screen.forget()
        size = mode.size ?? .usual
        watch?.wait(for: .readable)
        begin()
        onResize()
    }

    /// Writes what still goes at once, gives the terminal back, and ends. Nothing is told any more.
    public func close() {
        flush()
        mode.restore()
        end()
    }

    /// Asks the terminal for its size again, after SIGWINCH.
    public func resized() {
        size = mode.size ?? .usual
        onResize()
    }

    private func begin() {
        // A dumb terminal would not answer, and might show the question.
        guard style.emphasis != .none else { return releases = .guessed }
        // First, for the kitty protocol is switched on for one screen and not for the other.
        if fillsScreen { switchOn(Screen.enter, undo: Screen.leave) }
        switchOn(Self.markPastes, undo: Self.markNoPastes)
        send(Self.query)
    }

    private func end() {
        watch?.cancel()
        watch = nil
        timer.cancel()
    }

    private func lose(_ reason: TerminalError) {
        guard watch != nil else { return }
        end()
        mode.abandon()
        events.gone(reason)
    }

    // MARK: keys

    private func serve(_ readiness: Readiness) {
        guard mode.isOn else {
            // Given back: what is typed is for the shell.
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
        for index in 0..<count { decoder.feed(input[index], at: now) { decoded.append($0) } }
        report(at: now)
    }

    private func advance(_ now: Int64) {
        decoder.advance(to: now) { decoded.append($0) }
        report(at: now)
    }

    private func report(at time: Int64) {
        if let deadline = decoder.deadline { timer.arm(at: deadline) } else { timer.disarm() }
        var index = 0
        while index < decoded.count, watch != nil {
            report(decoded[index], at: time)
            index += 1
        }
        decoded.removeAll(keepingCapacity: true)
    }

    private func report(_ output: KeyDecoder.Output, at time: Int64) {
        switch output {
        case .key(let code, let down):
            events.input(.key(code, down: down), time)
            events.input(.report(more: false), time)
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

    /// Says a line: below the shell's own lines once the terminal is given back; on a dumb terminal at once, above its
    /// row. It is made printable; only so many lines are kept.
    func say(_ line: String) {
        guard style.emphasis == .none else {
            return mode.willSay(CellWidth.printable(line, isUnicode: style.isUnicode))
        }
        screen.print(line)
        flush()
    }

    /// Shows rows, in place of those before.
    /// - Parameter remaining: what is written below the shell's own lines once the terminal is given back.
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

    /// Writes what waits, then what has changed on the screen since, until the terminal takes no more.
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
