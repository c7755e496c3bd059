import Testing
import WaldoCore
import WaldoTime

@testable import WaldoTerminal

/// What the two bars say of each state over each transport.
@Suite struct BannerTests {
    typealias Phase = LinkStatus.Phase

    /// A drive with an input, at rest.
    static func view(_ transport: Transport, _ phase: Phase) -> DashboardView {
        var view = DashboardView()
        view.status = DriveStatus(transport: transport)
        (view.status.link, view.status.input.name) = (LinkStatus(phase, detail: "the detail"), "pad")
        view.resumeText = "press Enter"
        view.controls = [.slider("slider", 0)]
        return view
    }

    /// The fence, joints at their ends and the hand's share, as many as there is space for.
    @Test func whatLimitsTheMotionStandsInTheBar() {
        var view = Self.view(.simulated, .connected)
        view.controls = [.slider("slider", 1)]
        #expect(Banner(state: view, columns: 60).text == "the controls are held")
        view.limits = ["the fence holds elbow: table", "at the end: wrist", "the hand does 40 % of what is asked"]
        #expect(Banner(state: view, columns: 60).text == "the fence holds elbow: table, at the end: wrist")
        #expect(Banner(state: view, columns: 90).text.hasSuffix("wrist, the hand does 40 % of what is asked"))
        view.limits = ["a long reason"]
        #expect(Banner(state: view, columns: 5).text == "a long reason")
    }

    func words(_ view: DashboardView) -> [String] {
        [Banner(transport: view).word, Banner(state: view, columns: 60).word]
    }

    @Test(
        arguments: [
            (.shield, .waiting, "LIVE, no link yet", "NO LINK"), (.shield, .scanning, "LIVE, no link yet", "NO LINK"),
            (.shield, .connecting, "LIVE, no link yet", "NO LINK"), (.shield, .connected, "LIVE", "READY"),
            (.serial, .waiting, "LIVE, no link yet", "NO LINK"), (.serial, .noPort, "LIVE, no link yet", "NO LINK"),
            (.serial, .connected, "LIVE", "READY"), (.serial, .lost, "LIVE, link lost", "LINK LOST"),
            (.shield, .stalled, "LIVE", "STALLED"), (.shield, .lost, "LIVE, link lost", "LINK LOST"),
            (.override, .absent, "OVERRIDE", "READY"), (.simulated, .connected, "SIMULATED", "READY"),
            (.simulated, .stalled, "SIMULATED", "STALLED"), (.simulated, .lost, "SIMULATED", "LINK LOST"),
        ] as [(Transport, Phase, String, String)])
    func theWordsOfALink(transport: Transport, phase: Phase, word: String, state: String) {
        #expect(words(Self.view(transport, phase)) == [word, state])
    }

    @Test(arguments: Transport.allCases)
    func theMostImportantReasonIsTheOneThatIsShown(transport: Transport) {
        var view = Self.view(transport, transport == .override ? .absent : .connected)
        func state() -> String { Banner(state: view, columns: 60).word }
        view.controls[0].deflection.x = 1
        #expect(state() == "DRIVING")
        view.gate = .wait("hold the enable key")
        #expect(state() == "WAITING")
        view.status.input.name = nil
        #expect(state() == "NO INPUT")
        view.status.link.phase = .lost
        #expect(state() == "LINK LOST")
        view.status.halt = .stopped
        #expect(state() == "STOPPED")
        view.status.exitStatus = 2
        #expect(state() == "ENDED")
    }

    /// A stop does not end the move that a simulated arm is in.
    @Test func anArmThatStillMovesIsNotAtRest() {
        var view = Self.view(.simulated, .connected)
        view.status.halt = .stopped
        view.hand = ArmShown(commanded: [], simulated: [], isAssumed: true, reach: 1, isMoving: true, deafFor: nil)
        #expect(Banner(state: view, columns: 60).text == "the arm is still finishing its move")
        view.hand?.isMoving = false
        #expect(Banner(state: view, columns: 60).text == "press Enter")
    }

    /// Nobody is asked to touch a control that a recording holds.
    @Test func aReplayIsNoDriveByHand() {
        var view = Self.view(.simulated, .connected)
        func banner() -> Banner { Banner(state: view, columns: 60) }
        view.replay = .init(elapsed: .zero, total: .seconds(9), rate: 1)
        #expect(banner().word == "REPLAYING" && !banner().isFilled)
        view.controls[0].deflection.x = 1
        #expect(banner().word == "REPLAYING" && banner().isFilled)
        view.replay?.isPaused = true
        #expect(banner().word == "PAUSED")
        view.status.halt = .stopped
        #expect(banner().word == "STOPPED")
    }

    @Test(arguments: Transport.allCases)
    func aDriveThatWaitsForItsInputSaysSoAndNotThatALinkIsMissing(transport: Transport) {
        var view = DashboardView()
        view.status.transport = transport
        #expect(Banner(state: view, columns: 60) == Banner("NO INPUT", "waiting for one", .warningBar))
        let awaited = "No gamepad found (there is no event device in /dev/input): plug one in or switch it on."
        view.status.input.waitingFor = awaited
        #expect(Banner(state: view, columns: 60).text == "No gamepad found")
        #expect(Banner(state: view, columns: 100).text == awaited)
    }

    /// Of all bars only that of commands which reach an arm has this ink; what asks for nothing is outlined.
    @Test func onlyLiveIsLoud() {
        for transport in Transport.allCases {
            for phase in Phase.allCases {
                let banner = Banner(transport: Self.view(transport, phase))
                let isLive = transport.movesArm && (phase == .connected || phase == .stalled)
                #expect((banner.ink == .liveBar) == isLive && banner.isFilled == isLive)
                #expect(banner.word.contains("LIVE") == transport.movesArm)
            }
        }
        let ready = Banner(state: Self.view(.shield, .connected), columns: 60)
        #expect(!ready.isFilled && ready.written == "[READY]")
    }

    @Test(arguments: [(80, 24), (60, 15), (40, 6), (80, 3), (20, 1), (200, 60)])
    func everySizeSaysWhereTheCommandsGo(columns: Int, rows: Int) {
        for style in [TerminalStyle(.colour), .init(.monochrome, isUnicode: false), .init(.none)] {
            for transport in Transport.allCases {
                let word = transport.movesArm ? "LIVE" : transport.rawValue.uppercased()
                let view = Self.view(transport, .connected)
                let text = Dashboard(size: .init(columns: columns, rows: rows), style: style).rows(view, log: [])
                let first = text[0].text
                #expect(first.contains(word) && (transport.movesArm || !first.contains("LIVE")))
            }
        }
    }

    @Test func aSimulatedSurveySaysSo() {
        var view = SurveyView()
        (view.transport, view.link.phase, view.title) = (.simulated, .connected, "cellar")
        let board = SurveyBoard(size: .init(columns: 80, rows: 24), style: .init(.colour))
        let rows = board.rows(view, log: []).map(\.text)
        #expect(rows[0].hasPrefix("[SIMULATED] survey cellar") && rows.contains { $0.contains("simulated, connected") })
    }

    /// On the screen of a survey, and in the tile of a dashboard with space and without.
    @Test func aSurveyWithoutResultsSaysWhy() {
        let problem = "the graph “Dust” computes nothing: it takes `PM2.5`"
        var view = SurveyView()
        (view.link.phase, view.sensor, view.age, view.messages, view.problem) = (.connected, "AirBeam", 1, 12, problem)
        let board = SurveyBoard(size: .init(columns: 80, rows: 24), style: .init(.monochrome))
        #expect(board.rows(view, log: [])[1].text.hasPrefix(" NO RESULTS  \(problem)"))
        func panel(_ height: Int) -> [String] {
            var canvas = Canvas(TerminalSize(columns: 80, rows: height), .init(.monochrome))
            SurveyPanel(view).draw(
                on: &canvas, in: WaldoTerminal.CellRect(column: 0, row: 0, width: 80, height: height))
            return canvas.rows.map(\.text)
        }
        #expect(panel(6)[0].contains(" AirBeam ") && panel(6)[1].hasPrefix(" graph  \(problem)"))
        #expect(panel(1)[0].contains(" NO RESULTS the graph “Dust”"))
        view.alarms = [.init("high")]
        #expect(board.rows(view, log: [])[1].text.hasPrefix(" ALARM "))
        #expect(panel(6)[1].hasPrefix("  ALARM ") && panel(6)[2].hasPrefix(" graph  \(problem)"))
    }
}
