/// A test waited for something that did not come in time.
public struct DidNotHappen: Error, CustomStringConvertible {
    /// What was waited for, and what was there instead.
    public let description: String

    /// A wait for `description` that was in vain.
    public init(_ description: String) { self.description = description }
}

/// Waits until `condition` gives something, looking every 2 ms.
/// - Throws: `DidNotHappen` past the time, with what `instead` tells.
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
        try await Task.sleep(for: .milliseconds(2))
    }
}
