import Testing
import WaldoTime

@testable import WaldoApp

/// When the log names a region of the fence.
@Suite struct FenceLogTests {
    @Test func aRegionIsNamedAgainOnceItHasBeenFreeForASecond() {
        var log = FenceLog()
        func names(_ held: String..., at milliseconds: Int64) -> Bool {
            log.names(held, at: .clockStart + .milliseconds(milliseconds))
        }
        #expect(names("table", at: 0))
        #expect(!names(at: 100) && !names("table", at: 120), "it flickers along the face")
        #expect(names("table", "cup", at: 200), "another one begins to hold")
        #expect(!names("cup", at: 2_000) && !names("table", "cup", at: 2_999))
        #expect(!names("cup", at: 3_000) && names("cup", "table", at: 4_000))
        #expect(!names("table", at: 9_000), "what held for long and goes on is not named")
    }
}
