import Glibc
import Synchronization
import WaldoTime

/// A file to which a meter appends, as JSON Lines, what whoever runs it has to know: the times in which the measured
/// processes were starved, and each second how much was withheld so far. All times are microseconds of CLOCK_MONOTONIC.
///
///     {"starved":812345,"until":1062345,"us":140210}
///     {"at":1100000,"withheld":240000}
final class MeterReport: Sendable {
    private struct State {
        var total: TimeSpan = .zero
        var added: Instant?
        var said: Instant?
    }

    private let path: String
    private let state = Mutex(State())

    init(_ path: String) { self.path = path }

    /// Takes what was withheld in the last `TimeBound.maxLateness` before a time; it is called for each part of that.
    func note(_ time: Instant, _ withheld: TimeSpan) {
        state.withLock { state in
            if TimeBound.isStarved(withheld, of: TimeBound.maxLateness) {
                let begin = time - TimeBound.maxLateness
                let times = "\"starved\":\(begin.microseconds),\"until\":\(time.microseconds)"
                append("{\(times),\"us\":\(withheld.microseconds)}\n")
            }
            if state.added.map({ time - $0 >= TimeBound.maxLateness }) ?? true {
                state.total += withheld
                state.added = time
            }
            if state.said.map({ time - $0 >= .seconds(1) }) ?? true {
                append("{\"at\":\(time.microseconds),\"withheld\":\(state.total.microseconds)}\n")
                state.said = time
            }
        }
    }

    private func append(_ line: String) {
        let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        _ = write(file, line, line.utf8.count)
        close(file)
    }
}
