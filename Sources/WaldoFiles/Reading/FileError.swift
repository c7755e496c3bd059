public import WaldoCore
import WaldoLoop

/// What is wrong with a file, in one sentence, and where.
public struct FileError: ProgramError, Equatable {
    /// The file as it was named, or `robot.yaml (shipped)`.
    public var file: String
    /// Line and column, both from 1; nil when the fault concerns the whole file, or the whole line.
    public var line: Int?, column: Int?
    /// What was found, what was expected, and how to fix it.
    public var sentence: String

    /// Whether it is not there, or cannot be read; false: what it holds is wrong.
    public var isUnreadable = false

    /// What the search for further faults of the file makes of it; nil: nothing.
    var cause: FaultCause?

    /// An error at a location in a file, or about the file as a whole.
    public init(file: String, line: Int? = nil, column: Int? = nil, _ sentence: String) {
        self.file = file
        self.line = line
        self.column = column
        self.sentence = sentence
    }

    /// A file that cannot be opened or read, for this errno.
    package init(unreadable path: String, _ code: CInt) {
        self.init(file: path, UnreadableFile.sentence(code))
        isUnreadable = true
    }

    /// 66 for a file that is missing or unreadable, 65 for wrong contents.
    public var status: ExitStatus { isUnreadable ? .input : .file }

    /// A signal ends the reading of a pipe.
    public var mayBeInterruption: Bool { true }

    /// Errors are equal that say the same of the same location.
    public static func == (a: FileError, b: FileError) -> Bool {
        (a.file, a.line, a.column, a.sentence) == (b.file, b.line, b.column, b.sentence)
    }

    /// `FILE:LINE:COLUMN: sentence`, with control characters in the file's name escaped; `-` is standard input.
    public var description: String {
        let file = SafeText.escaped(InputFile.name(file), upTo: .max)
        return [file, line.map { "\($0)" }, column.map { "\($0)" }].compactMap(\.self).joined(separator: ":")
            + ": \(sentence)"
    }
}
