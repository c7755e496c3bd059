import Glibc
import Synchronization
import WaldoCore
import WaldoLoop
import WaldoTime

/// A single-producer, single-consumer byte ring: the loop adds whole lines, and one thread writes them out.
///
/// Positions only grow; a byte's offset is its position modulo the capacity. The thread owns the bytes from `tail` to
/// `head`, the loop all others.
final class LineRing: Sendable {
    let capacity: Int
    nonisolated(unsafe) private let storage: UnsafeMutableRawBufferPointer
    private let output: OwnedDescriptor
    private let gather: TimeSpan

    private let head = Atomic(0)
    private let tail = Atomic(0)
    private let isAsleep = Atomic(false)
    private let isClosing = Atomic(false)
    private let isDone = Atomic(false)
    nonisolated(unsafe) private let wake: UnsafeMutablePointer<sem_t>

    /// - Parameter gather: how long the thread lets bytes accumulate after each write, so that it
    ///   wakes up less often.
    init(capacity: Int, gather: TimeSpan, output: consuming OwnedDescriptor) {
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

    /// The position up to which the loop may put bytes now.
    var limit: Int { tail.load(ordering: .acquiring) + capacity }

    /// The offset of a position in the ring.
    func offset(of position: Int) -> Int { position % capacity }

    /// Stores a byte at the offset of a position from `head` on, below `limit`.
    /// - Returns: the next byte's offset.
    @inline(__always)
    func put(_ byte: UInt8, at offset: Int) -> Int {
        storage[offset] = byte
        return offset + 1 == capacity ? 0 : offset + 1
    }

    /// Hands everything below `position` to the thread.
    func publish(upTo position: Int) {
        head.store(position, ordering: .sequentiallyConsistent)
        wakeThread()
    }

    /// No more lines follow: the thread ends once it has written what is left.
    func close() {
        isClosing.store(true, ordering: .sequentiallyConsistent)
        wakeThread()
    }

    /// Whether the thread has ended.
    var isFinished: Bool { isDone.load(ordering: .acquiring) }

    /// Whether everything published has been written.
    var isEmpty: Bool { tail.load(ordering: .acquiring) == head.load(ordering: .acquiring) }

    /// Wakes the thread if it sleeps. A running thread checks `head` again before it sleeps, so the system call is
    /// needed only for a sleeping one.
    private func wakeThread() {
        if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { sem_post(wake) }
    }

    /// Stores bytes that do not wrap around the ring's end.
    @inline(__always)
    func put(_ bytes: UnsafePointer<UInt8>, _ count: Int, at offset: Int) {
        (storage.baseAddress! + offset).copyMemory(from: bytes, byteCount: count)
    }

    // MARK: the thread's side

    /// Writes until the ring is closed and empty, or the output fails.
    /// - Parameters:
    ///   - passes: called with a failure and the bytes that it concerns: whether they are passed over. Otherwise
    ///     writing ends.
    ///   - idle: called when everything is written, before the thread sleeps. It may put more into the ring.
    func drain(
        passing passes: (SystemFailure, UnsafeRawBufferPointer) -> Bool = { _, _ in false }, idle: () -> Void = {}
    ) throws(SystemFailure) {
        defer { isDone.store(true, ordering: .releasing) }
        var pause = gather
        while let chunk = nextChunk(idle, afterSleep: { pause = gather }) {
            let count = write(output.number, chunk.baseAddress, chunk.count)
            if count >= 0 {
                tail.add(count, ordering: .releasing)
                if count == chunk.count { letPileUp(behind: chunk, for: &pause) }
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitUntilWritable()
            default:
                let failure = SystemFailure("write")
                guard passes(failure, chunk) else { throw failure }
                tail.add(chunk.count, ordering: .releasing)
            }
        }
    }

    /// The longest contiguous run of unwritten bytes; sleeps while there is none; nil when the ring is closed and
    /// empty.
    private func nextChunk(_ idle: () -> Void, afterSleep awake: () -> Void) -> UnsafeRawBufferPointer? {
        while true {
            let from = tail.load(ordering: .relaxed)
            let upTo = head.load(ordering: .sequentiallyConsistent)
            if from < upTo {
                let start = from % capacity
                let end = min(start + (upTo - from), capacity)
                return UnsafeRawBufferPointer(rebasing: storage[start..<end])
            }
            if isClosing.load(ordering: .sequentiallyConsistent) { return nil }
            idle()
            isAsleep.store(true, ordering: .sequentiallyConsistent)
            guard head.load(ordering: .sequentiallyConsistent) == from,
                !isClosing.load(ordering: .sequentiallyConsistent)
            else {
                // The loop may have cleared the flag and posted in between; that post costs only one extra check.
                isAsleep.store(false, ordering: .sequentiallyConsistent)
                continue
            }
            while sem_wait(wake) != 0 {}
            awake()
        }
    }

    /// Lets more lines accumulate before the next write. The first line after a pause leaves at once; while more
    /// follow, the thread wakes by its own timer, which saves the loop a system call and the machine a context switch
    /// per line. A stream of lines is written less and less often, down to a quarter.
    private func letPileUp(behind chunk: UnsafeRawBufferPointer, for pause: inout TimeSpan) {
        // A line that wraps around the ring's end is only half written.
        let isHalfWritten = chunk.baseAddress! + chunk.count == storage.baseAddress! + capacity
        guard gather > .zero, !isHalfWritten, !isClosing.load(ordering: .sequentiallyConsistent) else { return }
        usleep(UInt32(pause.microseconds))
        pause = min(pause * 2, gather * 4)
    }

    /// Writes bytes past the ring if the output takes them at once: for when there can be no thread.
    func writeAtOnce(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var descriptor = pollfd(fd: output.number, events: Int16(POLLOUT), revents: 0)
        // More than PIPE_BUF may block although poll(2) promises room.
        let count = min(bytes.count, Int(PIPE_BUF))
        return poll(&descriptor, 1, 0) > 0 && write(output.number, bytes.baseAddress, count) == bytes.count
    }

    /// Waits for an output that another process has made non-blocking, such as a shared terminal or pipe.
    private func waitUntilWritable() {
        var descriptor = pollfd(fd: output.number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&descriptor, 1, -1)
    }
}
