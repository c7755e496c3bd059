import Glibc
import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoTime

/// `waldo replay FILE --verify`: runs a recording's steps through the current state machine and compares the commands.
/// Sends nothing.
package struct ReplayVerification {
    /// The number of lines to show before and after a difference.
    private static let surroundings = 3

    let path: String
    /// Whether to report every difference, and not only the first.
    let showsAll: Bool

    /// A verification of a recording.
    /// - Parameters:
    ///   - path: the recording.
    ///   - showsAll: whether to report every difference, and not only the first.
    package init(path: String, showsAll: Bool) {
        self.path = path
        self.showsAll = showsAll
    }

    /// Prints the result.
    /// - Throws: `ExitStatus` 1 when something differs, `FileError` when the recording cannot be read.
    package func run() throws {
        let reader = try RecordingReader(path)
        var progress = Progress("Verifying \(path)")
        var verification = Verification(
            arm: reader.arm, mapping: reader.mapping, isPlayed: reader.header.isPlayed,
            startIsConfirmed: reader.header.position != nil, rules: reader.header.rules)
        var simulation = try SimulationVerification(reader.header, arm: reader.arm, path: path)
        var differences = 0
        func report(_ sentence: String, line: Int) throws {
            differences += 1
            progress.clear()
            print("\(SafeText.escaped(InputFile.name(path), upTo: .max)):\(line): \(sentence)")
            guard !showsAll else { return }
            print(try Self.context(path, around: line), terminator: "")
            throw ExitStatus.differs
        }
        while let line = try reader.next() {
            if let difference = verification.compare(line) {
                try report(Self.sentence(difference, reader.arm), line: reader.line)
            }
            if let difference = simulation?.compare(line) {
                try report(Self.sentence(difference), line: reader.line)
            }
            progress.show(reader.progress)
        }
        if let difference = verification.finish() {
            try report(Self.sentence(difference, reader.arm), line: reader.line)
        }
        if let difference = simulation?.finish() { try report(Self.sentence(difference), line: reader.line) }
        progress.clear()
        let torn = reader.isTorn ? "; the drive was cut off in the line after the last" : ""
        let notified = simulation.map { ", \($0.count) notifications of the simulated sensor" } ?? ""
        let counts = "\(verification.steps) steps, \(verification.commands) commands\(notified)\(torn)"
        if differences > 0 {
            print("\(SafeText.escaped(InputFile.name(path), upTo: .max)): \(differences) differences in \(counts)")
            throw ExitStatus.differs
        }
        print("\(SafeText.escaped(InputFile.name(path), upTo: .max)): \(counts): Waldo sends the same today")
    }

    private static func sentence(_ difference: Verification.Difference, _ arm: Arm) -> String {
        switch difference {
        case .missing(let command, let at):
            "at \(seconds(at)) Waldo sends \(command.shown(by: arm)) today, and the recording has nothing there"
        case .unexpected(let recorded):
            "at \(seconds(recorded.at)) the recording has \(recorded.command.shown(by: arm)), and Waldo sends nothing "
                + "there today"
        case .changed(let recorded, let command):
            "at \(seconds(recorded.at)) the recording has \(recorded.command.shown(by: arm)), and Waldo sends "
                + "\(command.shown(by: arm)) today"
        case .numbers(let recorded):
            "at \(seconds(recorded.at)) `all` of \(recorded.command.shown(by: arm)) is not what the frame carries"
        case .outcome(let recorded):
            "at \(seconds(recorded.at)) the link is said to have \(recorded.outcome.name) "
                + "\(recorded.command.shown(by: arm)), and the next step is not what follows from that"
        case .bytes(let at, let recorded, let today):
            "at \(seconds(at)) the recording has \(recorded.map(shown) ?? "nothing") beside its commands, and Waldo "
                + "sends \(today.map(shown) ?? "nothing") today"
        case .deadline(let at, let recorded, let today):
            "at \(seconds(at)) the recording asked for \(recorded.map(seconds) ?? "no deadline"), and Waldo "
                + "asks today for \(today.map(seconds) ?? "none")"
        }
    }

    private static func sentence(_ difference: SimulationVerification.Difference) -> String {
        func shown(_ bytes: [UInt8]?) -> String { bytes.map { HexText.text(of: $0, separator: " ") } ?? "nothing" }
        return "at \(seconds(difference.at)) the simulated sensor sent \(shown(difference.recorded)), and sends "
            + "\(shown(difference.today)) today"
    }

    private static func shown(_ bytes: Frame) -> String { HexText.text(of: bytes.bytes, separator: " ") }

    /// The raw lines around a line of the file.
    private static func context(_ path: String, around line: Int) throws -> String {
        var text = ""
        let lines = try RecordingLines(path)
        while let next = try lines.next(), lines.number <= line + surroundings {
            guard lines.number >= line - surroundings else { continue }
            text += "\(lines.number == line ? ">" : " ") \(lines.number)  \(next)\n"
        }
        return text
    }
}

/// A time of a recording, for messages: `12.345678 s`.
func seconds(_ time: Instant) -> String { seconds(time - .clockStart) }

/// A time span, for messages: `12.345678 s`.
func seconds(_ span: TimeSpan) -> String {
    let count = span.microseconds.magnitude, digits = String(count % 1_000_000)
    return (span < .zero ? "-" : "") + "\(count / 1_000_000)."
        + String(repeating: "0", count: 6 - digits.count) + digits + " s"
}

extension Command {
    /// `slider 6 “F>”`, or the bytes in hexadecimal where they are not printable ASCII.
    func shown(by arm: Arm) -> String {
        let content = SafeText.frame(frame.bytes).map { "“\($0)”" } ?? HexText.text(of: frame.bytes)
        return "\(arm.profiles[channel].name) \(shownValue) \(content)"
    }

    /// The value with its decimal point.
    var shownValue: String { DecimalText.text(Int64(value), decimals: decimals) }
}
