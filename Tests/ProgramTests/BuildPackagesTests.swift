import Testing
import WaldoTestSupport

/// The Debian packages that the project is built with are listed in `Tests/run`; every command that installs them
/// names the same.
@Suite struct BuildPackagesTests {
    private let waldo: [Substring], whole: [Substring]

    init() throws {
        waldo = try Self.array("packages_of_waldo", in: "Tests/run")
        whole = try waldo + Self.array("packages_of_relay", in: "Tests/run")
    }

    private static func text(of file: String) throws -> String {
        try SourceModule.text(of: "\(SourceModule.projectFolder)/\(file)")
    }

    /// The words of an array in a shell's script.
    private static func array(_ name: String, in file: String) throws -> [Substring] {
        let script = try text(of: file)
        let start = try #require(script.firstRange(of: "\n\(name)=("), "\(file) has no \(name)").upperBound
        return script[start...].prefix { $0 != ")" }.split { $0.isWhitespace }
    }

    /// What the first call of apt-get in a page installs.
    private static func installed(by page: String) throws -> [Substring] {
        let text = try text(of: page).replacing("\\\n", with: " ")
        let command = try #require(text.firstMatch(of: #/apt-get install (?<words>[^&#\n]+)/#), "\(page)")
        return command.words.split(separator: " ").filter { !$0.hasPrefix("-") }
    }

    @Test func theFirstCommandInstallsWhatWaldoNeeds() throws {
        #expect(try Self.installed(by: "README.md") == waldo)
    }

    @Test func aContributorInstallsWhatTheWholeProjectNeeds() throws {
        #expect(try Self.installed(by: "CONTRIBUTING.md") == whole)
    }

    @Test func theBuildOfPackagesNeedsThatAndTools() throws {
        let needed = try Self.array("packages", in: "Sources/Packaging/build")
        #expect(Array(needed.prefix(whole.count)) == whole && needed.count > whole.count)
        #expect(try Self.installed(by: "Sources/waldo/Documentation.docc/Setup-and-permissions.md") == needed)
    }

    @Test func everyLibraryOfTheManifestIsAmongThem() throws {
        let providers = try Self.text(of: "Package.swift").matches(of: #/\.apt\(\["(?<package>[^"]+)"\]\)/#)
        #expect(providers.count >= 5)
        #expect(whole.contains { $0 == "pkg-config" })
        for provider in providers { #expect(whole.contains(provider.package), "\(provider.package)") }
    }
}
