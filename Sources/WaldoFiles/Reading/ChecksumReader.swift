import WaldoCore

/// Reads a checksum of an arm's frame or of a sensor's message: `sum8`, `crc8` or, with options, the value of such a
/// key.
enum ChecksumReader {
    /// The names of the checksums.
    static let names = ["sum8", "xor8", "crc8", "sum16le", "sum16be", "crc16le", "crc16be"]
    /// Known kinds of CRC-16.
    private static let crcs: KeyValuePairs<String, Checksum.Kind> = [
        "modbus": .crc16(poly: 0x8005, initial: 0xffff, isReflected: true),
        "ccitt": .crc16(poly: 0x1021, initial: 0xffff, isReflected: false),
        "xmodem": .crc16(poly: 0x1021, initial: 0, isReflected: false),
        "kermit": .crc16(poly: 0x1021, initial: 0, isReflected: true),
    ]

    /// The keys of a checksum's options.
    static func options(of name: String) -> [String] {
        let more =
            switch name {
            case "crc8": ["poly", "init"]
            case "crc16le", "crc16be": ["kind"]
            default: [String]()
            }
        return ["from", "ending"] + more
    }

    /// - Parameters:
    ///   - name: one of `names`.
    ///   - value: where it is named.
    ///   - options: its options; nil: there are none.
    static func checksum(
        _ name: String, _ value: YamlValue, _ options: YamlSection?
    ) throws(FileError) -> Checksum {
        Checksum(
            try kind(name, value, options), from: try options?["from"]?.integer(in: 0...255) ?? 0,
            ending: try options?["ending"]?.word(endings) ?? .plain, isBigEndian: name.hasSuffix("be"))
    }

    private static let endings: KeyValuePairs<String, Checksum.Ending> = [
        "plain": .plain, "complement": .complement, "negative": .negative,
    ]

    private static func kind(
        _ name: String, _ value: YamlValue, _ options: YamlSection?
    ) throws(FileError) -> Checksum.Kind {
        switch name {
        case "sum8": return .sum8
        case "xor8": return .xor8
        case "sum16le", "sum16be": return .sum16
        case "crc8":
            return .crc8(
                poly: UInt8(try options?["poly"]?.integer(in: 0...255) ?? 0x07),
                initial: UInt8(try options?["init"]?.integer(in: 0...255) ?? 0))
        default:
            guard let kind = options?["kind"] else {
                throw value.error("`\(name)` needs its kind, such as `{\(name): {kind: modbus}}`; add it")
            }
            return try kind.word(crcs)
        }
    }
}
