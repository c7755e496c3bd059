import WaldoTestSupport

/// Runs a program to its end.
/// - Returns: its run time in seconds, its peak resident memory in KiB, and what it has printed.
/// - Throws: `DidNotHappen` if it fails or does not end in ten minutes.
func timed(
    _ program: String, _ arguments: [String]
) async throws -> (seconds: Double, peak: Int, lines: [String]) {
    let start = Clock.now()
    let child = try ChildProcess(program, arguments)
    defer { child.close() }
    var peak = 0
    let status = try await waitUntil("the end of \(arguments)", within: .seconds(600)) {
        peak = max(peak, Usage(of: child.pid).peak)
        return child.exitNow
    }
    guard status == .status(0) else {
        throw DidNotHappen("\(arguments): \(child.lines.suffix(3)) \(child.errorLines.suffix(3))")
    }
    return (Double(Clock.now() - start) / 1e9, peak, child.lines)
}
