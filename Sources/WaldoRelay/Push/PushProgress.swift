import Glibc
import WaldoFiles
import WaldoLoop

/// Shows how a push stands: one line of a terminal that is written again, or lines.
public final class PushProgress {
    private enum Format { case terminal, lines, json, none }

    private let format: Format
    private let destination: String
    private var hasLine = false
    private var last = ""
    private var shown = PushShown()

    /// - Parameters:
    ///   - json: prints a JSON object each second.
    ///   - plain: prints lines, also on a terminal.
    public init(json: Bool, plain: Bool, destination: String) {
        self.destination = destination
        format = json ? .json : plain ? .lines : isatty(STDERR_FILENO) != 0 ? .terminal : .none
    }

    /// Shows it.
    public func show(_ shown: PushShown) {
        self.shown = shown
        switch format {
        case .json: write(shown.json(to: destination, at: WallClock.now()))
        case .lines:
            if shown.line != last { write(shown.line) }
            last = shown.line
        case .terminal:
            put("\r\u{1b}[K" + String(shown.line.prefix(max(20, Self.columns - 1))))
            hasLine = true
        case .none: break
        }
    }

    /// Says a sentence, above the line.
    public func say(_ sentence: String) {
        clear()
        Program.relay.say(sentence)
    }

    /// Says what was done.
    public func finish(_ path: String) {
        clear()
        guard format != .json else { return }
        write("\(path): the database has all of it; \(PushShown.grouped(shown.acknowledged)) rows were sent")
    }

    /// Leaves the terminal as it was.
    public func end() { clear() }

    private func clear() {
        if hasLine { put("\r\u{1b}[K") }
        hasLine = false
    }

    private static var columns: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// A reader that has gone, such as `head`, is no reason to send nothing.
    private func write(_ line: String) {
        print(line)
        _ = PrintedOutput.flush()
    }

    private func put(_ text: String) {
        var text = text
        text.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }
}
