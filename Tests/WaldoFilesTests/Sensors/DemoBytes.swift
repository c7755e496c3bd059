/// Messages as firmware for the demo sensor's file would send them.
enum DemoBytes {
    static func messages(_ count: Int) -> [[UInt8]] {
        (0..<count).map { number in
            let latitude = UInt32(bitPattern: Int32(-378_131_000 + number * 10)), longitude = UInt32(1_449_621_000)
            var bytes: [UInt8] = [0xd5, UInt8(truncatingIfNeeded: number), 1]
            for value in [latitude, longitude] {
                bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
            }
            bytes += [0, UInt8(truncatingIfNeeded: 10 + number % 7), 0x08, 0x34]
            bytes.append(crc(bytes))
            return bytes
        }
    }

    /// CRC-8 with the polynomial 0x07, bit by bit.
    private static func crc(_ bytes: [UInt8]) -> UInt8 {
        var remainder: UInt16 = 0
        for byte in bytes {
            remainder ^= UInt16(byte) << 8
            for _ in 0..<8 { remainder = remainder & 0x8000 == 0 ? remainder << 1 : (remainder << 1) ^ 0x0700 }
        }
        return UInt8(remainder >> 8)
    }
}
