/// A line of a sensor's log as it stands in the file.
public struct LoggedLine: Equatable, Sendable {
    /// Its number, from 1.
    public var number: Int
    /// Its bytes with its end, LF, CR LF or CR; a log's last line may lack it, and one before a block of NUL bytes.
    public var bytes: [UInt8]
    /// Whether it is a further piece of a line that is longer than the reader's limit.
    public var isFurther: Bool
    /// Whether it is no measurement: a comment, a heading, or blank.
    public var isComment: Bool
    /// The time that it states, in microseconds since 1970; nil: it states none that can be read.
    public var utc: Int64?
    /// The later time that this can be, where a local clock shows an hour twice; nil: there is none.
    public var later: Int64?

    /// Creates a line from its parts.
    public init(
        number: Int, bytes: [UInt8], isFurther: Bool = false, isComment: Bool = false, utc: Int64? = nil,
        later: Int64? = nil
    ) {
        self.number = number
        self.bytes = bytes
        self.isFurther = isFurther
        self.isComment = isComment
        self.utc = utc
        self.later = later
    }

    /// Where the first of these texts stands in the line; nil: none does.
    public func offset(of marks: [[UInt8]]) -> Int? {
        bytes.indices.first { offset in
            marks.contains { $0.first == bytes[offset] && bytes[offset...].starts(with: $0) }
        }
    }
}
