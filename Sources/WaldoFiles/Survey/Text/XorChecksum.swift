import WaldoCore

/// The checksum of NMEA 0183 sentences, which `$BNRDD` lines have too: all bytes between `$` and `*`, combined by XOR.
enum XorChecksum {
    static func of(_ bytes: some Sequence<UInt8>) -> UInt8 { bytes.reduce(0) { $0 ^ $1 } }

    /// Whether a line is `$`, text, `*` and its checksum in two digits of either case.
    /// - Parameter line: the line without its end.
    static func isRight(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.count >= 4, line.first == UInt8(ascii: "$"), line[line.endIndex - 3] == UInt8(ascii: "*"),
            let high = HexText.value(of: line[line.endIndex - 2]), let low = HexText.value(of: line[line.endIndex - 1])
        else { return false }
        return of(line.dropFirst().dropLast(3)) == high << 4 | low
    }
}

extension [UInt8] {
    /// Ends a line that began at an offset with `$`: `*`, its checksum in two upper-case digits, CR LF.
    mutating func endSentence(from start: Int) {
        var checksum: UInt8 = 0
        for index in start + 1..<count { checksum ^= self[index] }
        append(UInt8(ascii: "*"))
        append(Self.upperDigit(checksum >> 4))
        append(Self.upperDigit(checksum & 15))
        add("\r\n" as StaticString)
    }

    private static func upperDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
