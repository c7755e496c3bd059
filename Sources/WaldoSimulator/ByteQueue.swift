/// The bytes that a receiver has not read yet, and the writes that they came in; what does not fit is lost.
struct ByteQueue: Sendable {
    private var bytes: [UInt8]
    private var first = 0
    private(set) var count = 0
    /// How many bytes of each write are in the queue, oldest first, as a ring.
    private var records: [Int]
    private var firstRecord = 0
    private(set) var recordCount = 0

    init(capacity: Int) {
        bytes = [UInt8](repeating: 0, count: capacity)
        records = [Int](repeating: 0, count: capacity)
    }

    var isFull: Bool { count == bytes.count }

    /// Takes a byte; the queue must not be full.
    mutating func append(_ byte: UInt8) {
        bytes[(first + count) % bytes.count] = byte
        count += 1
    }

    mutating func pop() -> UInt8 {
        defer {
            first = (first + 1) % bytes.count
            count -= 1
        }
        return bytes[first]
    }

    /// Notes that the last bytes came in one write. Each write has a byte at least, so that there is room.
    mutating func endRecord(of size: Int) {
        guard size > 0 else { return }
        records[(firstRecord + recordCount) % records.count] = size
        recordCount += 1
    }

    /// The size of the oldest write, which is taken out; nil: there is none.
    mutating func popRecord() -> Int? {
        guard recordCount > 0 else { return nil }
        defer {
            firstRecord = (firstRecord + 1) % records.count
            recordCount -= 1
        }
        return records[firstRecord]
    }
}
