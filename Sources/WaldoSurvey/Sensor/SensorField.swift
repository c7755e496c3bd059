/// One number in a message.
public struct SensorField: Equatable, Sendable {
    /// The field's name in its file.
    public var name: String
    /// The unit of its number; empty: none.
    public var unit: String
    /// Where it is found.
    public var source: Source
    /// What the number in the message is multiplied by and divided by, and what is then added.
    public var multiplier: Double, divisor: Double, offset: Double
    /// The numbers that are possible, in the field's unit; a message with another one is rejected. Nil: any finite one.
    public var range: ClosedRange<Double>?
    /// The least magnitude of a number other than zero: for binary floating-point fields, in which misread bytes are
    /// often tiny numbers. Zero: any.
    public var least: Double
    /// The field that has to be other than zero for this one to mean something; nil: it always does.
    public var condition: Int?
    /// What the field's number must be while the condition does not hold; nil: anything.
    public var otherwise: Double?
    /// Whether a text column may be empty; the number is then absent.
    public var isOptional: Bool

    /// Where a field is found: in binary from the message's first byte, 0, or in text from its first column, 0.
    public enum Source: Equatable, Sendable {
        /// Bits of a byte, from the lowest up.
        case bits(byte: Int, lowest: Int, count: Int)
        /// A number of one or more bytes.
        case binary(BinaryNumber, byte: Int)
        /// A decimal number in a column.
        case number(column: Int)
        /// Degrees and minutes, `ddmm.mmmm`, and the letter of the hemisphere in a column of its own.
        case degreesMinutes(column: Int, hemisphere: Int)
        /// A date and time of day; seconds since 1970, of a local clock as it shows them. Indirect, because a field is
        /// copied for each number that is read, and most are none of these.
        indirect case time(TimeFormat)
        /// 1 where the column is this text, 0 otherwise.
        case word([UInt8], column: Int)
    }

    /// Creates a field from its parts.
    public init(
        name: String, unit: String = "", source: Source, multiplier: Double = 1, divisor: Double = 1,
        offset: Double = 0,
        range: ClosedRange<Double>? = nil, least: Double = 0, condition: Int? = nil,
        otherwise: Double? = nil, isOptional: Bool = false
    ) {
        self.name = name
        self.unit = unit
        self.source = source
        self.multiplier = multiplier
        self.divisor = divisor
        self.offset = offset
        self.range = range
        self.least = least
        self.condition = condition
        self.otherwise = otherwise
        self.isOptional = isOptional
    }
}
