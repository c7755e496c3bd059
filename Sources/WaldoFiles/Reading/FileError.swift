/// What is wrong with a file, in one sentence, and where. The program leaves with 65.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file as it was named, or `robot.yaml (shipped)`.
    public var file: String
    /// Line and column, both from 1; nil when the fault is the whole file's.
    public var line: Int?, column: Int?
    /// What was found, what was expected, and the mend.
    public var sentence: String

    /// A fault in a file, at a place in it or as a whole.
    public init(file: String, line: Int? = nil, column: Int? = nil, _ sentence: String) {
        self.file = file
        self.line = line
        self.column = column
        self.sentence = sentence
    }

    /// `FILE:LINE:COLUMN: sentence`, with nothing in the file's name that a terminal would obey.
    public var description: String {
        let file = printable(file, upTo: .max)
        return if let line, let column { "\(file):\(line):\(column): \(sentence)" } else { "\(file): \(sentence)" }
    }
}
