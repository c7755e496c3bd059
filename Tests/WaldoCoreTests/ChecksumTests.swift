import Testing
import WaldoCore

/// Sums over bytes, by the published check values of their kinds and by frames of makers' documents.
@Suite struct ChecksumTests {
    private static let digits = Array("123456789".utf8)

    /// The catalogue of CRCs gives each kind's value over the nine digits.
    @Test(arguments: [
        (Checksum.Kind.crc16(poly: 0x8005, initial: 0xffff, isReflected: true), UInt16(0x4b37)),
        (.crc16(poly: 0x1021, initial: 0xffff, isReflected: false), 0x29b1),
        (.crc16(poly: 0x1021, initial: 0, isReflected: false), 0x31c3),
        (.crc16(poly: 0x1021, initial: 0, isReflected: true), 0x2189),
        (.crc8(poly: 7, initial: 0), 0xf4),
        (.sum16, 0x01dd),
    ])
    func theCheckValueOfEachKind(kind: Checksum.Kind, value: UInt16) {
        #expect(Checksum(kind).number(over: Self.digits[...]) == value)
    }

    /// Feetech's torque on, Dobot's jog and a Bluefruit key.
    @Test(
        arguments: [
            ([0xff, 0xff, 1, 4, 3, 0x28, 1, 0xce], 2, Checksum.Ending.complement),
            ([0xaa, 0xaa, 4, 0x49, 1, 0, 1, 0xb5], 3, .negative),
            ([0x21, 0x42, 0x35, 0x31, 0x36], 0, .complement),
        ] as [([UInt8], Int, Checksum.Ending)])
    func theSumsOfMakers(frame: [UInt8], from: Int, ending: Checksum.Ending) {
        let sum = Checksum(.sum8, from: from, ending: ending)
        #expect(sum.bytes(over: frame.dropLast()) == [frame[frame.count - 1]])
    }

    @Test func theOrderOfTwoBytes() {
        let bytes = Self.digits[...]
        #expect(Checksum(.sum16).bytes(over: bytes) == [0xdd, 0x01])
        #expect(Checksum(.sum16, isBigEndian: true).bytes(over: bytes) == [0x01, 0xdd])
        #expect(Checksum(.sum8).bytes(over: bytes) == [0xdd])
    }

    /// What stands before `from` does not count, and neither does what is not there.
    @Test func bytesBeforeTheFirstDoNotCount() {
        #expect(Checksum(.sum8, from: 8).number(over: Self.digits[...]) == UInt16(UInt8(ascii: "9")))
        #expect(Checksum(.sum8, from: 20).number(over: Self.digits[...]) == 0)
    }
}
