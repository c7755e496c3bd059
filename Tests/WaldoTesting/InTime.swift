public import Testing
import WaldoLoop
import WaldoMeter
import WaldoTestSupport
public import WaldoTime

/// Now, with the meter running: the beginning of a time for `expectInTime`.
public func meteredNow() -> Instant {
    _ = ProcessorMeter.shared
    return Monotonic.now()
}

/// Records an issue if more than a bound has passed, less what other processes withheld meanwhile from the test and
/// from what it has started: see `TimeBound`.
/// - Parameters:
///   - begin: when it began: `meteredNow()`, or later.
///   - bound: the longest time that it may take.
///   - place: where the issue is recorded.
public func expectInTime(
    since begin: Instant, within bound: TimeSpan, _ place: SourceLocation = #_sourceLocation
) {
    let now = Monotonic.now(), took = now - begin
    guard took > bound else { return }
    let withheld = ProcessorMeter.shared.withheld(from: begin, to: now, of: MeteredProcesses.roots)
    switch TimeBound.judge(took: took, bound: bound, withheld: withheld) {
    case .holds: break
    case .isExceeded: Issue.record("it took \(took.microseconds) µs, not \(bound.microseconds)", sourceLocation: place)
    case .none(let withheld):
        Issue.record("\(NoVerdict("what took \(took.microseconds) µs", withheld: withheld))", sourceLocation: place)
    }
}
