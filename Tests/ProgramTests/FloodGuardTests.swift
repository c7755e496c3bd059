import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

@testable import WaldoApp

@Suite(.onLoop) struct FloodGuardTests {
    @LoopActor @Test func aFloodIsReportedOnceASecondAndNothingOfItIsLost() async throws {
        var reported: [Int] = []
        let flood = FloodGuard { reported.append($0) }
        for _ in 0..<10_000 { flood.happened() }
        #expect(reported == [1])
        try await waitUntil("the rest") { reported.count == 2 ? true : nil }
        #expect(reported == [1, 9_999])
        flood.happened()
        #expect(reported.count == 2)
        flood.close()
        #expect(reported == [1, 9_999, 1])
    }
}
