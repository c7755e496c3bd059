import Glibc
import Testing
import WaldoTestSupport
import WaldoTesting

/// The built programs on real brokers and a real database. The tests themselves are written in Python: `Tests/Relay`
/// and `Tests/Corpus`, on services that `Tests/Services` starts. Each is a suite of its own, so that they run side by
/// side.
enum RelayScript {
    /// Runs a script of `Tests` to its end.
    /// - Parameter tests: the names of those that it runs; empty: all.
    /// - Returns: the lines that it has printed.
    @discardableResult
    static func run(
        _ path: String, _ options: String..., tests: [String] = [], within limit: Duration
    ) async throws -> [String] {
        let script = SourceModule.projectFolder + "/Tests/" + path
        let programs = [try BuiltProgram.path("waldo"), try BuiltProgram.path("waldo-relay")]
        // Debian's own Python sees QGIS.
        let process = try ChildProcess(
            "/usr/bin/python3", ["-u", "-W", "ignore", script] + options + programs + tests,
            environment: TestRun.current.environment)
        defer { process.close() }
        let status = try await process.exitStatus(within: limit)
        #expect(
            status == 0,
            "\(process.lines.suffix(60).joined(separator: "\n"))\n\(process.errorLines.joined(separator: "\n"))")
        #expect(process.lines.last?.hasPrefix("ok ") == true)
        return process.lines
    }
}

/// A survey goes to the database and comes back.
@Suite(.onLoop, .serialized) struct RelayChainTests {
    @Test func aSurveyReachesTheDatabaseAndComesBack() async throws {
        try await RelayScript.run("Relay/chain.py", within: .seconds(240))
    }
}

/// Each part of the chain dies while rows travel.
@Suite(.onLoop, .serialized) struct RelayKillTests {
    @Test func nothingIsLostOrDoubledWhoeverDies() async throws {
        try await RelayScript.run("Relay/kills.py", within: .seconds(330))
    }
}

/// Brokers that are none, or hostile.
@Suite(.onLoop, .serialized) struct RelayHostileTests {
    @Test func aHostileBrokerIsNamedAndBounded() async throws {
        try await RelayScript.run("Relay/hostile.py", within: .seconds(120))
    }
}

/// The one command that brings up the whole chain, and all that it prints.
@Suite(.onLoop, .serialized) struct RelayDemoTests {
    @Test func theDemoDoesWhatItSays() async throws {
        try await RelayScript.run("Relay/demo_commands.py", within: .seconds(300))
    }
}

/// What GDAL, QGIS and pgRouting make of the database.
@Suite(.onLoop, .serialized) struct RelayMapTests {
    @Test func othersReadTheMap() async throws {
        try await RelayScript.run("Relay/maps.py", within: .seconds(120))
    }
}

/// A database of an earlier version, restored from its dump, and ledgers of that version.
@Suite(.onLoop, .serialized) struct RelayCorpusTests {
    @Test func theFrozenDatabaseAndLedgersAreTaken() async throws {
        try await RelayScript.run("Corpus/run", "--services", within: .seconds(240))
    }
}
