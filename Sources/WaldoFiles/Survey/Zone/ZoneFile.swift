/// A file of the time zone database, TZif (RFC 8536): when the clocks of a zone are changed, and the rule that holds
/// after the last change that the file lists.
struct ZoneFile: Equatable, Sendable {
    /// Seconds since 1970 of each change, and the offset from UTC that holds from then on.
    private let changes: [(at: Int, offset: Int)]
    /// The offset before the first change.
    private let first: Int
    private let rule: ZoneRule?

    private static let header = 44

    /// Reads a file; nil where the bytes are none.
    init?(_ bytes: [UInt8]) {
        guard let old = Counts(bytes, at: 0, timeSize: 4) else { return nil }
        // From version 2 on, a second block has times of eight bytes, and the rule behind it.
        guard old.version >= 0x32 else {
            guard let block = Self.block(bytes, at: 0, old) else { return nil }
            (changes, first, rule) = (block.changes, block.first, nil)
            return
        }
        let start = Self.header + old.length
        guard let counts = Counts(bytes, at: start, timeSize: 8), let block = Self.block(bytes, at: start, counts)
        else {
            return nil
        }
        var footer = bytes.dropFirst(start + Self.header + counts.length)
        guard footer.popFirst() == UInt8(ascii: "\n"), let end = footer.firstIndex(of: UInt8(ascii: "\n")) else {
            return nil
        }
        let text = footer[..<end]
        (changes, first) = (block.changes, block.first)
        rule = ZoneRule(text)
        guard text.isEmpty || rule != nil else { return nil }
    }

    static func == (one: ZoneFile, other: ZoneFile) -> Bool {
        one.first == other.first && one.rule == other.rule && one.changes.elementsEqual(other.changes, by: ==)
    }

    /// By how many seconds the clocks are ahead of UTC.
    /// - Parameter utc: seconds since 1970.
    func offset(at utc: Int) -> Int {
        guard let last = changes.last, utc >= changes[0].at else {
            return changes.isEmpty ? rule?.offset(at: utc) ?? first : first
        }
        if utc >= last.at { return rule?.offset(at: utc) ?? last.offset }
        var (low, high) = (0, changes.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if changes[middle].at <= utc { low = middle } else { high = middle - 1 }
        }
        return changes[low].offset
    }

    // MARK: blocks

    /// How many of each there are in a block.
    private struct Counts {
        let version: UInt8, timeSize: Int
        let isUTC: Int, isStandard: Int, leaps: Int, times: Int, types: Int, characters: Int

        init?(_ bytes: [UInt8], at start: Int, timeSize: Int) {
            guard bytes.count >= start + ZoneFile.header, bytes[start...].starts(with: "TZif".utf8) else { return nil }
            version = bytes[start + 4]
            self.timeSize = timeSize
            let counts = (0..<6).map { ZoneFile.number(bytes, start + 20 + 4 * $0, 4) }
            guard counts.allSatisfy({ (0...1 << 16).contains($0) }) else { return nil }
            (isUTC, isStandard, leaps, times, types, characters) =
                (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])
            guard bytes.count >= start + ZoneFile.header + length else { return nil }
        }

        var length: Int {
            times * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + isStandard + isUTC
        }
    }

    private static func block(
        _ bytes: [UInt8], at start: Int, _ counts: Counts
    ) -> (changes: [(at: Int, offset: Int)], first: Int)? {
        let times = start + header, typeIndices = times + counts.times * counts.timeSize,
            types = typeIndices + counts.times
        guard counts.types > 0 else { return nil }
        let offsets = (0..<counts.types).map { number(bytes, types + 6 * $0, 4) }
        // RFC 8536 allows from 25 hours behind UTC to 26 ahead of it.
        guard offsets.allSatisfy({ (-90_000...93_600).contains($0) }) else { return nil }
        var changes: [(at: Int, offset: Int)] = []
        for index in 0..<counts.times {
            let type = Int(bytes[typeIndices + index]),
                at = number(bytes, times + index * counts.timeSize, counts.timeSize)
            guard type < offsets.count, at > changes.last?.at ?? .min else { return nil }
            changes.append((at, offsets[type]))
        }
        return (changes, offsets[0])
    }

    /// A signed number, the highest byte first.
    private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        var number: UInt64 = 0
        for byte in bytes[offset..<(offset + count)] { number = number << 8 | UInt64(byte) }
        return count == 4 ? Int(Int32(truncatingIfNeeded: number)) : Int(Int64(bitPattern: number))
    }
}
