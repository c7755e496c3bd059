import Glibc
import Synchronization
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTerminal
package import WaldoTime

/// Prints findings as they come, or at the end as one document; while it listens, a terminal shows how long it still
/// does.
package final class DoctorScreen: Sendable {
    private let isJSON: Bool
    private let text: FindingText
    private let state = Mutex((findings: [Finding](), isCounting: false))
    private let showsTime = isatty(STDERR_FILENO) != 0 && TerminalStyle.ofEnvironment().emphasis != .none

    /// - Parameter isJSON: whether it prints one document at the end.
    package init(isJSON: Bool) {
        self.isJSON = isJSON
        let isTerminal = isatty(STDOUT_FILENO) != 0
        var size = winsize()
        let columns = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
        text = FindingText(
            width: columns > 0 ? columns : nil,
            hasColour: isTerminal && TerminalStyle.ofEnvironment().emphasis == .colour)
    }

    /// What has been found so far.
    package var findings: [Finding] { state.withLock { $0.findings } }

    /// Shows a finding.
    /// - Throws: `Failure` when standard output takes no more.
    package func show(_ finding: Finding) throws {
        state.withLock { $0.findings.append(finding) }
        if !isJSON { try write(text.line(finding)) }
    }

    /// Shows how long it still listens; zero: no longer.
    package func show(remaining span: TimeSpan) {
        guard showsTime else { return }
        let seconds = max(0, (span.microseconds + 999_999) / 1_000_000), isOver = span <= .zero
        let wasCounting = state.withLock { state in
            defer { state.isCounting = !isOver }
            return state.isCounting
        }
        guard wasCounting || !isOver else { return }
        StandardStreams.writeError(text: isOver ? "\r\u{1b}[K" : "\rListening for shields and sensors: \(seconds) s ")
    }

    /// Prints the end: the summary, or the document.
    /// - Throws: `Failure` when standard output has not taken everything.
    package func end() throws {
        try write(isJSON ? FindingText.json(findings) : "\n" + text.summary(findings))
        try check(StandardStreams.flushOutput())
    }

    private func write(_ line: String) throws(Failure) {
        try check(StandardStreams.outputFailure)
        StandardStreams.writeOutput(line)
    }

    private func check(_ code: CInt?) throws(Failure) {
        guard let code else { return }
        let ending: LineWriter.Ending = code == EPIPE ? .readerGone : .failed(SystemFailure("write", code: code))
        throw Failure(.output, "\(ending.outputWords): not everything was shown")
    }
}
