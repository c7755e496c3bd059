import WaldoTime

/// Reads a record in the order in which `RecordBuffer` has put its parts, on the thread's side.
struct RecordReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    let kind: RecordKind

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        guard let kind = RecordKind(rawValue: bytes[0]) else { preconditionFailure("the ring holds no record here") }
        self.kind = kind
        offset = 1
    }

    mutating func int<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type = Number.self) -> Number {
        defer { offset += MemoryLayout<Number>.size }
        return bytes.loadUnaligned(fromByteOffset: offset, as: Number.self)
    }

    mutating func double() -> Double { Double(bitPattern: int()) }
    mutating func flag() -> Bool { int(UInt8.self) != 0 }
    mutating func instant() -> Instant { Instant(microseconds: int()) }

    mutating func raw() -> UnsafeRawBufferPointer {
        let count = Int(int(UInt32.self))
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }

    mutating func text() -> String { String(decoding: raw(), as: UTF8.self) }
}
