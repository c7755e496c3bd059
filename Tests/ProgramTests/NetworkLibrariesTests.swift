import Testing
import WaldoTestSupport
import WaldoTesting

/// No library of a network's servers is in the program that drives arms, and nothing that comes from the relay leads to
/// a driver.
@Suite(.onLoop, .serialized) struct NetworkLibrariesTests {
    @Test func theProgramLinksNoLibraryOfANetworksServers() async throws {
        let needed = try ChildProcess("ldd", [BuiltProgram.path("waldo")])
        defer { needed.close() }
        #expect(try await needed.exitStatus() == 0)
        let text = needed.lines.joined(separator: "\n")
        #expect(text.contains("libevdev") && text.contains("libdbus"), "\(text)")
        for library in ["mosquitto", "libpq", "libcurl", "libssl", "libcrypto"] {
            #expect(!text.contains(library), "\(library) is among the libraries of waldo")
        }
    }

    @Test func theRelaysLinesLeadToAScreenAlone() throws {
        let files = try SourceModule.all().flatMap(\.files)
        let users = files.filter { $0.text.contains("LineChild") }.map(\.name).sorted()
        #expect(users == ["LineChild.swift", "SurveyStream.swift", "TerminalFacts.swift"])
        let stream = try #require(files.first { $0.name == "SurveyStream.swift" })
        #expect(stream.imports == ["Glibc", "WaldoCore", "WaldoFiles", "WaldoLoop", "WaldoTime"])
        // What takes an event of a drive is named in none of them.
        for file in files where ["SurveyStream.swift", "RelayStatus.swift", "StreamPlan.swift"].contains(file.name) {
            for word in ["DriveEvent", "OperatorAction", "Drive(", "halts", "WaldoTeleop", "WaldoBlueZ"] {
                #expect(!file.text.contains(word), "\(file.name) has \(word)")
            }
        }
    }

    @Test func onlyTheRelayImportsThem() throws {
        let libraries: Set<String> = ["CMosquitto", "CPQ", "CCurl"]
        for module in try SourceModule.all() where module.name != "WaldoRelay" {
            for file in module.files { #expect(file.imports.isDisjoint(with: libraries), "\(file.path)") }
        }
        let app = try #require(try SourceModule.all().first { $0.name == "WaldoApp" })
        for file in app.files { #expect(!file.imports.contains("WaldoRelay"), "\(file.path)") }
    }
}
