import Testing
import WaldoTestSupport

@testable import WaldoLoop

@Suite struct BackgroundThreadTests {
    /// The memory of this process that is its own, in kB.
    private func data() throws -> Int {
        let line = try readFile("/proc/self/status").split(separator: "\n").first { $0.hasPrefix("VmData:") }
        return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }

    private func run(_ count: Int) async throws {
        for _ in 0..<count {
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
                do {
                    try BackgroundThread.start(name: "test") { done.resume() }
                } catch { done.resume(throwing: error) }
            }
        }
    }

    /// A collector starts one for each group of rows, and runs for months with a limit of memory.
    @Test func aThreadThatHasEndedLeavesNoMemoryBehind() async throws {
        // The C library keeps the stacks of some threads for later ones.
        try await run(50)
        let before = try data()
        try await run(1_000)
        // On a busy machine the last ones may still be ending, each with its stack.
        try await waitUntil("all to be gone but 20 MB: a signal stack of 64 kB each is 64 MB") {
            try data() - before < 20_000 ? true : nil
        }
    }
}
