import Testing
import WaldoCore
import WaldoTestSupport
import WaldoTime

@testable import WaldoTerminal

/// Random views, with names and states that nobody would think of.
private struct FuzzedViews {
    var random = SeededGenerator(20)

    mutating func text() -> String {
        let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let signs = [
            "日", "\u{1F600}", "e\u{301}", "\u{1B}[2J", "\u{202E}", "\u{9B}", "\u{2605}", "\n", "word ", "\u{FEFF}",
        ]
        return Bool.random(using: &random)
            ? String(decoding: bytes, as: UTF8.self)
            : bytes.prefix(80).map { signs[Int($0) % signs.count] }.joined()
    }

    private mutating func number() -> Double {
        [.nan, .infinity, -.infinity, 0, -0.0, 1, -1, 1e308, .random(in: -2...2, using: &random)]
            .randomElement(using: &random)!
    }

    /// A name as files may have it, up to 24 characters; now and then any text.
    private mutating func name() -> String {
        guard Int.random(in: 0...9, using: &random) > 0 else { return text() }
        return String(repeating: "n", count: .random(in: 1...24, using: &random))
    }

    private mutating func gate() -> DashboardView.Gate? {
        switch Int.random(in: 0...2, using: &random) {
        case 0: nil
        case 1: .wait(text())
        default: .release((0..<Int.random(in: 1...8, using: &random)).map { _ in .init(name(), name()) })
        }
    }

    private mutating func axis() -> ControlStatus.Axis? {
        guard Int.random(in: 0...4, using: &random) > 0 else { return nil }
        var axis = ControlStatus.Axis(
            channelNumber(), of: name(), normalised: number(), isPosition: .random(using: &random),
            isAssumed: .random(using: &random))
        if Bool.random(using: &random) { axis.reported = channelNumber() }
        if Bool.random(using: &random) {
            let (low, high) = (channelNumber(), channelNumber())
            axis.range = ValueRange(low: low.value, high: high.value, decimals: low.decimals)
        }
        return axis
    }

    private mutating func channelNumber() -> ChannelNumber {
        .init(.random(in: .min ... .max, using: &random), decimals: .random(in: -1...7, using: &random))
    }

    private mutating func control() -> ControlStatus {
        var control: ControlStatus =
            Bool.random(using: &random)
            ? .slider(name(), number(), axis())
            : .joystick(name(), .init(x: number(), y: number()), x: axis(), y: axis())
        (control.gate, control.toRelease) = ([.open, .held, .stopped].randomElement(using: &random)!, name())
        control.isInProfile = .random(using: &random)
        control.isPlayed = .random(using: &random)
        return control
    }

    mutating func survey() -> SurveyView {
        var view = SurveyView()
        (view.title, view.sensor, view.link.detail, view.elapsed, view.left) = (text(), text(), text(), text(), text())
        view.link.phase = LinkStatus.Phase.allCases.randomElement(using: &random)!
        view.streams = (0..<Int.random(in: 0...30, using: &random)).map { _ in
            let words = (0..<Int.random(in: 0...3, using: &random)).map { _ in name() }
            return .init(
                name(), number: name(), unit: name(), words: words,
                validity: [.valid, .restricted, .invalid].randomElement(using: &random)!)
        }
        view.alarms = (0..<Int.random(in: 0...2, using: &random)).map { _ in
            .init(text(), halts: .random(using: &random))
        }
        view.problem = Bool.random(using: &random) ? text() : ""
        view.position = Bool.random(using: &random) ? .init(text(), isDoubtful: .random(using: &random)) : nil
        view.age = Bool.random(using: &random) ? .random(in: .min ... .max, using: &random) : nil
        view.isSilent = .random(using: &random)
        (view.messages, view.gaps, view.rejectedBytes) = (.max, .random(in: 0...2, using: &random), .max)
        view.store = .init(
            text(), lostRows: .random(in: 0...1, using: &random), hasFailed: .random(using: &random))
        return view
    }

    private mutating func status() -> DriveStatus {
        var status = DriveStatus(arm: text(), transport: Transport.allCases.randomElement(using: &random)!)
        let phase = LinkStatus.Phase.allCases.randomElement(using: &random)!
        var link = LinkStatus(phase, name: text(), address: text(), detail: text())
        link.signal = Bool.random(using: &random) ? .random(in: .min ... .max, using: &random) : nil
        status.apply(.link(link))
        status.halt = HaltState.allCases.randomElement(using: &random)!
        (status.input.name, status.input.mapping) = (Bool.random(using: &random) ? text() : nil, text())
        (status.input.waitingFor, status.recording) = (text(), text())
        let hasEnded = Int.random(in: 0...9, using: &random) == 0
        status.exitStatus = hasEnded ? .random(in: .min ... .max, using: &random) : nil
        (status.pages, status.isDrivenByPage) = (.random(in: .min ... .max, using: &random), .random(using: &random))
        return status
    }

    mutating func view() -> DashboardView {
        var view = DashboardView()
        view.status = status()
        (view.resumeText, view.inputText, view.heardAt) = (text(), text(), text())
        view.gate = gate()
        view.showsHelp = .random(using: &random)
        view.profile = Int.random(in: 0...2, using: &random) == 0 ? text() : ""
        view.precision = Bool.random(using: &random) ? .random(in: .min ... .max, using: &random) : nil
        view.controls = (0..<Int.random(in: 0...8, using: &random)).map { _ in control() }
        view.buttons = (0..<Int.random(in: 0...8, using: &random)).map { _ -> ControlStatus in
            var button = ControlStatus.button(name())
            button.deflection.x = [0, 1].randomElement(using: &random)!
            button.isInProfile = .random(using: &random)
            return button
        }
        view.unmoved = (0..<Int.random(in: 0...8, using: &random)).map { _ in name() }
        view.rate = number()
        view.latency = .init(p50: .microseconds(.random(in: .min ... .max, using: &random)), p99: .microseconds(.max))
        view.frames = (0..<Int.random(in: 0...20, using: &random)).map { _ in
            let count = Int.random(in: 0...Frame.capacity, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let at = TimeSpan.microseconds(.random(in: .min ... .max, using: &random))
            return .init(at: at, channel: "zy", frame: Frame(bytes)!)
        }
        view.mappedKeys = (0..<Int.random(in: 0...40, using: &random)).map { _ in .init([text(), text()], text()) }
        view.terminalKeys = [.init([], ""), .init([text()], text())]
        if Bool.random(using: &random) { view.survey = survey() }
        addNews(to: &view)
        return view
    }

    /// What stands beside the controls: the hand, a plot, a replay, a recording, the panel and its code.
    private mutating func addNews(to view: inout DashboardView) {
        if Bool.random(using: &random) { view.hand = arm() }
        view.plot = (0..<Int.random(in: 0...9, using: &random)).map { _ in
            .init(
                name(),
                (0..<Int.random(in: 0...9, using: &random)).map { _ in
                    .init(before: .microseconds(.random(in: .min ... .max, using: &random)), value: number())
                })
        }
        if Bool.random(using: &random) {
            view.replay = .init(
                elapsed: .microseconds(.random(in: .min ... .max, using: &random)), total: .microseconds(.max),
                rate: number(), isPaused: .random(using: &random))
        }
        view.elapsed =
            Bool.random(using: &random) ? .microseconds(.random(in: .min ... .max, using: &random)) : nil
        view.panel = ["", "http://192.0.2.2:8713/#0123456789abcdef"].randomElement(using: &random) ?? ""
        if Int.random(in: 0...2, using: &random) == 0 {
            let side = Int.random(in: 1...60, using: &random)
            view.code = [String](repeating: String(repeating: "█", count: side), count: (side + 1) / 2)
        }
    }

    private mutating func arm() -> ArmShown {
        func points(_ turn: inout Self) -> [ArmPoint] {
            (0..<Int.random(in: 0...5, using: &turn.random)).map { _ in
                ArmPoint(x: turn.length(), y: turn.length(), z: turn.length())
            }
        }
        var arm = ArmShown(
            commanded: points(&self), simulated: points(&self), isAssumed: .random(using: &random), reach: length(),
            isMoving: .random(using: &random),
            deafFor: Bool.random(using: &random) ? .microseconds(.random(in: .min ... .max, using: &random)) : nil)
        (arm.way, arm.ended) = (points(&self).first, points(&self))
        let corners = points(&self) + [ArmPoint(), ArmPoint()]
        arm.regions = [
            .init("table", .table(length())), .init("box", .box(corners[0], corners[1])),
            .init("cylinder", .cylinder(radius: length(), height: length())), .init("reach", .reach(length())),
        ]
        arm.heldRegions = Bool.random(using: &random) ? ["box", "reach"] : []
        return arm
    }

    private mutating func length() -> Double {
        [.nan, .infinity, -.infinity, 0, 1e-300, 1e300, -1e300, .random(in: -2...2, using: &random)]
            .randomElement(using: &random)!
    }
}

/// Whatever the names contain and whatever the size: no row too wide, none too many, and no control sequence reaches
/// the terminal.
@Suite struct DashboardFuzzTests {
    @Test(arguments: [TerminalStyle.Emphasis.none, .monochrome, .colour], [true, false])
    func noRowSteersTheTerminalOrLeavesIt(emphasis: TerminalStyle.Emphasis, isUnicode: Bool) {
        var views = FuzzedViews()
        let style = TerminalStyle(emphasis, isUnicode: isUnicode)
        for turn in 0..<100 {
            let isNear = turn % 3 == 0
            let size = TerminalSize(
                columns: .random(in: isNear ? 78...84 : 1...200, using: &views.random),
                rows: .random(in: isNear ? 23...26 : 1...70, using: &views.random))
            let log = (0..<Int.random(in: 0...30, using: &views.random)).map { _ in views.text() }
            let rows = Dashboard(size: size, style: style).rows(views.view(), log: log)
            let alone = SurveyBoard(size: size, style: style), survey = views.survey()
            #expect(rows.count <= size.rows && alone.rows(survey, log: log).count == size.rows)
            for row in rows + alone.rows(survey, log: log) + alone.remaining(survey) {
                #expect(row.cells.count == size.columns && row.width <= size.columns)
                let isPlain = row.text.unicodeScalars.allSatisfy {
                    CellWidth.of($0) > 0 && $0.properties.generalCategory != .control && (isUnicode || $0.isASCII)
                }
                #expect(isPlain, "\(row.text.debugDescription)")
                let paper = Paper(writing: row.encoded(emphasis))
                #expect(paper.unknown.isEmpty && paper.lines.count == 1 && paper.width <= size.columns)
            }
        }
    }
}
