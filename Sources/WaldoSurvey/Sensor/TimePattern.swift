import WaldoCore

/// A date, a time of day or both as digits in fixed columns: `dd/MM/yyyy`, `HH:mm:ss`, `yyyy-MM-dd HH:mm:ss`.
///
/// `yyyy` `yy` `MM` `M` `dd` `d` `HH` `H` `mm` `m` `ss` stand for numbers: a doubled letter for exactly two digits, a
/// single one for one or two, `yy` for the years 1980 to 2079. Behind `ss` decimals may follow a point. Other letters
/// than these and `T` are refused; every other character stands for itself.
public struct TimePattern: Equatable, Sendable {
    enum Unit: Equatable, Sendable { case year, month, day, hour, minute, second }

    enum Part: Equatable, Sendable {
        /// This many digits; nil: one or two.
        case number(Unit, digits: Int?)
        case mark(UInt8)
    }

    let parts: [Part]
    /// The pattern as its file has it.
    public let text: String

    /// Reads a pattern; nil where a letter means nothing, a number comes twice, or there is none.
    public init?(_ text: String) {
        var parts: [Part] = [], rest = Array(text.utf8)[...]
        while let letter = rest.first {
            let run = rest.prefix { $0 == letter }.count
            if let unit = Self.unit(letter) {
                guard run <= 2 || unit == .year && run == 4, unit != .year && unit != .second || run > 1 else {
                    return nil
                }
                parts.append(.number(unit, digits: run == 1 ? nil : run))
                rest = rest.dropFirst(run)
            } else {
                guard letter == UInt8(ascii: "T") || !Self.isLetter(letter) else { return nil }
                parts.append(.mark(letter))
                rest = rest.dropFirst()
            }
        }
        (self.parts, self.text) = (parts, text)
        let units = units
        guard !units.isEmpty, Set(units).count == units.count else { return nil }
    }

    private static func unit(_ letter: UInt8) -> Unit? {
        switch letter {
        case UInt8(ascii: "y"): .year
        case UInt8(ascii: "M"): .month
        case UInt8(ascii: "d"): .day
        case UInt8(ascii: "H"): .hour
        case UInt8(ascii: "m"): .minute
        case UInt8(ascii: "s"): .second
        default: nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private var units: [Unit] {
        parts.compactMap { if case .number(let unit, _) = $0 { unit } else { nil } }
    }

    /// Whether it states the whole date.
    public var hasDate: Bool { Set(units).isSuperset(of: [.year, .month, .day]) }

    /// Whether it states an hour and a minute.
    public var hasTime: Bool { Set(units).isSuperset(of: [.hour, .minute]) }

    /// Whether it states anything that another pattern states as well.
    public func overlaps(_ other: TimePattern) -> Bool { !Set(units).isDisjoint(with: other.units) }

    // MARK: reading and writing

    /// Reads a text into the parts of a time that the pattern has.
    /// - Returns: whether it is one of this pattern.
    func read(_ text: ArraySlice<UInt8>, into time: inout CivilTime) -> Bool {
        var rest = DigitReader(text)
        for part in parts {
            switch part {
            case .mark(let byte): guard rest.takes(byte) else { return false }
            case .number(let unit, let digits):
                guard let number = digits.map({ rest.number($0) }) ?? rest.shortNumber() else { return false }
                switch unit {
                case .year: time.year = digits == 2 ? (number < 80 ? 2000 : 1900) + number : number
                case .month: time.month = number
                case .day: time.day = number
                case .hour: time.hour = number
                case .minute: time.minute = number
                case .second:
                    guard let fraction = rest.fraction() else { return false }
                    (time.second, time.microsecond) = (number, fraction)
                }
            }
        }
        return rest.isAtEnd
    }

    /// Writes the parts of a time that the pattern has.
    /// - Parameter time: microseconds since the clock showed the beginning of 1970.
    public func write(_ time: Int64, _ emit: (UInt8) -> Void) {
        for part in parts {
            switch part {
            case .mark(let byte): emit(byte)
            case .number(let unit, let digits):
                // The unit's offset in `yyyy-MM-ddTHH:mm:ssZ`.
                let end =
                    switch unit {
                    case .year: 4
                    case .month: 7
                    case .day: 10
                    case .hour: 13
                    case .minute: 16
                    case .second: 19
                    }
                var index = 0
                DateText.write(time, decimals: 0) { byte in
                    if index >= end - (digits ?? 2), index < end { emit(byte) }
                    index += 1
                }
            }
        }
    }
}
