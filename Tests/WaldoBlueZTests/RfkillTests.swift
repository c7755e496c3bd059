import Glibc
import Testing
import WaldoLoop
import WaldoTestSupport
import WaldoTesting

@testable import WaldoBlueZ

/// Radios that the kernel has blocked.
@Suite(.serialized, .onLoop)
struct RfkillTests {
    /// A folder with one radio, as the kernel shows it: a link to a folder.
    private struct Radios {
        private let folder: TemporaryFolder, radio: TemporaryFolder

        init(_ type: String, soft: Int, hard: Int) throws {
            folder = try TemporaryFolder()
            radio = try TemporaryFolder()
            try radio.write("\(type)\n", to: "type")
            try radio.write("\(soft)\n", to: "soft")
            try radio.write("\(hard)\n", to: "hard")
            try #require(symlink(radio.path, "\(folder.path)/rfkill0") == 0)
        }

        var path: String { folder.path }
    }

    @Test(arguments: [(1, 0, false), (0, 1, true), (1, 1, true)])
    func aBlockIsFound(soft: Int, hard: Int, byASwitch: Bool) throws {
        let radios = try Radios("bluetooth", soft: soft, hard: hard)
        #expect(Rfkill.block(in: radios.path)?.hard == byASwitch)
    }

    @Test(arguments: [("bluetooth", 0), ("wlan", 1)])
    func whatIsFreeOrAnotherRadioIsNoBlock(_ type: String, _ block: Int) throws {
        let radios = try Radios(type, soft: block, hard: block)
        #expect(Rfkill.block(in: radios.path)?.hard == nil)
    }

    @LoopActor @Test func aDriveSaysThatItsAdapterIsBlocked() async throws {
        let radios = try Radios("bluetooth", soft: 1, hard: 0)
        let harness = try await LinkHarness()
        defer { harness.close() }
        try await harness.report("adapter hci0 00:11:22:33:44:55 off")
        harness.drive()
        // Before its task begins.
        harness.link?.session.radios = radios.path
        #expect(try await harness.failed() == .adapterBlocked("hci0", hard: false))
    }
}
