import Testing
import WaldoLoop
import WaldoTestSupport

@testable import WaldoApp

@Suite(.onLoop) struct FloodGuardTests {
    @LoopActor @Test func aFloodIsToldOnceASecondAndNothingOfItIsLost() async throws {
        var told: [Int] = []
        let flood = FloodGuard { told.append($0) }
        for _ in 0..<10_000 { flood.happened() }
        #expect(told == [1])
        try await waitUntil("the rest") { told.count == 2 ? true : nil }
        #expect(told == [1, 9_999])
        flood.happened()
        #expect(told.count == 2)
        flood.close()
        #expect(told == [1, 9_999, 1])
    }
}
