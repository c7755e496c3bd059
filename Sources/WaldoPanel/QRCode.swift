/// A QR code (ISO/IEC 18004) of an ASCII text of up to 106 bytes, for a phone's camera: versions 1 to 5, error
/// correction level L, byte mode.
public struct QRCode: Sendable {
    /// The modules, row by row, without the quiet zone; true is dark.
    public private(set) var modules: [[Bool]]
    private var isFixed: [[Bool]]
    private var size: Int

    /// Data and error correction codewords per version. Up to version 5, level L has a single block.
    private static let capacities = [(19, 7), (34, 10), (55, 15), (80, 20), (108, 26)]

    /// Creates the code of a text; nil if it is too long or not ASCII.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        guard let index = Self.capacities.firstIndex(where: { bytes.count <= $0.0 - 2 }) else { return nil }
        let (data, correction) = Self.capacities[index]
        size = 21 + 4 * index
        modules = [[Bool]](repeating: [Bool](repeating: false, count: size), count: size)
        isFixed = modules
        drawPatterns(alignment: index > 0)
        let codewords = Self.codewords(bytes, data)
        let plain = codewords + Self.correction(codewords, correction)
        let drawn = (0..<8).map { mask in
            var code = self
            code.drawFormat(mask)
            code.drawData(plain, mask)
            return code
        }
        self = drawn.min { $0.penalty < $1.penalty }!
    }

    // MARK: data

    /// The data codewords: mode, length, bytes, and padding up to `count`.
    private static func codewords(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        let length = UInt8(bytes.count)
        var nibbles: [UInt8] = [0x4, length >> 4, length & 15]
        for byte in bytes { nibbles += [byte >> 4, byte & 15] }
        nibbles.append(0)
        var words = stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
        while words.count < count { words.append((words.count - bytes.count) % 2 == 0 ? 0xec : 0x11) }
        return words
    }

    /// The error correction codewords: the remainder of division by the generator polynomial, in GF(256) modulo 0x11d.
    private static func correction(_ data: [UInt8], _ count: Int) -> [UInt8] {
        var generator = [UInt8](repeating: 0, count: count - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            for index in 0..<count {
                generator[index] = product(generator[index], root) ^ (index + 1 < count ? generator[index + 1] : 0)
            }
            root = product(root, 2)
        }
        return data.reduce(into: [UInt8](repeating: 0, count: count)) { rest, byte in
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for index in 0..<count { rest[index] ^= product(generator[index], factor) }
        }
    }

    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var result: UInt16 = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) * 0x11d
            if b >> UInt8(bit) & 1 == 1 { result ^= UInt16(a) }
        }
        return UInt8(truncatingIfNeeded: result)
    }

    // MARK: drawing

    private mutating func fix(_ row: Int, _ column: Int, _ isDark: Bool) {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return }
        modules[row][column] = isDark
        isFixed[row][column] = true
    }

    private mutating func drawPatterns(alignment: Bool) {
        for index in 0..<size {
            fix(6, index, index % 2 == 0)
            fix(index, 6, index % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawSquare(row, column, 4, light: [2, 4]) }
        if alignment { drawSquare(size - 7, size - 7, 2, light: [1]) }
        drawFormat(0)
    }

    private mutating func drawSquare(_ row: Int, _ column: Int, _ radius: Int, light: Set<Int>) {
        for y in -radius...radius {
            for x in -radius...radius { fix(row + y, column + x, !light.contains(max(abs(x), abs(y)))) }
        }
    }

    /// Draws both copies of the format information: error correction level and mask, with their BCH code.
    private mutating func drawFormat(_ mask: Int) {
        let data = 0b01 << 3 | mask
        var rest = data
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (data << 10 | rest) ^ 0x5412
        for index in 0..<15 {
            let isDark = bits >> index & 1 == 1
            let row = [0, 1, 2, 3, 4, 5, 7, 8, 8, 8, 8, 8, 8, 8, 8][index]
            let column = [8, 8, 8, 8, 8, 8, 8, 8, 7, 5, 4, 3, 2, 1, 0][index]
            fix(row, column, isDark)
            if index < 8 { fix(8, size - 1 - index, isDark) } else { fix(size - 15 + index, 8, isDark) }
        }
        fix(size - 8, 8, true)
    }

    /// Draws the codewords in pairs of columns from the right, alternately upward and downward, skipping the column of
    /// the timing pattern.
    private mutating func drawData(_ words: [UInt8], _ mask: Int) {
        var bit = 0
        for right in [Int](stride(from: size - 1, through: 7, by: -2)) + [5, 3, 1] {
            let isUpward = (right + 1) & 2 == 0
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isFixed[row][column] {
                    let isDark = bit < words.count * 8 && words[bit >> 3] >> UInt8(7 - bit & 7) & 1 == 1
                    modules[row][column] = isDark != Self.isInverted(row, column, mask)
                    bit += 1
                }
            }
        }
    }

    private static func isInverted(_ y: Int, _ x: Int, _ mask: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    /// How hard the code is to scan: long runs, blocks, and an imbalance of colours add to it. Every mask is readable,
    /// so this only selects the best.
    private var penalty: Int {
        var sum = 0, dark = 0
        for a in 0..<size {
            for line in [modules[a], modules.map { $0[a] }] {
                var run = 0
                for index in line.indices {
                    run = index > 0 && line[index] == line[index - 1] ? run + 1 : 1
                    if run == 5 { sum += 3 } else if run > 5 { sum += 1 }
                }
            }
            for b in 0..<size {
                if modules[a][b] { dark += 1 }
                guard a > 0, b > 0 else { continue }
                let colour = modules[a][b]
                if modules[a - 1][b] == colour && modules[a][b - 1] == colour && modules[a - 1][b - 1] == colour {
                    sum += 3
                }
            }
        }
        return sum + abs(dark * 20 - size * size * 10) / (size * size) * 10
    }

    // MARK: in a terminal

    /// The code with a quiet zone as lines of half blocks, two rows of modules each. Light modules are drawn in the
    /// foreground colour: for a dark terminal.
    public var lines: [String] {
        let zone = 2
        func isLight(_ row: Int, _ column: Int) -> Bool {
            !(modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column])
        }
        return stride(from: -zone, to: size + zone, by: 2).map { row in
            (-zone..<size + zone).map { column in
                switch (isLight(row, column), row + 1 < size + zone && isLight(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
        }
    }
}
