public import WaldoTime

/// Several rows of measurements in one message, taken at a fixed interval. Each row is dated back from the message's
/// arrival: the last by the age that the message states, each before it by one interval more.
public struct Burst: Equatable, Sendable {
    /// How many rows there are.
    public enum Rows: Equatable, Sendable {
        /// Always this many.
        case fixed(Int)
        /// As many as this field of the message states.
        case field(Int)
    }

    /// How many rows there are.
    public var rows: Rows
    /// The most rows that a message may have.
    public var maxRows: Int
    /// The length of a row: bytes, or columns of a text.
    public var size: Int
    /// The interval between two rows.
    public var interval: TimeSpan
    /// The field that states the age of the last row, in seconds; nil: it was measured when the message arrived.
    public var age: Int?
    /// The index in the format's fields from which on they belong to a row: these count from the row's beginning.
    public var firstField: Int

    /// Creates a burst from its parts.
    public init(rows: Rows, maxRows: Int, size: Int, interval: TimeSpan, age: Int? = nil, firstField: Int) {
        self.rows = rows
        self.maxRows = maxRows
        self.size = size
        self.interval = interval
        self.age = age
        self.firstField = firstField
    }
}
