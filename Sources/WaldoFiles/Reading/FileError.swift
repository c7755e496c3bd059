internal import WaldoCore

/// What is wrong with a file, in one sentence, and where. The program exits with status 65.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file as it was named, or `robot.yaml (shipped)`.
    public var file: String
    /// Line and column, both from 1; nil when the fault concerns the whole file.
    public var line: Int?, column: Int?
    /// What was found, what was expected, and how to fix it.
    public var sentence: String

    /// An error at a place in a file, or about the file as a whole.
    public init(file: String, line: Int? = nil, column: Int? = nil, _ sentence: String) {
        self.file = file
        self.line = line
        self.column = column
        self.sentence = sentence
    }

    /// `FILE:LINE:COLUMN: sentence`, with control characters in the file's name escaped.
    public var description: String {
        let file = SafeText.escaped(file, upTo: .max)
        return if let line, let column { "\(file):\(line):\(column): \(sentence)" } else { "\(file): \(sentence)" }
    }
}
