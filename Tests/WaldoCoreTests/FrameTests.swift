import Testing
import WaldoCore
import WaldoTestSupport

/// Values to bytes, at both ends of their ranges.
@Suite struct FrameTests {
    func bytes(_ fields: [FrameTemplate.Field], _ value: Int32, decimals: Int = 0, sequence: UInt8 = 0) -> [UInt8] {
        let template = FrameTemplate(fields)
        let values = PerChannel(slider: value, zx: 1, zy: -1)
        let places = PerChannel(slider: decimals, zx: 0, zy: 0)
        let frame = template.rendered(values, own: .slider, decimals: places, sequence: sequence)
        #expect(frame.count == template.count(values, own: .slider, decimals: places))
        return frame.bytes
    }

    @Test(arguments: [
        (FrameTemplate.Number.u8, Int32(255), [UInt8(255)]), (.u8, 0, [0]), (.i8, -128, [0x80]), (.i8, 127, [0x7f]),
        (.u16le, 65535, [0xff, 0xff]), (.u16be, 258, [1, 2]), (.i16le, -2, [0xfe, 0xff]), (.i16be, -32768, [0x80, 0]),
        (.i16le, 258, [2, 1]), (.abs8, -255, [0xff]), (.abs8, 7, [7]), (.abs16le, -258, [2, 1]),
        (.abs16be, 65535, [0xff, 0xff]), (.abs16be, -2, [0, 2]),
    ])
    func numbers(number: FrameTemplate.Number, value: Int32, expected: [UInt8]) {
        #expect(bytes([.number(number, of: nil)], value) == expected)
    }

    @Test(arguments: [
        (Int32(-37), 0, 0, "-37"), (0, 0, 0, "0"), (7, 4, 0, "0007"), (-7, 4, 0, "-007"), (12345, 4, 0, "12345"),
        (25, 0, 2, "0.25"), (-25, 0, 2, "-0.25"), (5, 6, 2, "000.05"), (-100, 0, 0, "-100"), (1234, 0, 3, "1.234"),
        (Int32.min, 0, 0, "-2147483648"), (Int32.max, 0, 6, "2147.483647"), (0, 0, 1, "0.0"),
    ])
    func decimals(value: Int32, width: Int, decimals: Int, expected: String) {
        let text = bytes([.decimal(width: width, of: nil)], value, decimals: decimals)
        #expect(String(decoding: text, as: UTF8.self) == expected)
    }

    @Test func checksums() {
        // CRC-8 of "123456789" with polynomial 07 is F4: the check value of the CRC catalogues.
        let digits = "123456789".utf8.map { FrameTemplate.Field.byte($0) }
        let crc = Checksum(.crc8(poly: 0x07, initial: 0))
        #expect(bytes(digits + [.checksum(crc)], 0).last == 0xf4)
        #expect(bytes([.byte(0xff), .byte(3), .checksum(.init(.sum8))], 0).last == 2)
        #expect(bytes([.byte(0xff), .byte(3), .byte(5), .checksum(.init(.xor8, from: 1))], 0).last == 6)
    }

    @Test func sequenceAndOtherChannels() {
        let fields: [FrameTemplate.Field] = [.sequence, .number(.i8, of: .zx), .number(.i8, of: .zy)]
        #expect(bytes(fields, 0, sequence: 200) == [200, 1, 0xff])
    }

    @Test func longestFrameOfTheOriginalArm() {
        #expect(Arm.robot.longestFrame == 6)
        #expect(Arm.combined.longestFrame == 8)
        #expect(Arm.servo.longestFrame == 1)
    }

    @Test func aFrameHoldsItsCapacityAndNoMore() {
        #expect(Frame(Array(repeating: 1, count: 64))?.count == 64)
        #expect(Frame(Array(repeating: 1, count: 65)) == nil)
    }

    @Test func uuidsInBothForms() {
        #expect(BluetoothUUID("FFE0")?.description == "0000ffe0-0000-1000-8000-00805f9b34fb")
        let full = "713d0003-503e-4c75-ba94-3148f18d941e"
        #expect(BluetoothUUID(full.uppercased())?.description == full)
        for wrong in ["", "ffe", "713d0003-503e-4c75-ba94-3148f18d941", "713d0003503e-4c75-ba94-3148f18d941e-", "ffeg"]
        {
            #expect(BluetoothUUID(wrong) == nil, "\(wrong)")
        }
    }

    @Test func rangesMapTheirThreePoints() {
        let servo = ValueRange(low: 0, high: 180, zero: 90)
        #expect([-1.0, 0, 1, 0.5, 2, -2].map(servo.quantised) == [0, 90, 180, 135, 180, 0])
        let turned = ValueRange(low: 100, high: -100)
        #expect([-1.0, 0, 1].map(turned.quantised) == [100, 0, -100])
        let uneven = ValueRange(low: -10, high: 100, zero: 0)
        #expect([-1.0, -0.25, 0.25, 1].map(uneven.quantised) == [-10, -3, 25, 100])
        for range in [servo, turned, uneven] {
            for number in [range.low, range.zero, range.high] {
                #expect(range.quantised(range.normalised(Double(number))) == number)
            }
        }
    }

    @Test(arguments: [
        ValueRange(low: -100, high: 100), ValueRange(low: 100, high: -100), ValueRange(low: 0, high: 180, zero: 90),
        ValueRange(low: 0, high: 255, zero: 0),
    ])
    func whatIsNoNumberIsZeroAndNoSpeed(range: ValueRange) {
        #expect(range.quantised(.nan) == range.zero)
        #expect(range.normalised(.nan) == 0)
        #expect(range.quantised(.infinity) == range.high && range.quantised(-.infinity) == range.low)
    }
}
