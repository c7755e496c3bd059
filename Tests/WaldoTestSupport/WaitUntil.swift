import WaldoLoop
import WaldoMeter
import WaldoTime

/// What a test waited for did not happen in time, or a test's environment is not as required.
public struct DidNotHappen: Error, CustomStringConvertible {
    /// What was expected, and what was found instead.
    public let description: String

    /// Creates the error with its description.
    public init(_ description: String) { self.description = description }
}

/// The processes whose want of processor time counts for the running task, besides this one.
public enum MeteredProcesses {
    /// Their ids; their descendants count too. Nil: everything that this process has started.
    @TaskLocal public static var roots: [Int32]?
}

/// Waits until `condition` returns a value, calling it every 5 ms.
///
/// Time that other processes withhold from the test and from what it has started does not count: see `TimeBound`.
/// - Parameters:
///   - what: what is waited for, for the error.
///   - limit: how long to wait.
///   - instead: describes what was found, for the error.
/// - Throws: `DidNotHappen` after that time, `NoVerdict` where too much of it was withheld, and what `condition`
///   throws.
@discardableResult
public func waitUntil<Result>(
    _ what: String, within limit: Duration = .seconds(10), instead: () -> String = { "" },
    _ condition: () async throws -> Result?
) async throws -> Result {
    let meter = ProcessorMeter.shared, begin = Monotonic.now(), bound = TimeSpan(limit)
    var judged = begin + bound
    while true {
        if let result = try await condition() { return result }
        let now = Monotonic.now()
        if now > judged {
            judged = now + .milliseconds(100)
            let withheld = meter.withheld(from: begin, to: now, of: MeteredProcesses.roots)
            switch TimeBound.judge(took: now - begin, bound: bound, withheld: withheld) {
            case .holds: break
            case .isExceeded: throw DidNotHappen("\(what) did not happen within \(limit)\n\(instead())")
            case .none(let withheld): throw NoVerdict(what, withheld: withheld)
            }
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}

extension TimeSpan {
    fileprivate init(_ duration: Duration) {
        let parts = duration.components
        self = .seconds(parts.seconds) + .microseconds(parts.attoseconds / 1_000_000_000_000)
    }
}
