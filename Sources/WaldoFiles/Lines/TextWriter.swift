import Glibc
import Synchronization
public import WaldoLoop
public import WaldoTime

/// Writes text to a descriptor, from any thread, and never waits for its reader: neither a pipe that nobody reads nor a
/// terminal that Ctrl-S has stopped can hold up the loop.
///
/// A text goes into a ring, and a thread, `waldo-text`, writes the ring out; it starts with the first text and sleeps
/// when the ring is empty. A text that does not fit is left out. As soon as there is room again, a line says how many
/// were.
public final class TextWriter: Sendable {
    private struct State: ~Copyable {
        var hasThread = false
        /// Where the next text begins; positions only grow.
        var position = 0
        /// Texts that did not fit, or could not be written, and of which that has not been said.
        var leftOut = 0
        /// Whether the last write failed: then that is said with the next text and not before.
        var isFailing = false
        var failure: CInt?
        var onFailure: (@Sendable (CInt) -> Void)?
    }

    private let ring: LineRing
    private let state = Mutex(State())

    /// A writer that has no thread yet.
    /// - Parameters:
    ///   - output: where the text goes; closed when both writer and thread are gone.
    ///   - capacity: the size of the ring in bytes.
    public init(to output: consuming OwnedDescriptor, capacity: Int = 1 << 20) {
        ring = LineRing(capacity: capacity, gather: .zero, output: output)
    }

    deinit { ring.close() }

    /// Adds a text: one or more whole lines, or a part of one. It is written as a whole or left out.
    public func write(_ text: String) {
        state.withLock { state in
            state.isFailing = false
            guard start(&state) else { return writeAtOnce(text, &state) }
            sayLeftOut(&state)
            if state.leftOut > 0 || !put(text, &state) { state.leftOut += 1 }
        }
    }

    /// Waits until everything is written, or until a time.
    /// - Returns: whether everything has been written, as far as the output took it.
    @discardableResult
    public func finish(until end: Instant) -> Bool {
        state.withLock { if !$0.isFailing { sayLeftOut(&$0) } }
        while !ring.isEmpty {
            guard Monotonic.now() < end else { return false }
            usleep(500)
        }
        return state.withLock { $0.leftOut == 0 || $0.failure != nil }
    }

    /// The errno of the first write that failed; nil: none has.
    public var failure: CInt? { state.withLock { $0.failure } }

    /// Has a closure called with the errno of the first write that fails, on the writer's thread; at once if one has
    /// failed.
    public func onFailure(_ body: @escaping @Sendable (CInt) -> Void) {
        let failure = state.withLock { state in
            state.onFailure = body
            return state.failure
        }
        if let failure { body(failure) }
    }

    // MARK: the ring

    /// Starts the thread with the first text.
    /// - Returns: whether there is one.
    private func start(_ state: inout State) -> Bool {
        guard !state.hasThread else { return true }
        do throws(SystemFailure) {
            try BackgroundThread.start(name: "waldo-text") { [ring, weak self] in
                try? ring.drain(passing: { self?.missed($0, $1) != nil }, idle: { self?.caughtUp() })
            }
            state.hasThread = true
        } catch {}
        return state.hasThread
    }

    private func put(_ text: String, _ state: inout State) -> Bool {
        let bytes = text.utf8
        guard state.position + bytes.count <= ring.limit else { return false }
        var offset = ring.offset(of: state.position)
        for byte in bytes { offset = ring.put(byte, at: offset) }
        state.position += bytes.count
        ring.publish(upTo: state.position)
        return true
    }

    private func writeAtOnce(_ text: String, _ state: inout State) {
        var text = text
        let isWritten = text.withUTF8 { ring.writeAtOnce(UnsafeRawBufferPointer($0)) }
        if !isWritten { state.leftOut += 1 }
    }

    /// Says how many texts were left out, if there is room for that.
    private func sayLeftOut(_ state: inout State) {
        guard state.leftOut > 0 else { return }
        let lines = state.leftOut == 1 ? "1 line" : "\(state.leftOut) lines"
        if put("(\(lines) left out here)\n", &state) { state.leftOut = 0 }
    }

    // MARK: the thread's side

    private func caughtUp() { state.withLock { if !$0.isFailing { sayLeftOut(&$0) } } }

    /// Counts what could not be written.
    private func missed(_ failure: SystemFailure, _ bytes: UnsafeRawBufferPointer) {
        let lines = bytes.count { $0 == UInt8(ascii: "\n") }
        let isNews = state.withLock { state in
            state.isFailing = true
            state.leftOut += max(1, lines)
            defer { state.failure = state.failure ?? failure.code }
            return state.failure == nil ? state.onFailure : nil
        }
        isNews?(failure.code)
    }
}
