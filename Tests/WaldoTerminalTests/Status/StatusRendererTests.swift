import Testing
import WaldoCore

@testable import WaldoTerminal

@Suite struct StatusRendererTests {
    static let driving: StatusView = {
        var view = StatusView()
        view.link = .up
        view.linkText = "BLE Shield 01:23:45:67:89:AB"
        view.inputName = "Xbox Wireless Controller"
        view.mappingName = "gamepad"
        view.slider = .init(0.5)
        view.deflection = (0.37, -0.125)
        (view.zx, view.zy) = (.init(37), .init(-12))
        view.isAssumed = false
        view.lastFrame = Frame("L-37>".utf8)
        view.hint = "Space stops, Enter resumes, Ctrl-C ends"
        return view
    }()

    func text(
        _ view: StatusView, columns: Int = 80, rows: Int = 24, _ style: TerminalStyle = .init(.none)
    ) -> [String] {
        StatusRenderer(size: .init(columns: columns, rows: rows), style: style).rows(view).map(\.text)
    }

    /// Without the escape sequences that colour it.
    func plain(_ view: StatusView, columns: Int = 80, rows: Int = 24) -> [String] {
        text(view, columns: columns, rows: rows, .init(.colour)).map { row in
            row.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated()
                .map { $0.offset == 0 ? $0.element : $0.element.drop { $0 != "m" }.dropFirst() }.joined()
        }
    }

    @Test func `A drive`() {
        #expect(
            plain(Self.driving) == [
                "link      up  BLE Shield 01:23:45:67:89:AB",
                "slider    [----------|#####-----] +0.50 FORWARD",
                "joystick  x 37  y -12  stick +0.37 -0.13",
                "input     Xbox Wireless Controller  (gamepad)",
                "last      4C 2D 33 37 3E  \"L-37>\"",
                "keys      Space stops, Enter resumes, Ctrl-C ends",
            ])
    }

    @Test func `Override, a stop and the gate stand above all else`() {
        var view = Self.driving
        view.isOverride = true
        view.isStopped = true
        view.resumeText = "press Enter to resume"
        view.gateText = "let go of the right stick"
        view.slider = .init(-1)
        view.isAssumed = true
        #expect(
            plain(view).prefix(6) == [
                " OVERRIDE  nothing is transmitted",
                " STOPPED   press Enter to resume",
                " WAITING   let go of the right stick",
                "link      none  BLE Shield 01:23:45:67:89:AB",
                "slider    [##########|----------] -1.00 BACKWARD",
                "joystick  x 37  y -12  assumed  stick +0.37 -0.13",
            ])
        #expect(plain(view, rows: 5) == Array(plain(view).prefix(4)))
    }

    @Test func `A view of nothing says what is missing`() {
        #expect(
            plain(StatusView()) == [
                "link      DOWN", "slider    [----------|----------] +0.00 STOPPED",
                "joystick  no position  stick +0.00 +0.00",
                "input     LOST", "last      nothing yet",
            ])
    }

    @Test func `A terminal that cannot redraw, or has no room, gets the weightiest in one row`() {
        var view = Self.driving
        view.isStopped = true
        view.isOverride = true
        view.gateText = "let go"
        let row = "OVERRIDE STOPPED WAITING: let go | slider +0.50 FORWARD | x 37  y -12 | link non~"
        #expect(text(view, columns: 81) == [row])
        #expect(plain(view, columns: 81, rows: 4) == [row])
    }

    @Test func `NO_COLOR leaves bold and reverse video, and no colour`() {
        var view = Self.driving
        view.isOverride = true
        let coloured = text(view, .init(.colour))
        let monochrome = text(view, .init(.monochrome))
        #expect(coloured[0].hasPrefix("\u{1B}[1;30;43m OVERRIDE \u{1B}[0m"))
        #expect(monochrome[0].hasPrefix("\u{1B}[1;7m OVERRIDE \u{1B}[0m"))
        #expect(monochrome.joined().contains("\u{1B}[3") == false)
        #expect(monochrome.joined().contains("\u{1B}[4") == false)
    }

    @Test(
        arguments: [
            (nil, nil, TerminalStyle.Emphasis.none), ("dumb", nil, .none), ("", nil, .none), ("xterm", nil, .colour),
            ("xterm", "", .colour), ("xterm", "1", .monochrome), ("dumb", "1", .none),
        ] as [(String?, String?, TerminalStyle.Emphasis)])
    func `The environment chooses the style`(term: String?, noColour: String?, emphasis: TerminalStyle.Emphasis) {
        #expect(TerminalStyle(term: term, noColour: noColour, locale: nil).emphasis == emphasis)
    }

    @Test func `A locale says whether the terminal takes UTF-8`() {
        let unicode = ["C.UTF-8", "en_GB.utf8", "C", "POSIX", nil].map {
            TerminalStyle(term: "xterm", noColour: nil, locale: $0).isUnicode
        }
        #expect(unicode == [true, true, false, false, false])
    }

    @Test(arguments: [
        ("\u{1B}[2Jboo\r\n\u{7}", "\\u{1B}[2Jboo\\u{D}\\u{A}\\u{7}"),
        ("a\u{202E}b\u{200B}c\u{9B}d", "a\\u{202E}b\\u{200B}c\\u{9B}d"),
        ("Łódź 日本 \u{1F600}", "Łódź 日本 \u{1F600}"),
    ])
    func `Names from the air move no cursor`(name: String, shown: String) {
        var view = StatusView()
        view.linkText = name
        #expect(plain(view)[0] == "link      DOWN  " + shown)
    }

    @Test func `Without UTF-8 all but ASCII is escaped`() {
        var row = StatusRow(columns: 80, style: .init(.none, isUnicode: false))
        row.add("é日")
        #expect(row.text == "\\u{E9}\\u{65E5}")
    }

    @Test(arguments: [
        (0.0, "+0.00"), (1, "+1.00"), (-1, "-1.00"), (0.005, "+0.01"), (-0.5, "-0.50"), (0.099, "+0.10"),
        (-0.004, "+0.00"), (1e300, "+99.00"), (.nan, "  ?  "), (.infinity, "  ?  "),
    ])
    func `Values have two decimals and a sign`(value: Double, text: String) {
        #expect(StatusRenderer.fixed(value) == text)
    }

    @Test(arguments: [
        (37, 0, "37"), (-37, 0, "-37"), (25, 2, "0.25"), (-5, 2, "-0.05"), (-1234, 2, "-12.34"), (0, 1, "0.0"),
        (Int32.min, 6, "-2147.483648"), (7, 99, "0.000007"), (7, -1, "7"),
    ])
    func `Numbers have their point in place`(value: Int32, decimals: Int, text: String) {
        #expect(StatusRenderer.decimal(.init(value, decimals: decimals)) == text)
    }

    @Test func `A frame that is no text is shown in hexadecimal alone`() {
        #expect(StatusRenderer.shown(Frame([0xA5, 0x02, 0x41])!) == "A5 02 41")
        #expect(StatusRenderer.shown(Frame("S>".utf8)!) == "53 3E  \"S>\"")
    }

    @Test func `No row is wider or is more than the terminal has`() {
        var view = Self.driving
        view.isOverride = true
        view.isStopped = true
        view.resumeText = String(repeating: "日", count: 300)
        view.gateText = String(repeating: "x", count: 300)
        view.inputName = String(repeating: "\u{1F600}e\u{301}", count: 100)
        view.linkText = String(repeating: "\u{1B}", count: 100)
        view.slider = .init(.nan)
        view.deflection = (.infinity, -.infinity)
        view.lastFrame = Frame([UInt8](repeating: 0xff, count: Frame.capacity))
        for columns in 1...120 {
            for rows in [1, 2, 5, 24] {
                let size = TerminalSize(columns: columns, rows: rows)
                for emphasis in [TerminalStyle.Emphasis.none, .monochrome, .colour] {
                    let shown = StatusRenderer(size: size, style: .init(emphasis)).rows(view)
                    #expect(shown.count <= max(1, rows - 1))
                    for row in shown {
                        let paper = Paper(writing: row.text)
                        #expect(paper.width <= columns && paper.width == row.width, "\(columns): \(row.text)")
                    }
                }
            }
        }
    }
}
