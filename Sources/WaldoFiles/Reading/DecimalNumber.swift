import WaldoCore

/// A decimal number, exactly as it is written in a file: `-0.25` is -25 with two decimals.
struct DecimalNumber: Equatable {
    /// The number in units of 10^-decimals.
    let units: Int
    /// Digits written after the point.
    let decimals: Int

    /// Parses `-12`, `0.25` or `0xA5`, with at most 10 digits before the point, 6 after it, or 8 in hexadecimal. A
    /// leading zero is refused, because it might be meant as octal.
    init?(_ text: some StringProtocol) {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        var digits = Array(text.utf8)
        if isNegative { digits.removeFirst() }
        if !isNegative, digits.starts(with: Array("0x".utf8)) {
            let hex = digits.dropFirst(2)
            guard (1...8).contains(hex.count),
                let value = Int(String(decoding: hex, as: UTF8.self), radix: 16), hex.first != UInt8(ascii: "+"),
                hex.first != UInt8(ascii: "-")
            else { return nil }
            (units, decimals) = (value, 0)
            return
        }
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }),
            parts[0].count == 1 || parts[0].first != UInt8(ascii: "0"), parts[0].count <= 10
        else { return nil }
        decimals = parts.count == 2 ? parts[1].count : 0
        guard decimals <= 6, let value = Int(String(decoding: parts.joined(), as: UTF8.self)) else { return nil }
        units = isNegative ? -value : value
    }

    /// The number as a floating-point value.
    var value: Double { Double("\(units)e-\(decimals)") ?? .nan }

    /// The number in units of 10^-decimals; nil when it needs more decimals than that.
    func units(decimals wanted: Int) -> Int? {
        var (units, decimals) = (units, decimals)
        while decimals > wanted {
            guard units % 10 == 0 else { return nil }
            units /= 10
            decimals -= 1
        }
        return units * .ten(to: wanted - decimals)
    }
}
