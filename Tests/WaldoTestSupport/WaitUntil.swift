/// What a test waited for did not happen in time, or a test's environment is not as required.
public struct DidNotHappen: Error, CustomStringConvertible {
    /// What was expected, and what was found instead.
    public let description: String

    /// Creates the error with its description.
    public init(_ description: String) { self.description = description }
}

/// Waits until `condition` returns a value, calling it every 5 ms.
/// - Parameters:
///   - what: what is waited for, for the error.
///   - limit: how long to wait.
///   - instead: describes what was found, for the error.
/// - Throws: `DidNotHappen` after that time, and what `condition` throws.
@discardableResult
public func waitUntil<Result>(
    _ what: String, within limit: Duration = .seconds(10), instead: () -> String = { "" },
    _ condition: () async throws -> Result?
) async throws -> Result {
    let end = ContinuousClock.now + limit
    while true {
        if let result = try await condition() { return result }
        guard ContinuousClock.now < end else {
            throw DidNotHappen("\(what) did not happen within \(limit)\n\(instead())")
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}
