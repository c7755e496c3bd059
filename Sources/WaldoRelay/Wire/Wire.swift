import WaldoCore

/// What all documents of the wire have in common: UTF-8 text in lines, `waldo 1` in front, bounded in size; what
/// carries rows ends with its own checksum.
public enum Wire {
    /// The greatest payload in bytes; a NATS server takes one of 1 MiB with its topic.
    public static let greatest = 900 << 10
    /// The rows of a batch at most, and the bytes after which no row is added.
    public static let batchRows = 100, batchBytes = 256 << 10
    /// The bytes of a stream's name and of its unit at most: a database has them in the keys of its indexes.
    public static let greatestName = 200, greatestUnit = 60

    /// The numbers that revisions and epochs may have: microseconds from 1970 to the end of the year 9999, so that
    /// there is always a next one.
    public static let revisions: ClosedRange<Int64> = 0...253_402_300_799_999_999

    /// The revision or epoch that follows another one; the greatest follows itself.
    /// - Parameters:
    ///   - number: that one, whatever it is.
    ///   - least: the present time, below which none is.
    static func revision(after number: Int64, from least: Int64) -> Int64 {
        let next = number < revisions.upperBound ? max(number, -1) + 1 : number
        return min(max(next, least), revisions.upperBound)
    }

    /// The revision of a change of a survey's small tables. Behind the greatest there is none: the database takes any
    /// other one after it, as it does after all that are far ahead of its clock.
    /// - Parameters:
    ///   - last: the revision before it.
    ///   - now: the present time.
    static func metaRevision(after last: Int64, at now: Int64) -> Int64 {
        guard last >= revisions.upperBound else { return revision(after: last, from: now) }
        return min(max(now, 0), revisions.upperBound - 1)
    }

    /// Why a document from the wire is refused.
    public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        /// What is wrong.
        public let description: String

        /// A fault with these words.
        public init(_ description: String) { self.description = description }
    }

    /// Appends the line with the checksum of all that is above it.
    static func seal(_ payload: inout [UInt8]) {
        let crc = CRC32.of(payload)
        payload.append(contentsOf: "crc32 \(HexText.text(of: crc))\n".utf8)
    }

    private static let sealed = 15

    /// What is above the line with the checksum.
    static func unsealed(_ payload: UnsafeRawBufferPointer) throws(Fault) -> UnsafeRawBufferPointer {
        guard payload.count <= greatest else { throw Fault("it has more than \(greatest) bytes") }
        let above = payload.count - sealed
        guard above > 0, payload[above - 1] == UInt8(ascii: "\n") else { throw Fault("it has no checksum") }
        let body = UnsafeRawBufferPointer(rebasing: payload[..<above])
        let last = payload[above...]
        guard last.starts(with: "crc32 ".utf8), last.last == UInt8(ascii: "\n"),
            let crc = HexText.number(of: last.dropFirst(6).dropLast())
        else { throw Fault("it has no checksum") }
        guard crc == UInt64(CRC32.of(body)) else { throw Fault("its checksum is not that of its contents") }
        return body
    }
}
