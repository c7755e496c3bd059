import Glibc
import Testing
import WaldoTestSupport

/// The built program with no device connected.
@Suite(.serialized) struct OverrideTests {
    /// The status of a drive that is suspended and continued. It takes ten seconds, beside the first test.
    private static let resumed = Task {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["drive", "--override", "--input", "demo", "--plain"])
        defer { waldo.close() }
        _ = try await waldo.waitForLine(containing: "\"value\":6,\"bytes\":\"463e\"")
        waldo.send(signal: SIGTSTP)
        _ = try await waldo.waitForLine(containing: "533e")
        waldo.send(signal: SIGCONT)
        return try await waldo.exitStatus(within: .seconds(30))
    }

    init() { _ = Self.resumed }

    @Test func theDemoShowsEveryControlAndEndsWell() async throws {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["drive", "--override", "--input", "demo", "--plain"])
        defer { waldo.close() }
        #expect(try await waldo.waitForLine(containing: "start") == "{\"event\":\"start\",\"pid\":\(waldo.pid)}")
        #expect(try await waldo.exitStatus(within: .seconds(30)) == 0)
        let lines = waldo.lines
        let bytes = lines.filter { $0.contains("\"bytes\"") }.map { $0.suffix(after: "\"bytes\":\"") }
        let order = bytes.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        // F>, S>, B>, S>, R..>, R..>, U..>, F>, S>
        #expect(order.map { String($0.prefix(2)) } == ["46", "53", "42", "53", "52", "52", "55", "46", "53"])
        #expect(lines.contains { $0.contains("\"event\":\"stop\"") })
        #expect(lines.contains { $0.contains("\"event\":\"link\"") && $0.contains("\"state\":\"override\"") })
        #expect(lines.last?.contains("\"event\":\"end\"") == true)
        #expect(waldo.errorLines.isEmpty)
    }

    /// The demo lowers the elbow of a MeArm, and raises it again.
    @Test func aFenceThatHoldsAndLetsGoIsALineEach() async throws {
        let folder = try TemporaryFolder()
        let waldo = try ChildProcess(
            BuiltProgram.path("waldo"),
            [
                "drive", "--override", "--input", "demo", "--plain", "--arm", "mearm", "--fence",
                try folder.write("table: 120 mm\n", to: "fence.yaml"),
            ])
        defer { waldo.close() }
        #expect(try await waldo.exitStatus(within: .seconds(30)) == 0)
        let fences = waldo.lines.filter { $0.contains("\"event\":\"fence\"") }
        #expect(fences.first?.hasSuffix("\"state\":\"holds\",\"name\":\"table\"}") == true, "\(fences)")
        #expect(fences.last?.hasSuffix("\"state\":\"free\",\"name\":\"table\"}") == true, "\(fences)")
        #expect(fences.count % 2 == 0 && fences.count < 20, "\(fences)")
    }

    @Test func withoutAPadTheTerminalDrives() async throws {
        let footSwitch = MockDevice("Foot switch", [3, 0x5f3, 0xff, 0x100], keys: [184, 185, 186]), pty = try Pty()
        let waldo = try await MockedProgram(
            ["drive", "--override", "--plain"], inputs: [MockInput(footSwitch)], keys: pty)
        defer { waldo.close() }
        try await waldo.child.waitForLine(containing: "\"state\":\"added\",\"name\":\"terminal\"")
        withExtendedLifetime(pty) {}
    }

    @Test func overrideOpensNoBus() async throws {
        let bus = try ListeningSocket()
        let waldo = try ChildProcess(
            BuiltProgram.path("waldo"), ["drive", "--override", "--input", "demo", "--plain"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        defer { waldo.close() }
        _ = try await waldo.waitForLine(containing: "463e")
        #expect(!bus.hasCaller)
        waldo.send(signal: SIGTERM)
        #expect(try await waldo.exitStatus() == 128 + SIGTERM)
        #expect(!bus.hasCaller)
    }

    /// Only the command line decides about the override: no variable that libdbus, BlueZ's tools or a shell read, and
    /// no file in the places where Waldo looks for files.
    @Test func noEnvironmentAndNoFileMakesOverrideTransmit() async throws {
        let bus = try ListeningSocket()
        let folder = try TemporaryFolder()
        let names = ["config.yaml", "waldo.yaml", ".waldo", ".env"]
        for name in names { try folder.write("override: false\nshield: any\n", to: name) }
        let waldo = try ChildProcess(
            BuiltProgram.path("waldo"), ["drive", "--override", "--input", "demo", "--plain"],
            environment: [
                "DBUS_SYSTEM_BUS_ADDRESS": bus.address, "DBUS_SESSION_BUS_ADDRESS": bus.address,
                "DBUS_STARTER_ADDRESS": bus.address, "DBUS_STARTER_BUS_TYPE": "system",
                "WALDO_OVERRIDE": "0", "OVERRIDE": "false", "NO_OVERRIDE": "1", "WALDO_SHIELD": "01:23:45:67:89:AB",
                "XDG_CONFIG_HOME": folder.path, "HOME": folder.path,
            ], in: folder.path)
        defer { waldo.close() }
        _ = try await waldo.waitForLine(containing: "463e")
        #expect(waldo.lines.contains { $0.contains("\"state\":\"override\"") })
        waldo.send(signal: SIGTERM)
        #expect(try await waldo.exitStatus() == 128 + SIGTERM)
        #expect(!bus.hasCaller)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func aSignalInTheMiddleOfAHeldSliderEndsInThreeZeros(signal: CInt) async throws {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["drive", "--override", "--input", "demo", "--plain"])
        defer { waldo.close() }
        _ = try await waldo.waitForLine(containing: "\"value\":6,\"bytes\":\"463e\"")
        waldo.send(signal: signal)
        #expect(try await waldo.exitStatus(within: .seconds(5)) == 128 + signal)
        let bytes = waldo.lines.filter { $0.contains("\"bytes\"") }.map { $0.suffix(after: "\"bytes\":\"") }
        #expect(bytes.suffix(4).map { String($0.prefix(4)) } == ["463e", "533e", "533e", "533e"])
    }

    /// A closed terminal causes two SIGHUPs, the kernel's and the shell's; a launcher forwards signals that its process
    /// group got too.
    @Test(arguments: [
        [SIGHUP, SIGHUP], [SIGTERM, SIGHUP], [SIGQUIT, SIGTERM], [SIGTERM, SIGTSTP], [SIGINT, SIGINT],
        [SIGTERM, SIGTERM],
    ])
    func aSecondSignalCutsNoHaltShort(signals: [CInt]) async throws {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["drive", "--override", "--input", "demo", "--plain"])
        defer { waldo.close() }
        _ = try await waldo.waitForLine(containing: "\"value\":6,\"bytes\":\"463e\"")
        waldo.send(signal: signals[0])
        _ = try await waldo.waitForLine(containing: "533e")
        waldo.send(signal: signals[1])
        #expect(try await waldo.exitStatus(within: .seconds(5)) == 128 + signals[0])
        let bytes = waldo.lines.filter { $0.contains("\"bytes\"") }.map { $0.suffix(after: "\"bytes\":\"") }
        #expect(bytes.suffix(4).map { String($0.prefix(4)) } == ["463e", "533e", "533e", "533e"])
    }

    /// The drive uses this signal to inform its own watchdog of its end; sent by others it is a signal whose default is
    /// to terminate.
    @Test func anothersSignalEndsADriveInOrder() async throws {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["drive", "--override", "--input", "demo", "--plain"])
        defer { waldo.close() }
        _ = try await waldo.waitForLine(containing: "463e")
        waldo.send(signal: SIGUSR1)
        #expect(try await waldo.exitStatus(within: .seconds(30)) == 128 + SIGUSR1)
    }

    /// A drive that is continued before its halt is complete does not suspend itself afterwards.
    @Test func resumingCallsASuspensionOff() async throws { #expect(try await Self.resumed.value == 0) }

    @Test(arguments: [
        (["drive", "--input", "demo"], CInt(64), "--override"),
        (["drive", "--arm", "nosuch"], 65, "nosuch"),
        (["drive", "--arm", "/dev/null"], 65, "/dev/null"),
        (["drive", "--position", "1000,0", "--override", "--input", "demo"], 64, "--position"),
        (["drive", "--override", "--input", "/dev/input/nosuch", "--plain"], 66, "/dev/input/nosuch"),
        (["send", "--override", "R1000000000000000000>"], 64, "20 bytes"),
        (["check", "robot", "nosuch"], 65, "nosuch"),
    ])
    func badInputIsOneSentenceAndItsOwnStatus(arguments: [String], status: CInt, word: String) async throws {
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), arguments)
        defer { waldo.close() }
        #expect(try await waldo.exitStatus() == status)
        let errors = waldo.errorLines
        #expect(errors.contains { $0.contains(word) }, "\(errors)")
        #expect(!waldo.lines.contains { $0.contains("\"bytes\"") })
    }

    /// A file planted in the working directory is found by its path only; if it were found by a name, it could drive an
    /// arm.
    @Test(arguments: [("planted", CInt(65)), ("planted.yaml", 0), ("./planted.yaml", 0)])
    func theWorkingDirectoryIsNotSearched(argument: String, status: CInt) async throws {
        let folder = try TemporaryFolder()
        let robot = try SourceModule.text(of: SourceModule.projectFolder + "/Mappings/arms/robot.yaml")
        _ = try folder.write(robot, to: "planted.yaml")
        let waldo = try ChildProcess(BuiltProgram.path("waldo"), ["check", argument], in: folder.path)
        defer { waldo.close() }
        #expect(try await waldo.exitStatus() == status)
        #expect(waldo.lines.isEmpty == (status != 0))
    }

    @Test func aReaderThatGoesAwayEndsTheDrive() async throws {
        let waldo = try ChildProcess(
            "/bin/sh",
            ["-c", "\"$0\" drive --override --input demo --plain | head -n 1", try BuiltProgram.path("waldo")])
        defer { waldo.close() }
        _ = try await waldo.waitForLine(containing: "start")
        #expect(try await waldo.exitStatus(within: .seconds(15)) == 0)
        #expect(waldo.errorLines.contains { $0.contains("closed by its reader") })
    }
}
