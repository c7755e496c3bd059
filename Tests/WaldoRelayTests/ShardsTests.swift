import Testing
import WaldoFiles
import WaldoRelay

@Suite struct ShardsTests {
    @Test(arguments: ["0-7", "a", "0-3,8,c-f", "0-f"])
    func shardsAreReadAsTheyAreWritten(text: String) throws { #expect(try Shards(text).description == text) }

    @Test func theirOrderAndCaseDoNotMatter() throws {
        #expect(try Shards("F,0,E").description == "0,e-f")
        #expect(try Shards("0-f") == .every)
    }

    @Test(arguments: ["", "g", "7-0", "0-", "-", "00", "0,,1", "0-1-2", "\u{ff11}"])
    func whatIsNoShardIsRefused(text: String) { #expect(throws: Failure.self) { try Shards(text) } }
}
