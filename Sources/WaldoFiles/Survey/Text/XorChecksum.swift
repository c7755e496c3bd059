internal import WaldoCore

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
    /// Ends a line that began at a place with `$`: `*`, its checksum in two upper-case digits, CR LF.
    mutating func endSentence(from start: Int) {
        let checksum = XorChecksum.of(self[(start + 1)...])
        append(UInt8(ascii: "*"))
        for digit in [checksum >> 4, checksum & 15] {
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
        }
        add("\r\n" as StaticString)
    }
}
