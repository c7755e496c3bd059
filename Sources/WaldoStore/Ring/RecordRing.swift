import CWaldoShims
import Glibc
import Synchronization
import WaldoLoop
import WaldoTime

/// A single-producer, single-consumer ring of records, each behind its length: the loop adds whole records, and the
/// store's thread takes them in order.
///
/// Positions only grow; a byte's offset is its position modulo the capacity. The thread owns the bytes from `tail` to
/// `head`, the loop all others.
final class RecordRing: Sendable {
    /// What the thread waits for.
    private enum Waiting {
        static let nothing = 0, anything = 1, much = 2
    }

    let capacity: Int
    /// So many readings wake a thread that lets records accumulate.
    static let manyReadings = 256

    nonisolated(unsafe) private let storage: UnsafeMutableRawBufferPointer
    private let head = Atomic(0)
    private let tail = Atomic(0)
    private let readings = Atomic(0)
    private let waiting = Atomic(Waiting.nothing)
    private let closing = Atomic(false)
    private let broken = Atomic(false)
    private let done = Atomic(false)
    private let wake: OwnedDescriptor

    /// - Throws: the system's error when the process may open no more descriptors.
    init(capacity: Int) throws(SystemFailure) {
        let descriptor = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw SystemFailure("eventfd") }
        wake = OwnedDescriptor(owning: descriptor)
        self.capacity = capacity
        storage = .allocate(byteCount: capacity, alignment: 8)
    }

    deinit { storage.deallocate() }

    // MARK: the loop's side

    /// Adds a record if at least `reserve` bytes stay free behind it.
    /// - Returns: whether it has been added.
    func push(_ record: UnsafeRawBufferPointer, reserve: Int, isReading: Bool) -> Bool {
        let from = head.load(ordering: .relaxed)
        let size = record.count + 4
        guard from + size + reserve <= tail.load(ordering: .acquiring) + capacity else { return false }
        withUnsafeBytes(of: UInt32(record.count)) { copy($0, to: from) }
        copy(record, to: from + 4)
        if isReading { readings.add(1, ordering: .relaxed) }
        head.store(from + size, ordering: .sequentiallyConsistent)
        wakeThread()
        return true
    }

    private func copy(_ bytes: UnsafeRawBufferPointer, to position: Int) {
        let offset = position % capacity
        let first = min(bytes.count, capacity - offset)
        (storage.baseAddress! + offset).copyMemory(from: bytes.baseAddress!, byteCount: first)
        if first < bytes.count {
            storage.baseAddress!.copyMemory(from: bytes.baseAddress! + first, byteCount: bytes.count - first)
        }
    }

    private func wakeThread() {
        switch waiting.load(ordering: .sequentiallyConsistent) {
        case Waiting.nothing: return
        case Waiting.much where !hasMuch: return
        default: break
        }
        if waiting.exchange(Waiting.nothing, ordering: .sequentiallyConsistent) != Waiting.nothing {
            eventfd_write(wake.number, 1)
        }
    }

    /// No more records follow: the thread ends once it has taken what is left.
    func close() {
        closing.store(true, ordering: .sequentiallyConsistent)
        wakeThread()
    }

    /// Whether the thread has ended.
    var isDone: Bool { done.load(ordering: .acquiring) }
    /// Whether the store has failed: no record that is added any more will be stored.
    var isBroken: Bool { broken.load(ordering: .acquiring) }

    // MARK: both sides

    var isClosing: Bool { closing.load(ordering: .sequentiallyConsistent) }
    var isEmpty: Bool { tail.load(ordering: .acquiring) == head.load(ordering: .sequentiallyConsistent) }

    /// Whether there is so much in it that a thread that lets records accumulate should take them now.
    var hasMuch: Bool {
        isClosing || readings.load(ordering: .relaxed) >= Self.manyReadings
            || head.load(ordering: .relaxed) - tail.load(ordering: .relaxed) >= capacity / 2
    }

    // MARK: the thread's side

    func markDone() { done.store(true, ordering: .releasing) }
    func markBroken() { broken.store(true, ordering: .releasing) }

    /// Waits until there is a record, or until the ring is closed.
    func waitForAny(atMost span: TimeSpan?) { wait(Waiting.anything, atMost: span) { !isEmpty || isClosing } }

    /// Lets records accumulate, until the time has passed or there is much.
    func waitForMuch(atMost span: TimeSpan) { wait(Waiting.much, atMost: span) { hasMuch } }

    private func wait(_ reason: Int, atMost span: TimeSpan?, until isReady: () -> Bool) {
        waiting.store(reason, ordering: .sequentiallyConsistent)
        defer { waiting.store(Waiting.nothing, ordering: .sequentiallyConsistent) }
        // A post that comes after this check costs only one extra turn.
        guard !isReady() else { return }
        var descriptor = pollfd(fd: wake.number, events: Int16(POLLIN), revents: 0)
        let milliseconds = span.map { min(max(0, ($0.microseconds + 999) / 1000), 60_000) } ?? -1
        _ = poll(&descriptor, 1, CInt(milliseconds))
        var count: eventfd_t = 0
        eventfd_read(wake.number, &count)
    }

    /// Gives each record that is in the ring now to `body`, in order, and frees its bytes after it.
    /// - Parameter spare: holds a record that wraps around the ring's end.
    func drain(
        spare: UnsafeMutableRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(StoreError) -> Void
    ) throws(StoreError) {
        let end = head.load(ordering: .sequentiallyConsistent)
        var from = tail.load(ordering: .relaxed)
        while from < end {
            var size: UInt32 = 0
            withUnsafeMutableBytes(of: &size) { fetch($0, at: from) }
            let record: UnsafeRawBufferPointer
            let offset = (from + 4) % capacity
            if offset + Int(size) <= capacity {
                record = UnsafeRawBufferPointer(rebasing: storage[offset..<offset + Int(size)])
            } else {
                let piece = UnsafeMutableRawBufferPointer(rebasing: spare[..<Int(size)])
                fetch(piece, at: from + 4)
                record = UnsafeRawBufferPointer(piece)
            }
            let isReading = record[0] == RecordKind.reading.rawValue
            from += 4 + Int(size)
            defer {
                if isReading { readings.subtract(1, ordering: .relaxed) }
                tail.store(from, ordering: .releasing)
            }
            try body(record)
        }
    }

    private func fetch(_ bytes: UnsafeMutableRawBufferPointer, at position: Int) {
        let offset = position % capacity
        let first = min(bytes.count, capacity - offset)
        bytes.baseAddress!.copyMemory(from: storage.baseAddress! + offset, byteCount: first)
        if first < bytes.count {
            (bytes.baseAddress! + first).copyMemory(from: storage.baseAddress!, byteCount: bytes.count - first)
        }
    }
}
