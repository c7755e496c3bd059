/// Numbers and texts as bytes, between this process and its helper.
struct Packet: Equatable, Sendable {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ number: Int64) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ number: Int) { put(Int64(number)) }
    mutating func put(_ flag: Bool) { put(flag ? 1 : 0 as Int64) }
    mutating func put(_ number: Double) { put(Int64(bitPattern: number.bitPattern)) }

    mutating func put(_ text: String) { put(Array(text.utf8)) }

    mutating func put(_ bytes: [UInt8]) {
        put(bytes.count)
        self.bytes += bytes
    }

    mutating func put<Element>(_ elements: some Collection<Element>, _ put: (inout Packet, Element) -> Void) {
        self.put(elements.count)
        for element in elements { put(&self, element) }
    }
}

/// Reads a packet. What it holds may be anything: a helper has read it in anybody's file.
struct PacketReader {
    /// The bytes are not those of a packet.
    struct Malformed: Error {}

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func int64() throws(Malformed) -> Int64 {
        guard rest.count >= 8 else { throw Malformed() }
        defer { rest.removeFirst(8) }
        return rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int64($1) }
    }

    /// A number within a range.
    mutating func int(_ range: ClosedRange<Int> = 0...Int(Int32.max)) throws(Malformed) -> Int {
        guard let number = Int(exactly: try int64()), range.contains(number) else { throw Malformed() }
        return number
    }

    mutating func flag() throws(Malformed) -> Bool { try int(0...1) == 1 }

    mutating func double() throws(Malformed) -> Double { Double(bitPattern: UInt64(bitPattern: try int64())) }

    /// A number that is not infinite or NaN.
    mutating func finite() throws(Malformed) -> Double {
        let number = try double()
        guard number.isFinite else { throw Malformed() }
        return number
    }

    mutating func text() throws(Malformed) -> String { String(decoding: try data(), as: UTF8.self) }

    /// A text, of which the rest is dropped behind so many characters: the process that reads it keeps it.
    mutating func text(limit: Int) throws(Malformed) -> String {
        let bytes = try slice().prefix(4 * limit)
        return String(String(decoding: bytes, as: UTF8.self).unicodeScalars.prefix(limit))
    }

    mutating func data() throws(Malformed) -> [UInt8] { Array(try slice()) }

    private mutating func slice() throws(Malformed) -> ArraySlice<UInt8> {
        let count = try int(0...rest.count)
        guard count <= rest.count else { throw Malformed() }
        defer { rest.removeFirst(count) }
        return rest.prefix(count)
    }

    /// As many elements as the packet says, at most so many.
    mutating func list<Element>(
        limit: Int, _ element: (inout PacketReader) throws(Malformed) -> Element
    ) throws(Malformed) -> [Element] {
        var elements: [Element] = []
        for _ in 0..<(try int(0...limit)) { elements.append(try element(&self)) }
        return elements
    }

    /// Checks that nothing follows.
    func end() throws(Malformed) { guard rest.isEmpty else { throw Malformed() } }
}
