/// One control sequence as a terminal sends it: `ESC [ prefix numbers final` (CSI), or `ESC O final` (SS3).
///
/// Numbers stand in parameters, set apart by `;`, and these in parts, set apart by `:`. What is missing is 0.
struct ControlSequence: Equatable, Sendable {
    /// More parameters and more parts than these are read over: no key has them.
    static let parameters = 3, parts = 3

    /// Whether it came as SS3.
    var isSingleShift = false
    /// `<`, `=`, `>` or `?`; 0: none.
    var prefix: UInt8 = 0
    /// Its last byte, which says what it means.
    var final: UInt8 = 0

    private var numbers: InlineArray<9, Int32> = .init(repeating: 0)
    private var parameter = 0, part = 0
    private var hasIntermediates = false

    /// Whether anything has come since `ESC [`.
    private(set) var isEmpty = true

    /// A part of a parameter, both from 0.
    subscript(parameter: Int, part: Int = 0) -> Int32 { numbers[parameter * Self.parts + part] }

    /// Whether it has the plain form that all sequences of keys have.
    var isPlain: Bool { !hasIntermediates }

    /// Takes a byte between `ESC [` and the final byte, 0x21...0x3f.
    mutating func take(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): takeDigit(Int32(byte - UInt8(ascii: "0")))
        case UInt8(ascii: ":"): part += 1
        case UInt8(ascii: ";"): (parameter, part) = (parameter + 1, 0)
        case 0x3c...0x3f where isEmpty: prefix = byte
        default: hasIntermediates = true
        }
        isEmpty = false
    }

    private mutating func takeDigit(_ digit: Int32) {
        guard parameter < Self.parameters, part < Self.parts else { return }
        let index = parameter * Self.parts + part
        // Beyond any code point there is nothing to tell apart.
        numbers[index] = min(0x11_0000, numbers[index] * 10 + digit)
    }

    static func == (a: Self, b: Self) -> Bool {
        guard a.isSingleShift == b.isSingleShift, a.prefix == b.prefix, a.final == b.final else { return false }
        for index in 0..<(parameters * parts) where a.numbers[index] != b.numbers[index] { return false }
        return a.isPlain == b.isPlain
    }
}
