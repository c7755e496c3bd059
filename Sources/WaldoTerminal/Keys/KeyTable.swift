/// The kernel's key codes (linux/input-event-codes.h) for what a terminal sends, on the US layout: a terminal sends
/// letters, an evdev code stands for a key's position, and mappings are written for the positions of a US keyboard.
enum KeyTable {
    static let escape: UInt16 = 1
    static let tab: UInt16 = 15

    /// The key of an ASCII character. A capital or shifted character is on the same key as its unshifted one.
    static func key(ascii byte: UInt8) -> UInt16? {
        let code = byte < 128 ? codes[Int(byte)] : 0
        return code == 0 ? nil : code
    }

    /// The key of a CSI or SS3 sequence that ends in a letter (ECMA-48, xterm).
    static func key(final: UInt8) -> UInt16? {
        switch final {
        case UInt8(ascii: "A"): 103  // up
        case UInt8(ascii: "B"): 108  // down
        case UInt8(ascii: "C"): 106  // right
        case UInt8(ascii: "D"): 105  // left
        case UInt8(ascii: "E"): 76  // keypad 5
        case UInt8(ascii: "F"): 107  // end
        case UInt8(ascii: "H"): 102  // home
        case UInt8(ascii: "M"): 96  // keypad enter
        case UInt8(ascii: "P")...UInt8(ascii: "S"): 59 + UInt16(final - UInt8(ascii: "P"))  // F1...F4
        case UInt8(ascii: "Z"): tab  // with shift
        default: nil
        }
    }

    /// The key of a sequence `CSI number ~` (DEC VT220, xterm).
    static func key(tilde number: Int32) -> UInt16? {
        switch number {
        case 1, 7: 102  // home
        case 2: 110  // insert
        case 3: 111  // delete
        case 4, 8: 107  // end
        case 5: 104  // page up
        case 6: 109  // page down
        case 11...15: 59 + UInt16(number - 11)  // F1...F5
        case 17...21: 64 + UInt16(number - 17)  // F6...F10
        case 23, 24: 87 + UInt16(number - 23)  // F11, F12
        default: nil
        }
    }

    /// The key of a code of the kitty keyboard protocol: ASCII, or a functional key of its private use area.
    static func key(kitty number: Int32) -> UInt16? {
        switch number {
        case 0..<128: key(ascii: UInt8(number))
        case 57399...57408: keypadDigits[Int(number - 57399)]
        case 57409...57424: keypadKeys[Int(number - 57409)]
        case 57425: 110  // keypad insert
        case 57426: 111  // keypad delete
        case 57427: 76  // keypad begin
        case 57441: 42  // left shift
        case 57442: 29  // left control
        case 57443: 56  // left alt
        case 57444: 125  // left super
        case 57447: 54  // right shift
        case 57448: 97  // right control
        case 57449: 100  // right alt
        case 57450: 126  // right super
        default: nil
        }
    }

    private static let keypadDigits: [UInt16] = [82, 79, 80, 81, 75, 76, 77, 71, 72, 73]

    /// Decimal, divide, multiply, subtract, add, enter, equal, separator, left, right, up, down, page up, page down,
    /// home, end.
    private static let keypadKeys: [UInt16] = [
        83, 98, 55, 74, 78, 96, 117, 121, 105, 106, 103, 108, 104, 109, 102, 107,
    ]

    private static let codes: [UInt16] = {
        var codes = [UInt16](repeating: 0, count: 128)
        // Each row of the keyboard has consecutive codes.
        let rows: [(first: UInt16, signs: String)] = [
            (2, "1234567890-="), (2, "!@#$%^&*()_+"),
            (16, "qwertyuiop[]"), (16, "QWERTYUIOP{}"),
            (30, "asdfghjkl;'`"), (30, "ASDFGHJKL:\"~"),
            (43, "\\zxcvbnm,./"), (43, "|ZXCVBNM<>?"),
        ]
        for row in rows {
            for (offset, sign) in row.signs.utf8.enumerated() { codes[Int(sign)] = row.first + UInt16(offset) }
        }
        for (sign, code) in [(8, 14), (127, 14), (9, 15), (10, 28), (13, 28), (27, 1), (32, 57)] {
            codes[sign] = UInt16(code)
        }
        return codes
    }()
}
