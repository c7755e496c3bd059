internal import Glibc
internal import Synchronization
internal import WaldoCore
internal import WaldoLoop

/// The bytes between the loop, which adds whole lines, and the one thread that writes them.
///
/// Positions only grow; a byte's place is its position modulo the capacity. The bytes from `tail` to `head` are the
/// thread's, all others the loop's.
final class LineRing: Sendable {
    let capacity: Int
    nonisolated(unsafe) private let storage: UnsafeMutableRawBufferPointer
    private let output: OwnedDescriptor
    private let gather: Microseconds

    private let head = Atomic(0)
    private let tail = Atomic(0)
    private let isAsleep = Atomic(false)
    private let isClosing = Atomic(false)
    private let isDone = Atomic(false)
    nonisolated(unsafe) private let wake: UnsafeMutablePointer<sem_t>

    /// - Parameter gather: how long the thread lets bytes pile up after it has written some, so that it wakes up
    ///   seldom.
    init(capacity: Int, gather: Microseconds, output: consuming OwnedDescriptor) {
        self.capacity = capacity
        self.gather = gather
        self.output = output
        storage = .allocate(byteCount: capacity, alignment: 1)
        wake = .allocate(capacity: 1)
        sem_init(wake, 0, 0)
    }

    deinit {
        sem_destroy(wake)
        wake.deallocate()
        storage.deallocate()
    }

    // MARK: the loop's side

    /// Up to which position the loop may put bytes now.
    var limit: Int { tail.load(ordering: .acquiring) + capacity }

    /// The place of a position.
    func place(of position: Int) -> Int { position % capacity }

    /// Puts a byte at the place of a position from `head` on, below `limit`.
    /// - Returns: the place of the next one.
    @inline(__always)
    func put(_ byte: UInt8, at place: Int) -> Int {
        storage[place] = byte
        return place + 1 == capacity ? 0 : place + 1
    }

    /// Hands everything below `position` to the thread.
    func publish(upTo position: Int) {
        head.store(position, ordering: .sequentiallyConsistent)
        wakeThread()
    }

    /// No line comes any more: the thread ends once it has written what is there.
    func close() {
        isClosing.store(true, ordering: .sequentiallyConsistent)
        wakeThread()
    }

    /// Whether the thread has ended.
    var isFinished: Bool { isDone.load(ordering: .acquiring) }

    /// Whether everything published has been written.
    var isEmpty: Bool { tail.load(ordering: .acquiring) == head.load(ordering: .acquiring) }

    /// A thread that is at work looks at `head` once more before it sleeps: only a sleeping one costs a system call.
    private func wakeThread() {
        if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { sem_post(wake) }
    }

    /// Puts bytes that all have their place before the ring's end.
    @inline(__always)
    func put(_ bytes: UnsafePointer<UInt8>, _ count: Int, at place: Int) {
        (storage.baseAddress! + place).copyMemory(from: bytes, byteCount: count)
    }

    // MARK: the thread's side

    /// Writes until the ring is closed and empty, or the output fails.
    func drain() throws(SystemFailure) {
        defer { isDone.store(true, ordering: .releasing) }
        while let chunk = nextChunk() {
            let count = write(output.number, chunk.baseAddress, chunk.count)
            if count >= 0 {
                tail.add(count, ordering: .releasing)
                if count == chunk.count { letPileUp(behind: chunk) }
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitUntilWritable()
            default: throw SystemFailure("write")
            }
        }
    }

    /// The longest run of bytes that waits; sleeps while there is none; nil at the end.
    private func nextChunk() -> UnsafeRawBufferPointer? {
        while true {
            let from = tail.load(ordering: .relaxed)
            let upTo = head.load(ordering: .sequentiallyConsistent)
            if from < upTo {
                let start = from % capacity
                let end = min(start + (upTo - from), capacity)
                return UnsafeRawBufferPointer(rebasing: storage[start..<end])
            }
            if isClosing.load(ordering: .sequentiallyConsistent) { return nil }
            isAsleep.store(true, ordering: .sequentiallyConsistent)
            guard head.load(ordering: .sequentiallyConsistent) == from,
                !isClosing.load(ordering: .sequentiallyConsistent)
            else {
                // The loop may have taken the flag and posted in between; that post then only costs one more look.
                isAsleep.store(false, ordering: .sequentiallyConsistent)
                continue
            }
            while sem_wait(wake) != 0 {}
        }
    }

    /// The first line after a silence leaves at once. While more of them come the thread wakes up by itself: the loop
    /// is spared a system call a line, and the machine a change of threads.
    private func letPileUp(behind chunk: UnsafeRawBufferPointer) {
        // At the ring's end a line goes on at its beginning.
        let isHalfWritten = chunk.baseAddress! + chunk.count == storage.baseAddress! + capacity
        guard gather > 0, !isHalfWritten, !isClosing.load(ordering: .sequentiallyConsistent) else { return }
        usleep(UInt32(gather))
    }

    /// A terminal or pipe that somebody has made non-blocking.
    private func waitUntilWritable() {
        var place = pollfd(fd: output.number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&place, 1, -1)
    }
}
