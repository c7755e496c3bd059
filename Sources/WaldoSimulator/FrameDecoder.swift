import WaldoCore

/// Finds an arm's frames in the bytes that come, however they were cut, joined or spoiled on the way, by the rules of
/// the reference receiver: where no frame begins, one byte is given up and the search goes on in those behind it. Once
/// warm it does not allocate.
struct FrameDecoder: Sendable {
    /// The numbers of a frame, right after `next` has returned it.
    private(set) var numbers: PerChannel<Int32>
    /// The sequence number of a frame, right after `next` has returned it; nil: its format has none.
    private(set) var sequence: UInt8?
    /// Bytes that were no part of a frame.
    private(set) var skipped = 0
    /// Whether the bytes are a frame unless a digit follows.
    private(set) var isOpen = false
    private let patterns: [FramePattern]
    private let ranges: PerChannel<ValueRange>
    private let digits: PerChannel<Int>
    /// The length of all frames where it is the same; else 1. With fewer bytes there is nothing to look for.
    private let least: Int
    private var bytes: [UInt8] = []

    /// - Parameter destination: which of the arm's characteristics the bytes come by.
    init(_ arm: Arm, at destination: UInt8 = 0) {
        patterns = FramePattern.all(of: arm).filter { $0.destination == destination }
        let lengths = Set(patterns.map(\.length))
        least = lengths.count == 1 ? lengths.first.flatMap(\.self) ?? 1 : 1
        ranges = arm.profiles.map(\.range)
        digits = ranges.map { range in
            var (digits, rest) = (1, max(range.low.magnitude, range.high.magnitude) / UInt32.ten(to: range.decimals))
            while rest >= 10 { (digits, rest) = (digits + 1, rest / 10) }
            return digits
        }
        numbers = arm.startValues
        bytes.reserveCapacity(Frame.capacity + 1)
    }

    /// Forgets the beginning of a frame.
    mutating func clear() {
        skipped += bytes.count
        bytes.removeAll(keepingCapacity: true)
        isOpen = false
    }

    /// Whether a frame has begun.
    var hasBegun: Bool { !bytes.isEmpty }

    /// Takes a byte; ask for frames until there is none.
    mutating func append(_ byte: UInt8) {
        if bytes.count == Frame.capacity { drop(1) }
        bytes.append(byte)
    }

    /// The next frame; nil: none is whole yet.
    /// - Parameter isSilent: whether no digit will follow.
    mutating func next(isSilent: Bool = false) -> FramePattern.Content? {
        isOpen = false
        while bytes.count >= least, let head = bytes.first {
            var mayBecome = false
            for index in patterns.indices where patterns[index].first ?? head == head {
                switch match(index) {
                case .none: continue
                case .partial: mayBecome = true
                case .open(let count):
                    guard isSilent else {
                        (mayBecome, isOpen) = (true, true)
                        continue
                    }
                    remove(count)
                    return patterns[index].content
                case .complete(let count):
                    remove(count)
                    return patterns[index].content
                }
            }
            if mayBecome, !isSilent { return nil }
            isOpen = false
            drop(1)
        }
        return nil
    }

    private mutating func remove(_ count: Int) {
        isOpen = false
        bytes.removeSubrange(0..<count)
    }

    private mutating func drop(_ count: Int) {
        skipped += count
        bytes.removeSubrange(0..<count)
    }

    private mutating func match(_ index: Int) -> FramePattern.Match {
        let count = bytes.count
        var at = 0
        sequence = nil
        for field in patterns[index].fields {
            switch field {
            case .byte(let byte):
                guard at < count else { return .partial }
                guard bytes[at] == byte else { return .none }
                at += 1
            case .sequence:
                guard at < count else { return .partial }
                sequence = bytes[at]
                at += 1
            case .checksum(let checksum):
                guard at + checksum.count <= count else { return .partial }
                guard checksum.stands(in: bytes, at: at) else { return .none }
                at += checksum.count
            case .number(let number, let of):
                guard at + number.count <= count else { return .partial }
                let channel = of ?? patterns[index].own, end = at + number.count
                let isNegative = patterns[index].sign == .negative || ranges[channel].bounds.upperBound <= 0
                guard let read = number.read(bytes[at..<end], decimals: ranges[channel].decimals).map(Int64.init),
                    set(channel, number.isUnsignedMagnitude && isNegative ? -read : read, patterns[index].sign)
                else { return .none }
                at += number.count
            case .time(let time):
                guard let end = end(of: time, from: at) else { return at < count ? .none : .partial }
                guard end <= count else { return .partial }
                at = end
            case .decimal(let width, let of):
                switch decimal(of ?? patterns[index].own, patterns[index].sign, width, &at) {
                case .none: return .none
                case .partial: return .partial
                // The number may go on; at the end of the frame it may also be all of it.
                case .open: return field == patterns[index].fields.last ? .open(at) : .partial
                case .complete: break
                }
            }
        }
        return .complete(at)
    }

    /// Reads a number in text, with zeros before it up to its width or the longest number of its range.
    private mutating func decimal(
        _ channel: Channel, _ sign: FramePattern.Sign, _ width: Int, _ at: inout Int
    ) -> FramePattern.Match {
        let count = bytes.count, range = ranges[channel], maxDigits = max(digits[channel], width)
        guard at < count else { return .partial }
        let isNegative = bytes[at] == UInt8(ascii: "-")
        switch sign {
        case .any: if isNegative, range.bounds.lowerBound >= 0 { return .none }
        case .negative: guard isNegative else { return .none }
        case .positive: if isNegative { return .none }
        }
        if isNegative { at += 1 }
        var value: Int64 = 0, whole = 0
        while at < count, whole < maxDigits, isDigit(bytes[at]) {
            value = value * 10 + Int64(bytes[at] - UInt8(ascii: "0"))
            (at, whole) = (at + 1, whole + 1)
            guard value <= 10_000_000_000 else { return .none }
        }
        guard whole > 0 else { return at < count ? .none : .partial }
        if range.decimals > 0 {
            guard at < count else { return .partial }
            guard bytes[at] == UInt8(ascii: ".") else { return .none }
            at += 1
            for _ in 0..<range.decimals {
                guard at < count else { return .partial }
                guard isDigit(bytes[at]) else { return .none }
                value = value * 10 + Int64(bytes[at] - UInt8(ascii: "0"))
                at += 1
            }
        }
        // Its first digits alone can be below a range that the whole number is in.
        let mayGoOn = range.decimals == 0 && at == count && whole < maxDigits
        guard set(channel, isNegative ? -value : value, .any) else { return mayGoOn ? .partial : .none }
        return mayGoOn ? .open(at) : .complete(at)
    }

    /// Behind the time of a move, which may be more than has come; nil: no digit is there.
    private func end(of time: MoveTime, from start: Int) -> Int? {
        if let number = time.number { return start + number.count }
        var end = start
        while end < bytes.count, isDigit(bytes[end]) { end += 1 }
        return end > start ? end : nil
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Notes a number; returns whether the channel's range has it.
    private mutating func set(_ channel: Channel, _ value: Int64, _ sign: FramePattern.Sign) -> Bool {
        let range = ranges[channel]
        guard let number = Int32(exactly: value), range.bounds.contains(number) else { return false }
        if sign == .negative, value > 0 { return false }
        if sign == .positive, value < 0 { return false }
        numbers[channel] = Int32(truncatingIfNeeded: value)
        return true
    }
}
