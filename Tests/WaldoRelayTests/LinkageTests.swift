import Testing
import WaldoTestSupport

/// `waldo` drives an arm and has no network library; the relay has them and does not drive.
@Suite struct LinkageTests {
    private static let network = ["libmosquitto", "libpq", "libcurl", "libssl"]

    private func libraries(_ program: String) async throws -> String {
        let ldd = try ChildProcess("/usr/bin/ldd", [try BuiltProgram.path(program)])
        defer { ldd.close() }
        #expect(try await ldd.exitStatus() == 0)
        return ldd.lines.joined(separator: "\n")
    }

    @Test func waldoLinksNoNetworkLibrary() async throws {
        let waldo = try await libraries("waldo"), relay = try await libraries("waldo-relay")
        for library in Self.network {
            #expect(!waldo.contains(library), "\(library)")
            #expect(relay.contains(library), "\(library)")
        }
        #expect(waldo.contains("libevdev") && !relay.contains("libbluetooth"))
    }

    @Test func nothingOfTheRelayDrives() throws {
        let forbidden = ["WaldoApp", "WaldoTeleop", "WaldoBlueZ", "WaldoInput", "WaldoPanel", "WaldoSimulator"]
        let modules = try SourceModule.all().filter { ["WaldoRelay", "waldo-relay"].contains($0.name) }
        #expect(modules.count == 2)
        for file in modules.flatMap(\.files) {
            #expect(file.imports.isDisjoint(with: forbidden), "\(file.path)")
        }
        for module in try SourceModule.all() where module.name.hasPrefix("waldo") && module.name != "waldo-relay" {
            for file in module.files { #expect(!file.imports.contains("WaldoRelay"), "\(file.path)") }
        }
    }
}
