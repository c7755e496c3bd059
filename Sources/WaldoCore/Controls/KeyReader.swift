/// A set of keys with the same function; at most 64, more are ignored.
struct KeyReader: Equatable, Sendable {
    private let codes: [UInt16]
    private var down: UInt64 = 0

    init(_ codes: [UInt16] = []) { self.codes = Array(codes.prefix(64)) }

    var isEmpty: Bool { codes.isEmpty }

    /// Whether any of the keys is down.
    var isDown: Bool { down != 0 }

    /// Whether this key is among them.
    func contains(_ code: UInt16) -> Bool { codes.contains(code) }

    mutating func adopt(_ state: InputState) {
        down = 0
        for code in state.keysDown { apply(code, down: true) }
    }

    mutating func apply(_ code: UInt16, down isDown: Bool) {
        guard let index = codes.firstIndex(of: code) else { return }
        if isDown { down |= 1 << UInt64(index) } else { down &= ~(1 << UInt64(index)) }
    }

    /// The codes of the keys that are down.
    var codesDown: [UInt16] { codes.indices.filter { down >> UInt64($0) & 1 == 1 }.map { codes[$0] } }
}
