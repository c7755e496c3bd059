import WaldoCore
import WaldoTime

/// A channel's range, and the numbers that depend on it.
extension ChannelDraft {
    private static let largest = 1_000_000_000

    func range(digits: Int?) throws(FileError) -> ValueRange {
        let value = try section.required("range")
        let expected = "two different numbers, such as `[-100, 100]`"
        let fix = FaultCause.Fix.value("[-100, 100]", "[-90, 90]")
        let ends = try value.list(expected: expected, fix: fix)
        guard ends.count == 2 else { throw value.mismatch(expected: expected, fix: fix) }
        var numbers: [DecimalNumber] = []
        for end in ends { numbers.append(try end.number(expected: "a number")) }
        if let zero = section["zero"] { numbers.append(try zero.number(expected: "a number")) }
        let decimals = digits ?? numbers.map(\.decimals).max() ?? 0
        let low = try Self.units(ends[0], decimals), high = try Self.units(ends[1], decimals)
        guard low != high else { throw value.error("`\(value.name)` is one number twice; expected \(expected)") }
        let range = ValueRange(low: low, high: high, decimals: decimals)
        guard let zero = section["zero"] else { return range }
        return ValueRange(low: low, high: high, zero: try number(zero, within: range), decimals: decimals)
    }

    func number(_ value: YamlValue, within range: ValueRange) throws(FileError) -> Int32 {
        try Self.number(value, within: range)
    }

    static func number(_ value: YamlValue, within range: ValueRange) throws(FileError) -> Int32 {
        let units = try units(value, range.decimals)
        let ends = range.bounds
        guard ends.contains(units) else {
            throw value.mismatch(
                expected: "a number within the range, \(text(ends.lowerBound, range)) to "
                    + text(ends.upperBound, range))
        }
        return units
    }

    private static func units(_ value: YamlValue, _ decimals: Int) throws(FileError) -> Int32 {
        let number = try value.number(expected: "a number")
        guard let units = number.units(decimals: decimals) else {
            throw value.mismatch(
                expected: "a number with \(decimals) digits after the point at most, as its frames write it")
        }
        guard units.magnitude <= largest else {
            throw value.mismatch(expected: "a number of 1,000,000,000 at most, counted in its last digit")
        }
        return Int32(units)
    }

    private static func text(_ units: Int32, _ range: ValueRange) -> String {
        DecimalText.trimmed(Int64(units), decimals: range.decimals)
    }

    /// The numbers of a range that a frame is for; the lowest above the highest: none.
    private static func served(_ range: ValueRange, _ part: Part) -> (low: Int32, high: Int32) {
        let low = range.bounds.lowerBound, high = range.bounds.upperBound
        switch part {
        case .all: return (low, high)
        case .negative: return (low, min(high, -1))
        case .zero: return (max(low, 0), min(high, 0))
        case .positive: return (max(low, 1), high)
        case .zeroAndPositive: return (max(low, 0), high)
        }
    }

    /// Checks that a position's own frame carries its number, unless it is for one number alone. A velocity may have
    /// one speed.
    func checkNumbers(_ range: ValueRange) throws(FileError) {
        guard mode == .position else { return }
        for (part, fields) in frames where !fields.contains(where: { $0.carries(channel, own: channel) }) {
            let served = Self.served(range, part)
            guard served.low < served.high, let location = frameLocation else { continue }
            throw location.error(
                "a frame of `\(name)` has no number, and all positions from \(Self.text(served.low, range)) to "
                    + "\(Self.text(served.high, range)) would be the same; add `{value}` to a text, or an encoding such as `u8`"
            )
        }
    }

    /// Checks that the binary fields can hold every number that their frame is for.
    func check(_ carriers: [FrameField], _ range: ValueRange, _ part: Part) throws(FileError) {
        let served = Self.served(range, part)
        guard served.low <= served.high else { return }
        for field in carriers {
            guard let number = field.number else { continue }
            guard range.decimals == 0 || number.hasFraction else {
                throw field.location.error(
                    "\(number) carries whole numbers, and the range of \(name) has digits after the point; "
                        + "count in a smaller unit")
            }
            guard !number.isUnsignedMagnitude || served.low >= 0 || served.high <= 0 else {
                throw field.location.error(
                    "\(number) leaves out the sign, and \(name) goes from \(served.low) to \(served.high); take another encoding, "
                        + "or give it `frames`: one for `negative`, one for `positive`")
            }
            for end in [served.low, served.high] where !number.limits.contains(end) {
                throw field.location.error(
                    "\(number) holds \(number.limits.lowerBound) to \(number.limits.upperBound), and \(name) "
                        + "goes to \(end); take a wider encoding or a smaller range")
            }
        }
    }

    /// A number without its sign goes with a byte for the direction, which has to differ.
    func checkDirections() throws(FileError) {
        let negative = frames.first { $0.part == .negative }?.fields ?? []
        let positive = frames.first { [.positive, .zeroAndPositive].contains($0.part) }?.fields ?? []
        guard negative.map(\.field) == positive.map(\.field),
            let unsigned = negative.first(where: { $0.number?.isUnsignedMagnitude == true })
        else { return }
        throw unsigned.location.error(
            "the frames of `negative` and `positive` are the same, and their number has no sign; state the direction in each"
        )
    }

    /// Parses `limits: { travel: [10, 170], slew: 60 }`; the slew rate is in units per second.
    /// - Parameter isTimed: whether the channel's frame carries the time of its move.
    func limits(
        _ value: YamlValue, _ range: ValueRange, start: Int32?, isTimed: Bool
    ) throws(FileError) -> ChannelProfile.Limits {
        let section = try value.section(["travel", "slew"])
        guard !section.keys.isEmpty else {
            throw value.error("`\(value.name)` is empty; expected `travel`, `slew` or both")
        }
        var limits = ChannelProfile.Limits()
        if let travel = section["travel"] {
            let expected = "two numbers within the range, the lower one first, such as `[10, 170]`"
            let ends = try travel.list(expected: expected)
            guard ends.count == 2 else { throw travel.mismatch(expected: expected) }
            let low = try number(ends[0], within: range), high = try number(ends[1], within: range)
            guard low < high else {
                let fault = low == high ? "one number twice" : "inside out"
                throw travel.error("`\(travel.name)` is \(fault); expected \(expected)")
            }
            let start = start ?? range.zero
            guard (low...high).contains(start) else {
                throw travel.error(
                    "`\(travel.name)` leaves out \(Self.text(start, range)), where the arm is assumed to stand at first; set "
                        + "`start` to a number within it, or widen it")
            }
            limits.travel = low...high
        }
        if let slew = section["slew"] {
            let expected = "units a second, more than 0 and 1,000,000 at most"
            let rate = try slew.number(expected: expected).value
            guard rate > 0, rate <= 1_000_000 else { throw slew.mismatch(expected: expected) }
            if self.section["send"]?.text == "release", !isTimed {
                throw slew.error(
                    "`\(slew.name)` has no effect on a position that is sent on release; set `send: change`, or give its "
                        + "frame a `time`")
            }
            limits.slew = rate * Double.ten(to: range.decimals)
        }
        return limits
    }

    /// Parses a busy time: `52 ms`, `31 ms/unit` or `52 ms + 31 ms/unit`.
    func busy(_ value: YamlValue, _ range: ValueRange) throws(FileError) -> ChannelProfile.Busy {
        let expected = "a time such as `52 ms` or `52 ms + 31 ms/unit`, each part 60 s at most"
        let fix = FaultCause.Fix.value("1 ms", "2 ms")
        guard let text = value.text else { throw value.mismatch(expected: expected, fix: fix) }
        var (base, perUnit): (TimeSpan?, TimeSpan?)
        for part in text.split(separator: "+", omittingEmptySubsequences: false) {
            let part = TimeText.trimmed(part)
            let isPerUnit = part.hasSuffix("/unit")
            guard let time = TimeText.parse(isPerUnit ? part.dropLast(5) : part), time <= .seconds(60),
                isPerUnit ? perUnit == nil : base == nil && perUnit == nil
            else { throw value.mismatch(expected: expected, fix: fix) }
            if isPerUnit { perUnit = time } else { base = time }
        }
        if perUnit != nil, range.decimals > 0 {
            throw value.error("`\(value.name)` counts units, which needs a range of whole numbers; take `/unit` out")
        }
        return ChannelProfile.Busy(base: base ?? .zero, perUnit: perUnit ?? .zero)
    }
}
