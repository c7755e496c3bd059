/// A set of event codes of one type, in the kernel's own layout: bit n of the words is code n. Uses no heap memory.
struct CodeSet: Equatable, Sendable {
    /// KEY_CNT of linux/input-event-codes.h, the largest number of codes in any type.
    static let capacity = 768

    private var words = InlineArray<12, UInt64>(repeating: 0)

    init(_ codes: some Sequence<UInt16> = []) { for code in codes { insert(code) } }

    var isEmpty: Bool { words.indices.allSatisfy { words[$0] == 0 } }

    func contains(_ code: UInt16) -> Bool {
        guard code < Self.capacity else { return false }
        return words[Int(code) / 64] & (1 << UInt64(code % 64)) != 0
    }

    /// Adds a code; one outside the kernel's range is ignored.
    mutating func insert(_ code: UInt16) {
        guard code < Self.capacity else { return }
        words[Int(code) / 64] |= 1 << UInt64(code % 64)
    }

    /// The codes in ascending order.
    var codes: [UInt16] { (0..<UInt16(Self.capacity)).filter { contains($0) } }

    func containsAll(_ codes: some Sequence<UInt16>) -> Bool { codes.allSatisfy { contains($0) } }

    func containsAny(_ codes: some Sequence<UInt16>) -> Bool { codes.contains { contains($0) } }

    func union(_ other: CodeSet) -> CodeSet {
        var result = self
        for index in words.indices { result.words[index] |= other.words[index] }
        return result
    }

    static func == (a: Self, b: Self) -> Bool { a.words.indices.allSatisfy { a.words[$0] == b.words[$0] } }

    /// The words as bytes, as EVIOCSMASK takes them. The pointer is valid during the call only.
    mutating func withUnsafeMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
        Swift.withUnsafeMutableBytes(of: &words, body)
    }
}
