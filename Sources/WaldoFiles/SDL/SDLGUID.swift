import WaldoCore

/// The 16 bytes by which SDL's rows name a pad: little-endian words of bus, CRC of the name, vendor, 0, product, 0,
/// version and two bytes of the driver (SDL_CreateJoystickGUID in SDL's source). A device without ids has its name
/// after the CRC instead.
struct SDLGUID: Equatable, Sendable {
    private let bytes: [UInt8]

    /// Parses 32 hexadecimal digits; nil: they are none.
    init?(_ digits: some StringProtocol) {
        guard let bytes = HexText.bytes(of: String(digits)), bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    private func word(_ index: Int) -> UInt16 { UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8 }

    /// How well it names an input: nil if not at all, 1 if only the version differs, 2 exactly, 3 with its name's
    /// CRC.
    func rank(for identity: InputIdentity) -> Int? {
        guard word(0) == identity.bus else { return nil }
        let crc = word(1)
        guard crc == 0 || crc == Self.crc(of: identity.name.utf8) else { return nil }
        let named = crc == 0 ? 0 : 1
        // The last two bytes are of SDL's own drivers, which number buttons and axes in their own way.
        if word(2) != 0, word(3) == 0, word(5) == 0, word(7) == 0 {
            guard word(2) == identity.vendor, word(4) == identity.product else { return nil }
            return named + (word(6) == identity.version ? 2 : 1)
        }
        guard identity.vendor == 0 || identity.product == 0 || identity.version == 0 else { return nil }
        let name = Array(identity.name.utf8.prefix(11))
        let padded = name + Array(repeating: 0, count: 12 - name.count)
        return !name.isEmpty && Array(bytes[4...]) == padded ? named + 2 : nil
    }

    /// Whether the version is 0, which a row of Waldo's own has for any.
    var isAnyVersion: Bool { word(6) == 0 }

    /// Whether it names an input with its version.
    func isExact(for identity: InputIdentity) -> Bool { rank(for: identity).map { $0 >= 2 } ?? false }

    /// CRC-16/ARC, as SDL_crc16 computes it.
    static func crc(of bytes: some Sequence<UInt8>) -> UInt16 {
        bytes.reduce(into: UInt16(0)) { crc, byte in
            crc ^= UInt16(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 0 ? 0 : 0xa001) }
        }
    }
}
