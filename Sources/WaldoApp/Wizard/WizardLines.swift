import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTerminal

/// Shows the wizard as lines on standard output, and takes lines from standard input: `skip`, `back`, `write`,
/// `end`, and an empty one, which goes on.
@LoopActor
final class WizardLines: WizardScreen {
    private static let longestLine = 64

    private weak var delegate: (any WizardScreenDelegate)?
    private let words: String
    private var input: FileWatch?
    private var pending: [UInt8] = []
    private var shown = WizardView()
    private var isShowing = false

    /// - Parameter takesWrite: whether the mapping is written only when somebody says so.
    init(_ delegate: any WizardScreenDelegate, takesWrite: Bool) {
        self.delegate = delegate
        words = takesWrite ? "`skip`, `back`, `write` or `end`" : "`skip`, `back` or `end`"
        // A plain file or /dev/null is never ready, and then no line comes.
        input = try? FileWatch(STDIN_FILENO, for: .readable, priority: .other, of: self) { lines, _ in lines.read() }
    }

    func close() {
        input?.cancel()
        input = nil
    }

    func touch() {
        // A line may lead to the next change.
        guard !isShowing, let view = delegate?.view else { return }
        isShowing = true
        defer { isShowing = false }
        if view.input != shown.input, !view.input.isEmpty { say(view.input) }
        if view.findings.count > shown.findings.count {
            for finding in view.findings.dropFirst(shown.findings.count) { say("  \(finding.name): \(finding.text)") }
        } else if view.findings.count < shown.findings.count {
            say("  Taken back.")
        }
        if view.remark != shown.remark, !view.remark.isEmpty { say("  \(view.remark)") }
        if view.stage == .resting, shown.stage != .resting { say("Let go of everything.") }
        if view.prompt != shown.prompt || view.findings.count != shown.findings.count, !view.prompt.isEmpty {
            let number = view.count > 0 && view.stage != .waiting ? "\(view.number)/\(view.count) " : ""
            if view.stage != .resting {
                let end = view.stage == .waiting ? "Waiting for it; Ctrl-C ends." : ""
                say([number + view.prompt, view.hint, end].filter { !$0.isEmpty }.joined(separator: " "))
            }
        }
        for line in view.report.dropFirst(shown.report.count) { say(line) }
        shown = view
        if view.stage == .resting { shown.prompt = "" }
    }

    private func say(_ line: String) { StandardStreams.writeOutput(SafeText.escaped(line, upTo: .max)) }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = bytes.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return close() }
        for byte in bytes[..<count] {
            guard byte == UInt8(ascii: "\n") else {
                if pending.count < Self.longestLine { pending.append(byte) }
                continue
            }
            let line = String(decoding: pending, as: UTF8.self)
            pending = []
            obey(line.trimmingSpaces)
        }
    }

    private func obey(_ line: String) {
        switch line {
        case "": delegate?.obey(.enter)
        case "skip": delegate?.obey(.skip)
        case "write": delegate?.obey(.write)
        case "back": delegate?.obey(.back)
        case "end": delegate?.obey(.end)
        default: say("  A line is \(words); an empty one goes on.")
        }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " || $0 == "\r" }.reversed().drop { $0 == " " || $0 == "\r" }.reversed())
    }
}
