import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoTerminal

@Suite struct DashboardTests {
    static let driving: DashboardView = {
        var view = DashboardView()
        view.status.arm = "MSc robot controller on a RedBear BLE Shield"
        view.status.apply(
            .link(LinkStatus(.connected, name: "BLE Shield", address: "01:23:45:67:89:AB", signal: -57)))
        view.heardAt = "10:23:41"
        (view.status.input.name, view.status.input.mapping) = ("Xbox Wireless Controller", "Gamepad")
        view.controls = [
            slider(0.5, number: 3),
            .joystick(
                "joystick", .init(x: 0.6, y: 0.8), x: .init(.init(-37), normalised: -0.37),
                y: .init(.init(-12), normalised: -0.12)),
        ]
        view.frames = [.init(at: .microseconds(1_234_567), channel: "zx", frame: Frame("L37>".utf8)!)]
        view.rate = 12.49
        view.latency = .init(p50: .microseconds(85), p99: .microseconds(1_250))
        view.mappedKeys = [.init(["RZ"], "forward"), .init(["EAST", "SOUTH"], "stop")]
        view.terminalKeys = [.init(["?"], "explains the keys"), .init(["Ctrl-C"], "ends")]
        return view
    }()

    /// The slider of the default arm, a velocity.
    static func slider(_ value: Double, number: Int32 = 0) -> ControlStatus {
        .slider("slider", value, .init(.init(number), normalised: value, isPosition: false))
    }

    func rows(
        _ view: DashboardView, columns: Int = 80, rows: Int = 24, _ style: TerminalStyle = .init(.colour),
        log: [String] = []
    ) -> [CellRow] {
        Dashboard(size: .init(columns: columns, rows: rows), style: style).rows(view, log: log)
    }

    func text(_ view: DashboardView, columns: Int = 80, rows height: Int = 24, log: [String] = []) -> [String] {
        rows(view, columns: columns, rows: height, log: log).map(\.text)
    }

    /// Without space beside everything else it is under the help.
    @Test func aCodeStandsBesideEverythingOrUnderTheHelp() {
        var view = Self.driving
        view.panel = "http://192.0.2.2:8713/#0123456789abcdef0123456789abcdef"
        view.code = [String](repeating: String(repeating: "█", count: 37), count: 19)
        func isCode(_ text: [String]) -> Bool { text[2..<21].allSatisfy { $0.hasSuffix(view.code[0]) } }
        for (columns, height) in [(120, 40), (200, 60)] {
            let text = text(view, columns: columns, rows: height)
            #expect(
                isCode(text) && text.contains { $0.contains("joystick") }
                    && text.contains { $0.contains("on the wire") })
            #expect(text.contains { $0.contains(" panel \(view.panel)") && !$0.contains("QR") })
        }
        for (columns, height) in [(90, 24), (100, 30)] {
            let small = text(view, columns: columns, rows: height)
            #expect(!small.contains { $0.contains("████████████████████") })
            #expect(small.contains { $0.contains(" panel \(view.panel)") && $0.hasSuffix("? shows its QR code") })
            view.showsHelp = true
            let help = text(view, columns: columns, rows: height)
            #expect(isCode(help) && help.contains { $0.contains("EAST, SOUTH") }, "\(help)")
            view.showsHelp = false
        }
        view.showsHelp = true
        view.code.append(contentsOf: view.code)
        #expect(!self.text(view).contains { $0.contains("█████") }, "half of a code is none")
    }

    @Test func theAddressOfThePanelHasARowUntilAPageIsOpenAndUnderTheHelp() {
        var view = Self.driving
        view.panel = "http://192.0.2.2:8713/#0123456789abcdef0123456789abcdef"
        func row() -> Int? { text(view, log: ["a line"]).firstIndex { $0.contains(" panel \(view.panel)") } }
        #expect(row() == 21)
        view.status.pages = 1
        #expect(row() == nil)
        view.showsHelp = true
        #expect(row() == 21)
        view.code = [String](repeating: String(repeating: "█", count: 20), count: 20)
        #expect(row() == nil, "the code has it, and needs the row")
        view.code = []
        view.panel = "http://[2001:db8:1111:2222:3333:4444:5555:6666]:8713/#0123456789abcdef0123456789abcdef"
        #expect(!text(view).contains { $0.contains(" panel http") }, "a part of a token is none")
        #expect(text(view, columns: 100).contains { $0.hasSuffix("#0123456789abcdef0123456789abcdef") })
    }

    @Test func everythingStandsOn80X24() {
        let text = text(Self.driving, log: ["10:23:40 link connected"])
        #expect(text.count == 24)
        let whole = text.joined(separator: "\n")
        for part in [
            " LIVE ", "commands move the arm", "MSc robot controller on a RedBear BLE Shield", " DRIVING", "FORWARD",
            "+0.50", "= 3", "-37", "-12", "+0.60", "+0.80", "connected", "BLE Shield", "01:23:45:67:89:AB",
            "-57 dBm at 10:23:41", "12.5 commands a second", "p50 85 µs p99 1.2 ms", "Xbox Wireless Controller",
            "Gamepad", "1.234 s  zx      4C 33 37 3E", "\"L37>\"", "10:23:40 link connected", "RZ forward  EAST stop",
            "? explains the keys  Ctrl-C ends",
        ] { #expect(whole.contains(part), "\(part)") }
        #expect(!whole.contains("~"))
    }

    /// A row of its own where there is one, else in place of the rate, once it is known.
    @Test func theLinksOwnTimeStandsWithOurs() {
        var view = Self.driving
        #expect(text(view, columns: 120, rows: 40).contains { $0.contains("link's -") })
        #expect(!text(view).contains { $0.contains("link's") })
        view.delivery = .init(p50: .milliseconds(34), p99: .milliseconds(61))
        let small = text(view), large = text(view, columns: 120, rows: 40)
        for text in [small, large] {
            let row = text.firstIndex { $0.contains("link's p50 34 ms p99 61 ms") }
            #expect(row.map { text[$0 - 1].contains("delay  p50 85 µs") } == true, "\(text)")
        }
        #expect(!small.contains { $0.contains("commands a second") })
        #expect(large.contains { $0.contains("12.5 commands a second") })
        view.status.transport = .override
        #expect(!text(view, columns: 120, rows: 40).contains { $0.contains("link's") })
    }

    /// Behind the input's name, or in a row of its own where there is one; the name gives way.
    @Test func theBatteryStandsWithTheInput() {
        var view = Self.driving
        view.status.input.battery = Battery(percent: 12)
        #expect(text(view).contains { $0.contains("input  Xbox") && $0.contains("  12 %, low│") })
        #expect(text(view, columns: 120, rows: 40).contains { $0.contains("power  12 %, low") })
        #expect(text(view, rows: 10).contains("input     Xbox Wireless Controller  12 %, low  (Gamepad)"))
        func ink(_ battery: Battery) -> Ink? {
            view.status.input.battery = battery
            return rows(view).first { $0.text.contains("input  Xbox") }?.cells.last { $0.scalar == "%" }?.ink
        }
        #expect(ink(Battery(percent: 57)) == .plain)
        #expect(ink(Battery(percent: 12)) == .warning)
        #expect(ink(Battery(percent: 4)) == .bad)
        #expect(ink(Battery(percent: 4, isCharging: true)) == .plain)
    }

    @Test func overrideAndAStopFillTheTwoBars() {
        var view = Self.driving
        view.status.transport = .override
        view.status.halt = .stopped
        view.resumeText = "press Enter to resume"
        view.gate = .release([.init("slider", "ABS_RZ")])
        let rows = rows(view)
        #expect(rows[0].text.hasPrefix("[OVERRIDE] nothing is transmitted"))
        #expect(rows[1].text.hasPrefix(" STOPPED   let go of the slider (ABS_RZ) "))
        #expect(rows[0].cells.allSatisfy { $0.ink == .plain || $0.ink == .strong })
        #expect(rows[1].cells.allSatisfy { $0.ink == .alarmBar } && rows[1].width == 80)
        #expect(self.rows(Self.driving)[0].cells.allSatisfy { $0.ink == .liveBar })
        #expect(text(view).contains { $0.contains("would be on the wire") })
        view.gate = nil
        #expect(text(view)[1].hasPrefix(" STOPPED   press Enter to resume"))
    }

    @Test(
        arguments: [
            (.waiting, "NO LINK"), (.noPort, "NO LINK"), (.scanning, "NO LINK"), (.connecting, "NO LINK"),
            (.connected, "DRIVING"), (.stalled, "STALLED"), (.lost, "LINK LOST"), (.absent, "DRIVING"),
        ] as [(LinkStatus.Phase, String)])
    func everyStateOfTheLinkIsReported(phase: LinkStatus.Phase, word: String) {
        var view = Self.driving
        view.status.link = LinkStatus(phase, detail: "switch it on")
        #expect(text(view)[1].hasPrefix(" \(word)"))
        #expect(text(view, rows: 10).contains { $0.hasPrefix("link      \(phase.label)") })
    }

    /// Its facts are the port and its rate; what a shield alone has is left out.
    @Test func anArmOnAPortHasAPortAndNoSignal() {
        var view = Self.driving
        view.status.transport = .serial
        view.status.apply(.link(LinkStatus(.connected, name: "/dev/ttyUSB0", detail: "115200 baud")))
        let text = text(view, columns: 120, rows: 40)
        #expect(text.contains { $0.contains("port   /dev/ttyUSB0") })
        #expect(text.contains { $0.contains("route  115200 baud") })
        #expect(!text.contains { $0.contains("shield ") || $0.contains("signal ") })
    }

    @Test func theSlidersBarAndLabelGoUpDownAndRest() {
        func shown(_ value: Double) -> [Substring] {
            var view = Self.driving
            view.controls[0] = Self.slider(value)
            return text(view)[3..<11].map { $0.dropFirst(2).prefix(12) }
        }
        #expect(shown(1).map { $0.first } == ["█", "█", "█", "█", "░", "░", "░", "░"])
        #expect(shown(-0.6).map { $0.first } == ["░", "░", "░", "▁", "█", "█", "▀", "░"])
        #expect(shown(0.01).map { $0.first } == ["░", "░", "░", "▄", "░", "░", "░", "░"])
        #expect(shown(0).filter { $0.contains("AT REST") }.count == 1)
        #expect(shown(0.5).firstIndex { $0.contains("FORWARD") }! < shown(-0.5).firstIndex { $0.contains("BACKWARD") }!)
    }

    /// Where the held position and the stick's position are drawn without UTF-8: one character each.
    @Test(
        arguments: [
            ((0, 0), (0, 0), "@", "@"), ((-1, 0), (1, 0), "O", "+"), ((0, 1), (0, -1), "O", "+"),
        ] as [((Double, Double), (Double, Double), Character, Character)])
    func theDiscMarksBothPlaces(
        held: (Double, Double), stick: (Double, Double), heldSign: Character, stickSign: Character
    ) throws {
        var view = Self.driving
        view.controls[1].x?.normalised = held.0
        view.controls[1].y?.normalised = held.1
        view.controls[1].deflection = .init(x: stick.0, y: stick.1)
        let disc = rows(view, .init(.colour, isUnicode: false))[3..<11].map { $0.text.dropFirst(17).prefix(16) }
        func place(_ sign: Character) throws -> (x: Int, y: Int) {
            let y = try #require(disc.firstIndex { $0.contains(sign) })
            return (Array(disc[y]).firstIndex(of: sign)!, y)
        }
        let (a, b) = (try place(heldSign), try place(stickSign))
        #expect((b.x - a.x).signum() == Int(stick.0 - held.0).signum())
        #expect((b.y - a.y).signum() == -Int(stick.1 - held.1).signum())
    }

    @Test func namesFromTheAirMoveNoCursor() {
        for (name, shown) in [
            ("\u{1B}[2Jboo\r\n\u{7}", "\\u{1b}[2Jboo\\u{d}\\u{a}"), ("a\u{202E}b\u{9B}", "a\\u{202e}b\\u{9b}"),
            ("Łódź 日本 \u{1F600}", "Łódź 日本 \u{1F600}"),
        ] {
            var view = Self.driving
            view.status.shield?.name = name
            #expect(text(view)[4].contains(shown), "\(text(view)[4])")
        }
    }

    @Test func longLinesOfTheLogAreBrokenAtSpacesAndTheNewestAreKept() {
        let log = (1...5).map { "10:00:0\($0) " + String(repeating: "word ", count: 20) + "\($0)." }
        let lines = text(Self.driving, log: log)[18..<22]
        #expect(
            lines.first?.hasPrefix(" 10:00:04 word") == true && lines.last?.hasPrefix("          word") == true
                && lines.last?.hasSuffix(" word 5.") == true)
        let long = Dashboard.wrapped([String(repeating: "x", count: 100)], width: 30, rows: 9, .init(.colour))
        #expect(long.map(\.count) == [30, 30, 30, 10].map { $0 } || long.joined().filter { $0 == "x" }.count == 100)
        #expect(long.allSatisfy { $0.count <= 30 })
        let address = "http://192.0.2.2/#0123456789ab"
        let broken = Dashboard.wrapped(["10:00:01 at \(address)"], width: 30, rows: 9, .init(.colour))
        #expect(broken == ["10:00:01 at ", address], "\(broken)")
    }

    @Test func theHelpStandsInPlaceOfFramesAndLogTheControlsStay() {
        var view = Self.driving
        view.showsHelp = true
        let whole = text(view).joined(separator: "\n")
        #expect(whole.contains("EAST, SOUTH     stop") && whole.contains("FORWARD") && !whole.contains("on the wire"))
    }

    @Test func aLargerTerminalHasMoreFramesMoreOfTheLogAndALargerDisc() {
        var view = Self.driving
        view.frames = (0..<16).map { .init(at: .microseconds($0), channel: "slider", frame: Frame("S>".utf8)!) }
        let log = (0..<30).map { "line \($0)." }
        let small = text(view, log: log), large = text(view, columns: 160, rows: 50, log: log)
        func count(_ text: [String], _ part: String) -> Int { text.filter { $0.contains(part) }.count }
        #expect(count(small, "\"S>\"") == 4 && count(small, "line ") == 4)
        #expect(count(large, "\"S>\"") > 8 && count(large, "line ") > 8 && large.count == 50)
        #expect(count(large, "│ █") + count(large, "│ ░") == 16)
    }

    @Test(arguments: [("linux", true, false), ("xterm", true, true), ("screen-256color", true, true)])
    func onlyTheSixteenColoursAreUsedAndNoneByNOCOLOR(term: String, unicode: Bool, braille: Bool) {
        let style = TerminalStyle(term: term, noColour: nil, locale: "C.UTF-8")
        #expect(style.isUnicode == unicode && style.hasBraille == braille)
        var view = Self.driving
        for halt in HaltState.allCases {
            view.status.halt = halt
            let colour = Paper(writing: rows(view, style).map { $0.encoded(style.emphasis) }.joined(separator: "\r\n"))
            #expect(
                colour.inks.isSubset(of: Set([0, 1, 2, 7] + Array(30...37) + Array(40...47)))
                    && colour.inks.contains(45))
            let none = TerminalStyle(term: term, noColour: "1", locale: "C.UTF-8")
            let mono = Paper(writing: rows(view, none).map { $0.encoded(none.emphasis) }.joined(separator: "\r\n"))
            #expect(mono.inks == [0, 1, 2, 7] && mono.text == colour.text)
        }
        let hasBraille = rows(view, style).contains {
            $0.text.unicodeScalars.contains { (0x2800...0x28ff).contains($0.value) }
        }
        #expect(hasBraille == braille)
    }

    @Test func withoutUTF8ThereIsASCIIAlone() {
        var view = Self.driving
        view.status.input.name = "é日"
        let rows = rows(view, .init(.colour, isUnicode: false))
        #expect(rows.allSatisfy { $0.text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f } })
        #expect(rows.contains { $0.text.contains("\\u{e9}\\u{65e5}") })
    }

    @Test(
        arguments: [
            (nil, nil, TerminalStyle.Emphasis.none), ("dumb", nil, .none), ("", nil, .none), ("xterm", nil, .colour),
            ("xterm", "", .colour), ("xterm", "1", .monochrome), ("dumb", "1", .none),
        ] as [(String?, String?, TerminalStyle.Emphasis)])
    func theEnvironmentChoosesTheStyle(term: String?, noColour: String?, emphasis: TerminalStyle.Emphasis) {
        #expect(TerminalStyle(term: term, noColour: noColour, locale: nil).emphasis == emphasis)
    }

    @Test func aLocaleSaysWhetherTheTerminalTakesUTF8() {
        let unicode = ["C.UTF-8", "en_GB.utf8", "C", "POSIX", nil].map {
            TerminalStyle(term: "xterm", noColour: nil, locale: $0).isUnicode
        }
        #expect(unicode == [true, true, false, false, false])
    }
}
