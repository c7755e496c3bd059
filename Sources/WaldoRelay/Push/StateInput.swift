import Glibc

/// Lines of standard input, taken without waiting for them.
final class StateInput {
    private var rest: [UInt8] = []
    /// Whether no more lines come: the survey has ended.
    private(set) var isOver = false

    /// The whole lines that have come; one that is too long is left out.
    func lines() -> [[UInt8]] {
        var chunk = [UInt8](repeating: 0, count: 4096), lines: [[UInt8]] = []
        // A writer that never pauses must not hold up the rest.
        for _ in 0..<64 where !isOver && isReadable {
            let count = read(STDIN_FILENO, &chunk, chunk.count)
            guard count > 0 else {
                isOver = count == 0 || errno != EINTR
                break
            }
            rest += chunk[..<count]
        }
        while let end = rest.firstIndex(of: 10) {
            if end <= StationState.greatest { lines.append(Array(rest[..<end])) }
            rest.removeSubrange(...end)
        }
        if rest.count > StationState.greatest { rest.removeSubrange(..<(rest.count - StationState.greatest)) }
        return lines
    }

    private var isReadable: Bool {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0
    }
}
