/// A line of an imported file from which nothing was taken, or not all of it, and why.
public struct ImportReject: Equatable, Sendable {
    /// Why it is rejected.
    public enum Reason: String, Equatable, Sendable, CaseIterable {
        /// It stands before the headings that say what its numbers are, or is none of the headings that belong there.
        case heading
        /// It has another number of fields than the headings.
        case fields
        /// Its time cannot be read.
        case time
        /// Its place cannot be read, or is none in the world.
        case place
        /// A value is no number.
        case value
        /// A quoted field has no end.
        case quotes
        /// It is longer than any line of this format.
        case tooLong = "too long"
    }

    /// The line's number, from 1.
    public var line: Int
    /// Its bytes as they stand in the file, at most 64 KiB.
    public var bytes: [UInt8]
    /// Why it is rejected.
    public var reason: Reason
    /// The column, from 1, where a field is wrong; nil: the whole line.
    public var column: Int?

    /// Creates a reject from its parts.
    public init(line: Int, bytes: [UInt8], reason: Reason, column: Int? = nil) {
        self.line = line
        self.bytes = bytes
        self.reason = reason
        self.column = column
    }
}
