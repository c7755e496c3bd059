internal import Glibc
public import WaldoCore
public import WaldoLoop

/// Writes lines to standard output or into a recording without ever keeping the loop waiting.
///
/// The loop puts each line byte by byte into a ring; one thread, `waldo-writer`, writes it out and sleeps when there is
/// nothing to write. A line is handed over whole, when it ends. Nothing is allocated once the writer is made.
@LoopActor
public final class LineWriter {
    /// What happens to a line that no longer fits.
    public enum WhenFull: Sendable {
        /// It is left out, whole, and counted.
        case dropLines
        /// The writing ends, after the lines before it, and that is told as `.full`.
        case endWithOneFailure
    }

    /// Why the writing ended before it was finished. Told once.
    public enum Ending: Equatable, Sendable {
        /// Nobody reads any more (EPIPE).
        case readerGone
        /// The output is slower than the drive.
        case full
        /// The output failed: ENOSPC and its like.
        case failed(SystemFailure)
    }

    /// How many lines did not fit and were left out.
    @exclusivity(unchecked) public private(set) var droppedLines = 0
    /// Why the writing ended before `finish`; nil while it goes on. Lines that come afterwards are forgotten.
    public private(set) var ending: Ending?

    private let ring: LineRing
    private let whenFull: WhenFull
    private let onEnding: @LoopActor (Ending) -> Void
    private var published = 0
    private var position = 0
    /// Where in the ring `position` is: to divide for each byte takes longer than all else.
    private var place = 0
    private var limit = 0
    private var takesLines = true
    private var lineFits = true
    private var isInLine = false
    // Lent to nobody: looking for overlapping accesses in each line would cost more than the access.
    @exclusivity(unchecked) var reportedDroppedLines = 0
    @exclusivity(unchecked) var isFirstField = true

    /// A writer with its thread.
    /// - Parameters:
    ///   - output: where the lines go; closed when writer and thread are gone.
    ///   - capacity: bytes that may wait.
    ///   - gather: how long lines may wait for others, to be written together, after some have been written; 0: each is
    ///     written at once.
    ///   - whenFull: what happens to a line that no longer fits.
    ///   - onEnding: called on the loop, once, if the writing ends before `finish`.
    /// - Throws: what the system answers when it has no thread left.
    public init(
        to output: consuming OwnedDescriptor, capacity: Int = 1 << 20, gather: Microseconds = 0, whenFull: WhenFull,
        onEnding: @escaping @LoopActor (Ending) -> Void
    ) throws(SystemFailure) {
        let ring = LineRing(capacity: capacity, gather: gather, output: output)
        self.ring = ring
        self.whenFull = whenFull
        self.onEnding = onEnding
        try BackgroundThread.start(name: "waldo-writer") { [weak self] in
            do throws(SystemFailure) { try ring.drain() } catch {
                Task { @LoopActor in self?.end(error.code == EPIPE ? .readerGone : .failed(error)) }
            }
        }
    }

    /// How long a line on standard output may wait behind others.
    private static let outputGather: Microseconds = .milliseconds(10)

    /// Standard output, by a descriptor of our own, so that closing it at the end closes nobody else's.
    public static func standardOutput(
        onEnding: @escaping @LoopActor (Ending) -> Void
    ) throws(SystemFailure) -> LineWriter {
        let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw SystemFailure("fcntl") }
        return try LineWriter(
            to: OwnedDescriptor(owning: copy), gather: outputGather, whenFull: .dropLines, onEnding: onEnding)
    }

    /// Takes no more lines and waits until all are written, for so many microseconds at most.
    /// - Returns: whether all lines handed over have been written.
    @discardableResult
    public func finish(within microseconds: Microseconds) -> Bool {
        let deadline = Monotonic.now() + microseconds
        takesLines = false
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
        guard ending == nil, takesLines else { return }
        ending = reason
        takesLines = false
        ring.close()
        onEnding(reason)
    }

    // MARK: one line

    /// Begins a line. Nothing of it is written before `end`.
    public func begin() {
        precondition(!isInLine, "a line was begun within a line")
        isInLine = true
        lineFits = takesLines
        limit = ring.limit
        position = published
        place = ring.place(of: published)
    }

    /// Ends the line and hands it to the thread.
    public func end() {
        byte(UInt8(ascii: "\n"))
        isInLine = false
        if lineFits {
            published = position
            ring.publish(upTo: position)
        } else if takesLines {
            switch whenFull {
            case .dropLines: droppedLines += 1
            case .endWithOneFailure: end(.full)
            }
        }
    }

    /// Adds a text that is part of the program, as it stands.
    public func text(_ text: StaticString) {
        let count = text.utf8CodeUnitCount
        // In one go where the ring does not end in between. Lent to a closure it would cost a look at the executor each
        // time.
        if isInLine, lineFits, position + count <= limit, place + count < ring.capacity {
            ring.put(text.utf8Start, count, at: place)
            position += count
            place += count
        } else {
            for byte in UnsafeBufferPointer(start: text.utf8Start, count: count) { self.byte(byte) }
        }
    }

    /// Adds one byte.
    public func byte(_ byte: UInt8) {
        precondition(isInLine, "begin a line first")
        guard lineFits, position < limit else {
            lineFits = false
            return
        }
        place = ring.put(byte, at: place)
        position += 1
    }
}
