import Foundation
import Testing
import WaldoLoop
import WaldoTestSupport

/// The built `waldo doctor`, with a scripted BlueZ and mock pads, and with nothing at all.
@Suite(.serialized) final class DoctorTests {
    private let home = FileManager.default.temporaryDirectory.appending(path: "waldo-home-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func doctor(
        _ arguments: [String] = [], _ environment: [String: String?] = [:], in directory: String? = "/"
    ) throws -> ChildProcess {
        try ChildProcess(
            BuiltProgram.path("waldo"), ["doctor"] + arguments,
            environment: ["XDG_CONFIG_HOME": home].merging(environment) { $1 }, in: directory)
    }

    private func put(_ text: String, at name: String) throws {
        let path = "\(home)/waldo/\(name)", folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for directory in [home + "/waldo", folder] { chmod(directory, 0o755) }
        try Data(text.utf8).write(to: URL(filePath: path))
        chmod(path, 0o644)
    }

    /// The line of a check, without its columns' spaces.
    private func line(_ check: String, _ child: ChildProcess) -> String {
        let line = child.lines.first { $0.split(separator: " ").dropFirst().first == check[...] } ?? ""
        return line.split(separator: " ").joined(separator: " ")
    }

    @Test func itTellsWhatIsThere() async throws {
        let shield = try await FakeShield()
        defer { shield.close() }
        try await shield.report(
            "device hci0 \(FakeShield.newAddress()) name=AirBeam service=0000ffdd-0000-1000-8000-00805f9b34fb rssi=-61")
        let program = try await MockedProgram(
            ["doctor"], inputs: [MockInput(.pad), MockInput(.keyboard, number: 2)],
            environment: shield.bus.environment.merging(["XDG_CONFIG_HOME": home]) { $1 })
        defer { program.close() }
        let child = program.child
        #expect(try await child.exitStatus(within: .seconds(30)) == 0, "\(child.lines)")
        #expect(line("bus", child) == "ok bus the message bus answers")
        #expect(line("bluetoothd", child) == "ok bluetoothd BlueZ 5.66")
        #expect(line("adapter", child) == "ok adapter hci0 (00:11:22:33:44:55)")
        #expect(line("power", child) == "ok power hci0 is switched on")
        #expect(line("inputs", child).hasPrefix("ok inputs 2 event devices"))
        #expect(line("pads", child).contains("at /dev/input/event1: mapping gamepad (shipped)"), "\(child.lines)")
        #expect(line("shields", child) == "ok shields BLE Shield (\(shield.address)), -50 dBm", "\(child.lines)")
        #expect(line("sensors", child).hasSuffix("-61 dBm: airbeam"))
        #expect(line("config", child).hasPrefix("ok config there is no config.yaml"))
        #expect(try await !shield.said().contains { $0.contains("\"Connect\"") || $0.contains("AcquireWrite") })
    }

    @Test func eachPartOfBluetoothHasTheWordsOfADrive() async throws {
        let shield = try await FakeShield()
        defer { shield.close() }
        func findings() async throws -> (child: ChildProcess, status: CInt) {
            let child = try doctor(["--no-scan"], shield.bus.environment)
            return (child, try await child.exitStatus(within: .seconds(30)))
        }
        try await shield.report("power hci0 off")
        let off = try await findings()
        #expect(off.status == 69)
        #expect(line("power", off.child) == "fault power hci0 is switched off: switch it on (bluetoothctl power on)")
        try await shield.report("unplug hci0")
        let none = try await findings()
        #expect(none.status == 69)
        #expect(line("adapter", none.child).hasPrefix("fault adapter there is no Bluetooth adapter"))
        try await shield.report("hang GetManagedObjects")
        let hung = try await findings()
        #expect(hung.status == 69 && line("bluetoothd", hung.child).contains("was not answered in time"))
        #expect(line("clock", hung.child) != "", "the others are looked at")
        shield.fake.close()
        let gone = try await findings()
        #expect(gone.status == 69)
        #expect(line("bluetoothd", gone.child).hasSuffix("start bluetoothd (systemctl start bluetooth)"))
    }

    @Test func aBusThatHangsIsNotTakenForBluetoothd() async throws {
        let shield = try await FakeShield()
        defer { shield.close() }
        shield.bus.daemon.send(signal: SIGSTOP)
        let child = try doctor(["--no-scan"], shield.bus.environment)
        defer { child.close() }
        #expect(try await child.exitStatus(within: .seconds(20)) == 69)
        #expect(line("bus", child).hasPrefix("fault bus Hello was not answered in time"), "\(child.lines)")
        #expect(line("bluetoothd", child) == "unknown bluetoothd not known without the message bus")
    }

    @Test func itDoesNotScanWhileAWaldoDrives() async throws {
        let shield = try await FakeShield(offering: .original)
        defer { shield.close() }
        let drive = try TerminalDrive(["--plain"], environment: shield.bus.environment)
        try await drive.child.waitForLine(containing: "\"state\":\"connected\"")
        let scans = shield.calls("StartDiscovery")
        let child = try doctor([], shield.bus.environment)
        defer { child.close() }
        _ = try await child.exitStatus(within: .seconds(30))
        let shields = line("shields", child)
        let says = "unknown shields not looked for: a Waldo drives \(shield.address) (process "
        #expect(shields.hasPrefix(says), "\(shields)")
        try await shield.said()
        #expect(shield.calls("StartDiscovery") == scans)
    }

    @Test func aScanEndsWhenAWaldoBeginsToDrive() async throws {
        let shield = try await FakeShield()
        defer { shield.close() }
        let child = try doctor([], shield.bus.environment)
        defer { child.close() }
        try await waitUntil("the scan", within: .seconds(10)) { shield.calls("StartDiscovery") > 0 ? () : nil }
        // What a drive holds from before it connects.
        let lock = try ProcessLock("waldo/\(shield.address)")
        _ = try await child.exitStatus(within: .seconds(20))
        let shields = line("shields", child)
        #expect(shields.hasPrefix("unknown shields not looked for: a Waldo drives \(shield.address)"), "\(shields)")
        try await shield.said()
        #expect(shield.calls("StopDiscovery") == 1)
        _ = consume lock
    }

    @Test func withNothingAtAllEachCheckHasALine() async throws {
        let nothing: [String: String?] = [
            "HOME": nil, "XDG_CONFIG_HOME": nil, "XDG_STATE_HOME": nil, "TERM": nil,
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(home)/none",
        ]
        let child = try ChildProcess(
            "setsid", ["--wait", BuiltProgram.path("waldo"), "doctor"], environment: nothing, in: "/proc")
        defer { child.close() }
        #expect(try await child.exitStatus(within: .seconds(20)) == 69)
        for (check, state) in [
            ("version", "ok"), ("bus", "fault"), ("bluetoothd", "unknown"), ("adapter", "unknown"),
            ("power", "unknown"),
            ("shields", "unknown"), ("config", "ok"), ("files", "warning"), ("store", "warning"),
            ("terminal", "warning"),
        ] {
            #expect(line(check, child).hasPrefix("\(state) \(check) "), "\(check): \(child.lines)")
        }
        for check in ["rfkill", "inputs", "pads", "clock"] { #expect(line(check, child) != "", "\(check)") }
        #expect(line("bus", child).contains("start it (sudo systemctl start dbus), or set DBUS_SYSTEM_BUS_ADDRESS"))
        #expect(child.errorLines.isEmpty, "\(child.errorLines)")
    }

    @Test func wrongFilesAndDirectoriesAreFaultsOfTheirOwn() async throws {
        try put("arm: nowhere\nrecord: \(home)/none\n", at: "config.yaml")
        try put("name: x\nslidr: 3\n", at: "mine.yaml")
        try put("name: x\npasing: 3\n", at: "arms/a.yaml")
        try put("name: x\nher: 3\n", at: "sensors/s.yaml")
        try put("name: x\nnods: 3\n", at: "graphs/g.yaml")
        try put("# rows", at: "gamecontrollerdb.txt")
        chmod("\(home)/waldo/gamecontrollerdb.txt", 0o666)
        let shield = try await FakeShield()
        defer { shield.close() }
        let child = try doctor(["--no-scan", "--json"], shield.bus.environment)
        defer { child.close() }
        #expect(try await child.exitStatus(within: .seconds(20)) == 65)
        let text = child.lines.joined(separator: "\n")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let findings = try #require(object["findings"] as? [[String: Any]])
        #expect(object["status"] as? Int == 65)
        let faults = findings.filter { $0["state"] as? String == "fault" }
        let checks = ["config"] + Array(repeating: "files", count: 5) + ["recordings"]
        #expect(faults.map { $0["check"] as? String ?? "" } == checks)
        #expect(faults.map { $0["status"] as? Int ?? 0 } == [65, 65, 65, 65, 65, 65, 74])
        let words = faults.map { $0["text"] as? String ?? "" }.joined(separator: "\n")
        for part in [
            "nowhere: no arm has this name", "mine.yaml:2:1: ", "arms/a.yaml:2:1: ", "sensors/s.yaml:2:1: ",
            "graphs/g.yaml:2:1: ", "chmod go-w \(home)/waldo/gamecontrollerdb.txt", "there is no such directory",
        ] {
            #expect(words.contains(part), "\(part) in \(words)")
        }
    }

    @Test func anArmThatIsNotThereIsRefusedAsAnOptionAndFoundAsADefault() async throws {
        let option = try doctor(["--no-scan", "--arm", "nowhere"])
        defer { option.close() }
        #expect(try await option.exitStatus() == 65)
        #expect(option.lines.isEmpty && option.errorLines.first?.contains("no arm has this name") == true)
        let shield = try await FakeShield()
        defer { shield.close() }
        let usual = try doctor([], shield.bus.environment.merging(["WALDO_ARM": "nowhere"]) { $1 })
        defer { usual.close() }
        #expect(try await usual.exitStatus(within: .seconds(20)) == 65)
        #expect(line("shields", usual) == "unknown shields not looked for: the arm is not known", "\(usual.lines)")
        let fault = "fault config a default is wrong: WALDO_ARM: nowhere: no arm has this name"
        #expect(line("config", usual).hasPrefix(fault))
    }

    @Test func aKilledSurveyIsNamedAndMadeWhole() async throws {
        let folder = try TemporaryFolder()
        let survey = try ChildProcess(
            BuiltProgram.path("waldo"), ["survey", "--sensor", "demo", "--to", "s.gpkg", "--plain"], in: folder.path)
        try await survey.waitForLine(containing: "\"sample\"")
        func store() async throws -> [String] {
            let child = try doctor(["--no-scan"], in: folder.path)
            defer { child.close() }
            _ = try await child.exitStatus(within: .seconds(20))
            return child.lines.filter { $0.contains(" store ") }
        }
        #expect(try await store().count == 1, "it is being written")
        survey.send(signal: SIGKILL)
        _ = try await survey.exit()
        let lines = try await store()
        #expect(lines.count == 2 && lines[1].contains("`waldo survey process \(folder.path)/s.gpkg`"), "\(lines)")
        let fix = try ChildProcess(BuiltProgram.path("waldo"), ["survey", "process", "\(folder.path)/s.gpkg"])
        #expect(try await fix.exitStatus(within: .seconds(20)) == 0)
        #expect(try await store().count == 1)
    }

    @Test func aClosedOutputEndsItWithItsStatus() async throws {
        let child = try ChildProcess(
            "bash",
            [
                "-c",
                "\"$0\" doctor --no-scan >/dev/full; echo $?; \"$0\" doctor --no-scan | true; echo ${PIPESTATUS[0]}",
                try BuiltProgram.path("waldo"),
            ], environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(home)/none"])
        defer { child.close() }
        _ = try await child.exitStatus(within: .seconds(20))
        #expect(child.lines.first == "74", "\(child.lines)")
        // The reader may have gone before the first line or after the last.
        #expect(["74", "69"].contains(child.lines.last), "\(child.lines)")
        #expect(child.errorLines.first == "waldo: the disk is full: not everything was shown", "\(child.errorLines)")
    }

    @Test func inATerminalItsAnswersAreUnderstoodAndNothingStays() async throws {
        let pty = try Pty(columns: 70, rows: 20), before = pty.modes
        let child = try ChildProcess(
            "bash",
            [
                "-c", "exec setsid --ctty --wait \"$0\" doctor --no-scan <\(pty.path) >\(pty.path)",
                try BuiltProgram.path("waldo"),
            ],
            environment: [
                "TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": nil, "NO_COLOR": nil,
                "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(home)/none",
            ])
        defer { child.close() }
        try await pty.waitFor("\u{1b}[?u")
        try pty.type("\u{1b}[?0u\u{1b}[?62c")
        try await pty.waitFor("\u{1b}[>15u")
        try pty.type("\u{1b}[?15u")
        #expect(try await child.exitStatus(within: .seconds(20)) == 69)
        #expect(pty.text.contains("70 x 20: the dashboard is a few rows"), "\(pty.text.debugDescription)")
        #expect(pty.text.contains("it reports when a key is"), "\(pty.text.debugDescription)")
        #expect(pty.text.contains("\u{1b}[<u") && pty.modes == before)
        let widest = pty.text.split(separator: "\r\n").map {
            // A path is a word, and that of the test's folder is long.
            String($0).replacing("\(home)", with: "").replacing(/\u{1b}\[[0-9;?<>]*[a-zA-Z]/, with: "").count
        }.max()
        #expect((widest ?? 0) <= 90, "lines are broken, single words aside")
    }
}
