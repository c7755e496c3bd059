import Glibc
import Synchronization

/// What a child writes to one descriptor, drained by a separate thread so that the child never blocks on the test.
final class LineBuffer: Sendable {
    private struct State: ~Copyable {
        var lines: [String] = []
        var rest: [UInt8] = []
        var read = 0
        var ended = false
    }
    private let state = Mutex(State())

    /// Takes ownership of a pipe's read end.
    init(draining descriptor: CInt) {
        let source = Source(buffer: self, descriptor: descriptor)
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, drainSource, Unmanaged.passRetained(source).toOpaque())
        precondition(result == 0, "no thread left to drain a child's output")
        pthread_detach(thread)
    }

    /// All lines so far; after the end, also a last one without a newline.
    var lines: [String] { state.withLock { $0.lines } }

    /// Whether the writer has closed it.
    var ended: Bool { state.withLock { $0.ended } }

    /// The next matching line after the one returned last; nil: there is none yet.
    func next(_ matches: (String) -> Bool) -> String? {
        state.withLock { state in
            guard let index = state.lines[state.read...].firstIndex(where: matches) else { return nil }
            state.read = index + 1
            return state.lines[index]
        }
    }

    fileprivate func add(_ bytes: UnsafeRawBufferPointer) {
        state.withLock { state in
            for byte in bytes {
                if byte != UInt8(ascii: "\n") {
                    state.rest.append(byte)
                } else {
                    state.lines.append(String(decoding: state.rest, as: UTF8.self))
                    state.rest = []
                }
            }
        }
    }

    fileprivate func end() {
        state.withLock { state in
            if !state.rest.isEmpty { state.lines.append(String(decoding: state.rest, as: UTF8.self)) }
            state.ended = true
        }
    }
}

private final class Source {
    let buffer: LineBuffer
    let descriptor: CInt

    init(buffer: LineBuffer, descriptor: CInt) {
        self.buffer = buffer
        self.descriptor = descriptor
    }
}

private func drainSource(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    let source = Unmanaged<Source>.fromOpaque(argument!).takeRetainedValue()
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { bytes in
        while true {
            let count = read(source.descriptor, bytes.baseAddress, bytes.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            source.buffer.add(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
    }
    close(source.descriptor)
    source.buffer.end()
    return nil
}
