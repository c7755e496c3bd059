import Glibc
import Testing
import WaldoBlueZ
import WaldoCore
import WaldoFiles
import WaldoInput
import WaldoLoop
import WaldoTerminal

@testable import WaldoApp

/// From facts to findings, without a bus, a device or a clock.
struct FindingTests {
    // MARK: Bluetooth

    private static let off = BlueZFacts.Adapter(name: "hci0", address: "00:11", isPowered: false)
    private static let classic = BlueZFacts.Adapter(
        name: "hci0", address: "00:11", isPowered: true, hasLowEnergy: false)
    private static let on = BlueZFacts.Adapter(name: "hci1", address: "00:22", isPowered: true)

    /// States of bus, bluetoothd, adapter, power and rfkill; a part of the only fault's text, and what fixes it.
    private struct Bluetooth {
        var facts: BlueZFacts
        var adapter: String?
        var states: [Finding.State]
        var says: String?
        var fix: String?
    }

    private static let bluetooth: [Bluetooth] = [
        Bluetooth(
            facts: BlueZFacts(adapters: [off, on], version: BlueZVersion(5, 66)), states: [.ok, .ok, .ok, .ok, .ok]),
        Bluetooth(facts: BlueZFacts(adapters: [on]), states: [.ok, .ok, .ok, .ok, .ok]),
        Bluetooth(
            facts: BlueZFacts(adapters: [on], version: BlueZVersion(5, 50)), states: [.ok, .warning, .ok, .ok, .ok]),
        Bluetooth(
            facts: BlueZFacts(failure: .noBus("no bus is there")), states: [.fault, .unknown, .unknown, .unknown, .ok],
            says: "no bus is there"),
        Bluetooth(
            facts: BlueZFacts(failure: .notRunning), states: [.ok, .fault, .unknown, .unknown, .ok],
            says: "start bluetoothd (systemctl start bluetooth)", fix: "systemctl start bluetooth"),
        Bluetooth(
            facts: BlueZFacts(failure: .refused(what: "telling its objects", reason: "x")),
            states: [.ok, .fault, .unknown, .unknown, .ok], says: "it says “x”"),
        Bluetooth(
            facts: BlueZFacts(failure: .unanswered(call: "GetManagedObjects")),
            states: [.ok, .fault, .unknown, .unknown, .ok], says: "seems to hang: restart it",
            fix: "systemctl restart bluetooth"),
        Bluetooth(
            facts: BlueZFacts(), states: [.ok, .ok, .fault, .unknown, .ok], says: "there is no Bluetooth adapter: plug"),
        Bluetooth(
            facts: BlueZFacts(adapters: [on]), adapter: "hci7", states: [.ok, .ok, .fault, .unknown, .ok],
            says: "no Bluetooth adapter hci7: choose of hci1"),
        Bluetooth(
            facts: BlueZFacts(adapters: [classic]), states: [.ok, .ok, .fault, .unknown, .ok],
            says: "hci0 has no Low Energy"),
        Bluetooth(
            facts: BlueZFacts(adapters: [off]), states: [.ok, .ok, .ok, .fault, .ok],
            says: "hci0 is switched off: switch it on", fix: "bluetoothctl power on"),
        Bluetooth(
            facts: BlueZFacts(adapters: [off, on]), adapter: "hci0", states: [.ok, .ok, .ok, .fault, .ok],
            says: "hci0 is switched off", fix: "bluetoothctl power on"),
        Bluetooth(
            facts: BlueZFacts(adapters: [off], block: .soft), states: [.ok, .ok, .ok, .unknown, .fault],
            says: "hci0 is blocked by rfkill", fix: "rfkill unblock bluetooth"),
        Bluetooth(
            facts: BlueZFacts(adapters: [off], block: .hard), states: [.ok, .ok, .ok, .unknown, .fault],
            says: "turn the switch"),
        Bluetooth(facts: BlueZFacts(adapters: [on], block: .soft), states: [.ok, .ok, .ok, .ok, .ok]),
    ]

    @Test func bluetoothIsFoundAtItsFirstMissingPart() {
        for row in Self.bluetooth {
            let findings = row.facts.findings(adapter: row.adapter)
            #expect(findings.map(\.check) == [.bus, .bluetoothd, .adapter, .power, .rfkill])
            #expect(findings.map(\.state) == row.states, "\(findings)")
            let fault = findings.first { $0.state == .fault }
            #expect(fault?.text.contains(row.says ?? "nothing") ?? (row.says == nil), "\(findings)")
            #expect(fault?.fix == row.fix)
            #expect(findings.status == (fault == nil ? .success : .link))
        }
    }

    // MARK: inputs

    private func node(
        _ number: Int, _ kind: InputMatch.Kind?, isDenied: Bool = false, name: String? = "Pad"
    ) -> InputNode {
        let path = "/dev/input/event\(number)"
        guard !isDenied else { return InputNode(path: path, access: .denied(name: name, kind: kind)) }
        let identity = InputIdentity(
            bus: 3, vendor: 1, product: UInt16(number), version: 1, port: "", name: name ?? "")
        return InputNode(
            path: path, access: .open(InputDescription(identity: identity, kind: kind, axes: [], keyCodes: [])))
    }

    @Test func inputsThatMayNotBeOpenedAreAFaultIfAPadIsAmongThem() {
        func states(_ nodes: [InputNode], _ mappings: [String: String] = [:]) -> [String] {
            InputFacts(nodes: nodes, mappings: mappings).findings.map { "\($0.check) \($0.state)" }
        }
        let mapped = ["/dev/input/event1": "gamepad (shipped)"]
        #expect(states([node(1, .gamepad), node(2, .keyboard)], mapped) == ["inputs ok", "pads ok"])
        #expect(states([node(1, .gamepad)]) == ["inputs ok", "pads warning"], "no mapping fits")
        let row = FileError(file: "rows", "is not used")
        let unused = InputFacts(nodes: [node(1, .gamepad)], mappings: mapped, unusedRows: [row]).findings
        #expect(unused.map(\.state) == [.ok, .ok, .warning] && unused[2].text == "rows: is not used")
        #expect(states([node(1, .gamepad), node(2, .gamepad)], mapped).suffix(2) == ["pads warning", "pads warning"])
        #expect(states([]) == ["inputs warning", "pads unknown"])
        #expect(states([node(2, .keyboard)]) == ["inputs ok", "pads warning"])
        #expect(states([node(1, .gamepad, isDenied: true)]) == ["inputs fault", "pads unknown"])
        #expect(states([node(2, .keyboard, isDenied: true)]) == ["inputs warning", "pads warning"])
        #expect(states([node(3, nil, isDenied: true)]) == ["inputs ok", "pads warning"], "a mouse is not needed")
        #expect(states([node(3, nil, isDenied: true, name: nil)]).first == "inputs warning")
    }

    @Test func inputsHaveTheWordsOfADrive() throws {
        let denied = InputFacts(nodes: [node(1, .gamepad, isDenied: true)]).findings[0]
        #expect(denied.text == "\(InputError.notPermitted([node(1, .gamepad, isDenied: true)]))")
        #expect(denied.status == .input && denied.fix == "sudo usermod -aG input $USER")
        let joined = InputFacts(nodes: [node(1, .gamepad, isDenied: true)], isMemberAtNextLogin: true).findings[0]
        #expect(joined.text.hasSuffix("You have joined the group since this login: log in again."))
        #expect(joined.fix == nil)
        let two = InputFacts(nodes: [node(1, .gamepad), node(2, .gamepad)]).findings
        #expect(two.last?.text.hasPrefix("More than one gamepad is there: say which with --input") == true)
        let keyboard = InputFacts(nodes: [node(2, .keyboard)], wanted: .evdev(.keyboard)).findings
        #expect(keyboard.map(\.state) == [.ok, .ok], "\(keyboard)")
        #expect(InputFacts(nodes: [node(2, .keyboard)], wanted: .terminal).findings.map(\.state) == [.ok, .ok])
    }

    // MARK: shields

    private let service = BluetoothUUID("713d0000-503e-4c75-ba94-3148f18d941e")!
    private let other = BluetoothUUID("ffdd")!

    private func heard(
        _ address: String, _ services: [BluetoothUUID], rssi: Int? = -50, isConnected: Bool = false
    ) -> PeripheralScan.Heard {
        PeripheralScan.Heard(
            peripheral: Peripheral(name: "Shield", address: address, rssi: rssi), services: services,
            isConnected: isConnected)
    }

    @Test func shieldsAreCountedAsADriveCountsThem() {
        func found(_ all: [PeripheralScan.Heard], usual: String? = nil) -> [Finding] {
            ShieldFacts(.heard(all), service: service, usual: usual, sensors: [other: ["airbeam"]]).findings
        }
        let one = heard("0A", [service]), two = heard("0B", [service], rssi: nil, isConnected: true)
        let sensor = heard("0C", [other])
        #expect(found([one]) == [.ok(.shields, "Shield (0A), -50 dBm")])
        #expect(found([]).map(\.state) == [.warning] && found([])[0].text.hasPrefix("no shield that offers \(service)"))
        #expect(found([one, two]).map(\.state) == [.ok, .ok, .warning])
        #expect(found([one, two])[1].text == "Shield (0B), connected")
        #expect(found([one, two])[2].text.hasSuffix("choose one by --shield ADDRESS"))
        #expect(found([one, two], usual: "0a").map(\.state) == [.ok, .ok, .warning], "a default chooses none")
        #expect(found([one], usual: "0a").map(\.state) == [.ok])
        let missing = found([two], usual: "0a")
        #expect(missing.map(\.state) == [.ok, .warning])
        #expect(missing[1].text.hasPrefix("no shield 0a was heard, only Shield (0B)"))
        #expect(
            found([one, sensor]) == [
                .ok(.shields, "Shield (0A), -50 dBm"), .ok(.sensors, "Shield (0C), -50 dBm: airbeam"),
            ])
        let wanted = ShieldFacts(.heard([one]), service: service, wantedSensor: other).findings
        #expect(wanted.map(\.state) == [.ok, .warning] && wanted[1].text.hasPrefix("no sensor that offers"))
    }

    private static let driven = [
        DriveLock.Driven("0A", by: LockHolder(pid: 4711, user: geteuid())), .init("0B", by: LockHolder()),
        .init("0C", by: nil),
    ]

    @Test func whereNothingWasLookedForNothingIsMissing() {
        for outcome in [
            ShieldFacts.Outcome.notLooked("--no-scan"), .driven(Self.driven),
        ] {
            #expect(ShieldFacts(outcome, service: service).findings.map(\.state) == [.unknown])
        }
        let driven = ShieldFacts(.driven(Self.driven)).findings[0].text
        #expect(
            driven.hasPrefix(
                "not looked for: a Waldo drives 0A (process 4711), 0B (an unknown process), and a program that has the "
                    + "write socket drives 0C, and a scan"), "\(driven)")
        let failed = ShieldFacts(.failed(.denied(what: "to scan", by: .policy))).findings
        #expect(failed.status == .link && failed[0].text.contains("does not allow this user to scan"))
    }

    // MARK: files, clock, directories, terminal

    @Test func eachWrongFileIsAFault() {
        let wrong = FileError(file: "a.yaml", line: 2, column: 1, "is wrong")
        func facts(
            _ error: SettingsError? = nil, defaults: [FileError] = [], _ problems: [FileError] = [],
            directory: String? = "/d"
        ) -> [Finding] {
            FileFacts(
                directory: directory, settingsError: error, settings: .builtIn, defaultProblems: defaults,
                problems: problems
            ).findings
        }
        #expect(facts().map(\.state) == [.ok, .ok])
        #expect(facts(.file(wrong)).map(\.status) == [.file, .success])
        #expect(facts(.variable("WALDO_ARM", value: "x", expected: "y")).map(\.status) == [.usage, .success])
        #expect(facts(nil, [wrong, wrong]).map(\.state) == [.ok, .fault, .fault])
        #expect(facts(nil, [wrong])[1].text == "a.yaml:2:1: is wrong")
        #expect(facts(nil, defaults: [wrong]).map(\.state) == [.fault, .ok])
        #expect(facts(directory: nil).map(\.state) == [.ok, .warning])
    }

    @Test func theClock() {
        func finding(_ isSynchronised: Bool?, _ now: Int64) -> Finding {
            ClockFacts(isSynchronised: isSynchronised, error: 12_345, now: now).findings[0]
        }
        #expect(finding(true, 1_795_000_000) == .ok(.clock, "synchronised, within 12 ms"))
        #expect(finding(false, 1_795_000_000).fix == "sudo timedatectl set-ntp true")
        #expect(finding(false, 1_795_000_000).state == .warning && finding(nil, 1_795_000_000).state == .unknown)
        for now: Int64 in [0, 1_767_225_599, 4_102_444_800, -1] {
            #expect(finding(true, now).state == .warning, "\(now)")
        }
        #expect(finding(true, 0).text.hasPrefix("the clock shows 1970-01-01"))
    }

    @Test func aDirectoryIsAFaultOnlyIfADefaultNamesIt() {
        func findings(_ failure: CInt, isDefault: Bool = true, free: Int64? = 1 << 40) -> [Finding] {
            FolderFacts(path: "/s", isDefault: isDefault, failure: failure, free: free).findings(.store)
        }
        #expect(findings(0) == [.ok(.store, "/s may be written, 1024 GB free")])
        #expect(findings(ENOENT)[0].fix == "mkdir -p /s" && findings(ENOENT).status == .output)
        #expect(findings(EACCES)[0].text.contains("name a directory of your own"))
        #expect(findings(ENOSPC)[0].text.contains("the disk is full"))
        #expect(findings(EACCES, isDefault: false).map(\.state) == [.warning])
        #expect(findings(0, free: 100 << 20)[0].state == .warning)
        #expect(findings(0, free: nil)[0] == .ok(.store, "/s may be written"))
        let killed = FolderFacts(path: "/s", isDefault: true, free: 1 << 40, unfinished: ["a.gpkg"]).findings(.store)
        #expect(killed.map(\.state) == [.ok, .warning] && killed[1].fix == "waldo survey process /s/a.gpkg")
    }

    @Test func theTerminal() {
        func findings(
            _ failure: TerminalError? = nil, _ columns: Int = 80, _ rows: Int = 24,
            _ style: TerminalStyle = TerminalStyle(.colour), _ releases: Terminal.Releases = .guessed
        ) -> [Finding] {
            TerminalFacts(
                failure: failure, size: TerminalSize(columns: columns, rows: rows), style: style, releases: releases
            ).findings
        }
        #expect(findings().map(\.state) == [.ok])
        let reported = findings(nil, 80, 24, TerminalStyle(.colour), .reported)
        #expect(reported[0].text.contains("it reports when a key is released"))
        #expect(findings(nil, 79, 24).map(\.state) == [.warning, .ok])
        #expect(findings(nil, 80, 24, TerminalStyle(.colour, isUnicode: false)).map(\.state) == [.warning, .ok])
        #expect(findings(nil, 80, 24, TerminalStyle(.none)).map(\.state) == [.warning])
        func escape(_ time: Int) -> [Finding] {
            TerminalFacts(style: TerminalStyle(.colour), escapeTime: time).findings
        }
        #expect(escape(50).map(\.state) == [.ok])
        #expect(escape(500)[0].text.contains("tmux holds Escape back for 500 ms, and Space stops at once"))
        let none = TerminalError.unavailable(path: "/dev/tty", code: ENXIO)
        #expect(findings(none) == [.warning(.terminal, none.description)])
    }

    // MARK: texts

    @Test func theStatusIsThatOfTheFirstFault() {
        let findings: [Finding] = [
            .ok(.bus, "a"), .warning(.clock, "b"), .fault(.inputs, "c", status: .input),
            .fault(.bus, "d", status: .link),
        ]
        #expect(findings.status == .input)
        #expect([Finding]().status == .success && Array(findings.prefix(2)).status == .success)
        #expect(FindingText().summary(findings) == "2 faults, 1 warning.")
        #expect(FindingText().summary([.ok(.bus, "a")]) == "Nothing is wrong.")
    }

    @Test func aLineIsBrokenWhereTheTerminalEnds() {
        let finding = Finding.fault(.bluetoothd, "one two three four\u{1b}[2J five", status: .link)
        #expect(FindingText().line(finding) == "fault    bluetoothd  one two three four\\u{1b}[2J five")
        #expect(FindingText().line(.warning(.store, "make it", fix: "mk x")).hasSuffix("  make it (mk x)"))
        #expect(FindingText().line(.warning(.store, "make it (mk x)", fix: "mk x")).hasSuffix("  make it (mk x)"))
        let narrow = FindingText(width: 44).line(finding)
        let indent = String(repeating: " ", count: 21)
        #expect(narrow == "fault    bluetoothd  one two three\n\(indent)four\\u{1b}[2J five")
        #expect(FindingText(width: 30).line(finding) == FindingText().line(finding), "too narrow to break")
        #expect(FindingText(hasColour: true).line(.ok(.bus, "a")) == "\u{1b}[32mok       \u{1b}[0mbus         a")
        #expect(FindingText.wrapped("", to: 5) == [""])
        #expect(FindingText.wrapped("abcdefgh i", to: 5) == ["abcdefgh", "i"])
    }

    @Test func theDocumentIsStable() {
        let text = FindingText.json([
            .ok(.bus, "it \"answers\""), .fault(.power, "off", fix: "on", status: .link), .unknown(.shields, "x"),
        ])
        #expect(
            text == """
                {"waldo":"\(Version.current)","status":69,"findings":[\
                {"check":"bus","state":"ok","text":"it \\"answers\\""},\
                {"check":"power","state":"fault","text":"off","fix":"on","status":69},\
                {"check":"shields","state":"unknown","text":"x"}]}
                """)
    }
}
