/// A control sequence as a terminal sends it: `ESC [ prefix numbers final` (CSI), or `ESC O final` (SS3).
///
/// Parameters are separated by `;`, and the parts of a parameter by `:`. A missing number is 0.
struct ControlSequence: Equatable, Sendable {
    /// Most parameters, and parts of a parameter, that are stored; further ones are skipped, as no key has them.
    static let parameters = 3, parts = 3

    /// Whether it came as SS3.
    var isSingleShift = false
    /// `<`, `=`, `>` or `?`; 0: none.
    var prefix: UInt8 = 0
    /// The last byte, which determines the meaning.
    var final: UInt8 = 0

    private var numbers: InlineArray<9, Int32> = .init(repeating: 0)
    private var parameter = 0, part = 0
    private var hasIntermediates = false

    /// Whether nothing has followed `ESC [` yet.
    private(set) var isEmpty = true

    /// A part of a parameter, both counted from 0.
    subscript(parameter: Int, part: Int = 0) -> Int32 { numbers[parameter * Self.parts + part] }

    /// Whether it has no intermediate bytes, as all key sequences do.
    var isPlain: Bool { !hasIntermediates }

    /// Adds a byte between `ESC [` and the final byte, 0x21...0x3f.
    mutating func append(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): addDigit(Int32(byte - UInt8(ascii: "0")))
        case UInt8(ascii: ":"): part += 1
        case UInt8(ascii: ";"): (parameter, part) = (parameter + 1, 0)
        case 0x3c...0x3f where isEmpty: prefix = byte
        default: hasIntermediates = true
        }
        isEmpty = false
    }

    private mutating func addDigit(_ digit: Int32) {
        guard parameter < Self.parameters, part < Self.parts else { return }
        let index = parameter * Self.parts + part
        // Limited to 0x110000, the first value that is no code point.
        numbers[index] = min(0x11_0000, numbers[index] * 10 + digit)
    }

    static func == (a: Self, b: Self) -> Bool {
        guard a.isSingleShift == b.isSingleShift, a.prefix == b.prefix, a.final == b.final else { return false }
        for index in 0..<(parameters * parts) where a.numbers[index] != b.numbers[index] { return false }
        return a.isPlain == b.isPlain
    }
}
