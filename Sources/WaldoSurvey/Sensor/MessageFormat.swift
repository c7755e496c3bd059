import WaldoCore

/// The format of one kind of message: where it begins and ends, what proves it whole, and its fields.
public struct MessageFormat: Equatable, Sendable {
    /// The most bytes that a message may have.
    public static let longest = 1024
    /// The most fields that a message may have.
    public static let maxFields = 32

    /// Where a message ends.
    public enum Extent: Equatable, Sendable {
        /// After this many bytes, those of `burst` not counted.
        case bytes(Int)
        /// With these bytes, `longest` bytes after its beginning at the latest.
        case mark([UInt8], longest: Int)
        /// Behind the two digits of its check, or with its line, `longest` bytes after its beginning at the latest.
        case check(longest: Int)
        /// With its notification, which has at most this many bytes: each notification is one message.
        case notification(longest: Int)
    }

    /// The division of a text into columns.
    public struct Columns: Equatable, Sendable {
        /// The byte between two columns.
        public var separator: UInt8
        /// The numbers of columns that a message may have, without those of `burst`.
        public var counts: ClosedRange<Int>

        /// Creates a division from its parts.
        public init(separator: UInt8, counts: ClosedRange<Int>) {
            self.separator = separator
            self.counts = counts
        }
    }

    /// The format's name in its file.
    public var name: String
    /// The bytes that it begins with, in one of these forms; empty: any.
    public var begins: [[UInt8]]
    /// Where it ends.
    public var extent: Extent
    /// What proves that it is whole; nil: nothing.
    public var check: MessageCheck?
    /// How its text is divided; nil: it is binary.
    public var columns: Columns?
    /// Its fields.
    public var fields: [SensorField]
    /// Several rows of measurements in one message; nil: one.
    public var burst: Burst?
    /// What its place is made of; nil: it has none.
    public var place: MessagePlace?
    /// The field of its own time, in seconds since 1970; nil: none.
    public var time: Int?
    /// The field that counts the messages; nil: none.
    public var counter: Counter?
    /// Where it describes its own stream; nil: the file does.
    public var description: SelfDescription?
    /// The field that, when it is not zero, forbids publishing the survey; nil: none.
    public var forbidsUpload: Int?

    /// A field that counts messages, so that missing ones are known.
    public struct Counter: Equatable, Sendable {
        /// The index of the field.
        public var field: Int
        /// The number after its greatest.
        public var modulus: Int64

        /// Creates a counter from its parts.
        public init(field: Int, modulus: Int64) {
            self.field = field
            self.modulus = modulus
        }
    }

    /// Creates a format from its parts.
    public init(
        name: String, begins: [[UInt8]] = [], extent: Extent, check: MessageCheck? = nil, columns: Columns? = nil,
        fields: [SensorField] = [], burst: Burst? = nil, place: MessagePlace? = nil, time: Int? = nil,
        counter: Counter? = nil, description: SelfDescription? = nil, forbidsUpload: Int? = nil
    ) {
        self.name = name
        self.begins = begins
        self.extent = extent
        self.check = check
        self.columns = columns
        self.fields = fields
        self.burst = burst
        self.place = place
        self.time = time
        self.counter = counter
        self.description = description
        self.forbidsUpload = forbidsUpload
    }

    /// The byte of a binary message with which the rows of its burst begin; a check in the last byte stands behind
    /// them.
    var firstByteOfRows: Int {
        guard case .bytes(let count) = extent else { return 0 }
        guard let check, check.location == .end else { return count }
        return count - check.checksum.count
    }

    /// The column of a text with which the rows of its burst begin.
    var firstColumnOfRows: Int { columns?.counts.lowerBound ?? 0 }
}
