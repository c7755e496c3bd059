import Glibc
import Synchronization
public import WaldoLoop
public import WaldoTime

/// Writes lines to standard output or into a recording without ever blocking the loop.
///
/// The loop puts each line into a ring, byte by byte, and a thread, `waldo-writer`, writes the ring out and sleeps when
/// it is empty. The thread gets a line only when it is complete. Nothing is allocated after initialization.
@LoopActor
public final class LineWriter {
    /// What happens to a line that no longer fits.
    public enum WhenFull: Sendable {
        /// The whole line is dropped and counted.
        case dropLines
        /// Writing ends after the lines before it, and `.full` is reported.
        case endWithOneFailure
    }

    /// Why writing ended before `finish`. Reported once.
    public enum Ending: Equatable, Sendable {
        /// The reader has closed its end (EPIPE).
        case readerGone
        /// The output is too slow: the ring is full.
        case full
        /// The output failed, with ENOSPC for example.
        case failed(SystemFailure)
    }

    /// How many lines did not fit and were dropped.
    @exclusivity(unchecked) public internal(set) var droppedLines = 0
    /// Why writing ended before `finish`; nil while it goes on. Later lines are discarded.
    public private(set) var ending: Ending?

    /// Whether lines have been dropped since the thread looked last.
    private final class Gap: Sendable {
        let isNew = Atomic(false)
    }

    private let ring: LineRing
    private let gap = Gap()
    private let whenFull: WhenFull
    private let onEnding: @LoopActor (Ending) -> Void
    private var published = 0
    private var position = 0
    /// The offset of `position` in the ring, kept because a division for each byte would be the greatest cost of all.
    private var offset = 0
    private var limit = 0
    private var acceptsLines: Bool
    private var lineFits = true
    private var isInLine = false
    // Never passed `inout`: the runtime's exclusivity check would cost more than the access itself.
    @exclusivity(unchecked) var reportedDroppedLines = 0
    @exclusivity(unchecked) var isFirstField = true

    /// Creates a writer and starts its thread.
    /// - Parameters:
    ///   - output: where the lines go; closed when both writer and thread are gone.
    ///   - capacity: the size of the ring in bytes.
    ///   - gather: how long lines wait after a write so that several are written together, up to four times as long
    ///     while lines keep coming; 0: each is written at once.
    ///   - whenFull: what happens to a line that no longer fits.
    ///   - onEnding: called on the loop, once, if writing ends before `finish`.
    /// - Throws: the system's error when the thread cannot be started.
    public init(
        to output: consuming OwnedDescriptor, capacity: Int = 1 << 20, gather: TimeSpan = .zero, whenFull: WhenFull,
        onEnding: @escaping @LoopActor (Ending) -> Void
    ) throws(SystemFailure) {
        // Nobody reads what goes to /dev/null: no line is formatted, and no thread wakes.
        acceptsLines = !NullDevice.isOpen(as: output.number)
        let ring = LineRing(capacity: capacity, gather: gather, output: output)
        self.ring = ring
        self.whenFull = whenFull
        self.onEnding = onEnding
        try BackgroundThread.start(name: "waldo-writer") { [gap, weak self] in
            do throws(SystemFailure) {
                try ring.drain(idle: {
                    guard gap.isNew.exchange(false, ordering: .relaxed) else { return }
                    Task { @LoopActor in self?.reportDroppedLines() }
                })
            } catch {
                Task { @LoopActor in self?.end(error.code == EPIPE ? .readerGone : .failed(error)) }
            }
        }
    }

    /// How long a line on standard output waits for others at first.
    private static let outputGather: TimeSpan = .milliseconds(10)

    /// A writer to a duplicate of standard output's descriptor, so that closing it leaves the original open.
    /// - Throws: the system's error when the descriptor cannot be duplicated or the thread cannot be started.
    public static func standardOutput(
        onEnding: @escaping @LoopActor (Ending) -> Void
    ) throws(SystemFailure) -> LineWriter {
        let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw SystemFailure("fcntl") }
        return try LineWriter(
            to: OwnedDescriptor(owning: copy), gather: outputGather, whenFull: .dropLines, onEnding: onEnding)
    }

    /// Accepts no more lines, and blocks until all are written or the time has passed.
    /// - Returns: whether all lines handed over have been written.
    @discardableResult
    public func finish(within span: TimeSpan) -> Bool {
        let deadline = Monotonic.now() + span
        acceptsLines = false
        ring.close()
        while !ring.isFinished {
            guard Monotonic.now() < deadline else { return false }
            usleep(500)
        }
        return ending == nil && ring.isEmpty
    }

    /// Whether every line handed over has been written.
    public var isEmpty: Bool { ring.isEmpty }

    private func end(_ reason: Ending) {
        guard ending == nil, acceptsLines else { return }
        ending = reason
        acceptsLines = false
        ring.close()
        onEnding(reason)
    }

    // MARK: one line

    /// Begins a line. None of it is written before `end`.
    public func begin() {
        precondition(!isInLine, "a line was begun within a line")
        isInLine = true
        lineFits = acceptsLines
        limit = ring.limit
        position = published
        offset = ring.offset(of: published)
    }

    /// Ends the line and hands it to the thread.
    public func end() {
        byte(UInt8(ascii: "\n"))
        isInLine = false
        if lineFits {
            published = position
            ring.publish(upTo: position)
        } else if acceptsLines {
            switch whenFull {
            case .dropLines:
                droppedLines += 1
                gap.isNew.store(true, ordering: .relaxed)
            case .endWithOneFailure: end(.full)
            }
        }
    }

    /// Adds a text that is part of the program, without escaping.
    public func text(_ text: StaticString) {
        // `withUTF8Buffer` would cost an executor check for each call.
        bytes(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Adds bytes: one copy unless they wrap around the ring's end.
    @inline(__always)
    func bytes(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isInLine, lineFits, position + bytes.count <= limit, offset + bytes.count < ring.capacity,
            let start = bytes.baseAddress
        {
            ring.put(start, bytes.count, at: offset)
            position += bytes.count
            offset += bytes.count
        } else {
            for byte in bytes { self.byte(byte) }
        }
    }

    /// Adds one byte.
    public func byte(_ byte: UInt8) {
        precondition(isInLine, "begin a line first")
        guard lineFits, position < limit else {
            lineFits = false
            return
        }
        offset = ring.put(byte, at: offset)
        position += 1
    }
}
