import WaldoTime

/// One record while it is encoded, on the loop's side. Nothing is allocated after initialization.
final class RecordBuffer {
    /// No record is longer: a text or message that does not fit into it is dropped and counted as one that did not fit
    /// into the ring.
    static let capacity = 1 << 16

    private let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: RecordBuffer.capacity, alignment: 8)
    private(set) var count = 0
    /// Whether all that was put is in it.
    private(set) var isWhole = true

    deinit { storage.deallocate() }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[..<count]) }

    func begin(_ kind: RecordKind) {
        count = 0
        isWhole = true
        put(kind.rawValue)
    }

    func put<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
        guard count + MemoryLayout<Number>.size <= Self.capacity else {
            isWhole = false
            return
        }
        storage.storeBytes(of: number, toByteOffset: count, as: Number.self)
        count += MemoryLayout<Number>.size
    }

    func put(_ number: Double) { put(number.bitPattern) }
    func put(_ flag: Bool) { put(flag ? 1 : 0 as UInt8) }
    func put(_ instant: Instant) { put(instant.microseconds) }

    func put(_ bytes: UnsafeRawBufferPointer) {
        put(UInt32(truncatingIfNeeded: bytes.count))
        guard count + bytes.count <= Self.capacity else {
            isWhole = false
            return
        }
        if let from = bytes.baseAddress {
            (storage.baseAddress! + count).copyMemory(from: from, byteCount: bytes.count)
        }
        count += bytes.count
    }

    /// A text of Swift's own is stored as UTF-8 and copied from there.
    func put(_ text: String) {
        var text = text
        text.withUTF8 { put(UnsafeRawBufferPointer($0)) }
    }
}
