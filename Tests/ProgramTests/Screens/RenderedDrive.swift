import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoPanel
import WaldoTeleop
import WaldoTestSupport
import WaldoTime

@testable import WaldoApp
@testable import WaldoTerminal

/// A recorded drive that every screen shows at once: the lines of `--plain`, the dashboard, the panel's page, Foxglove
/// and the fleet's table. A script of link states runs beside the recorded steps.
@LoopActor
final class RenderedDrive: DriveScreen, DriveScreenDelegate {
    let foxglove: FoxgloveServer
    private(set) var facts: StationFacts
    private(set) var panel: DrivePanel?
    private let path: String
    private let reader: RecordingReader
    /// The loop's own clock never gets this far: only the recording moves the time.
    private let start = Monotonic.now() + .seconds(36_000)
    private let link: RecordedLink
    private let screens: DriveScreens
    private let dashboard: DriveView
    private let writer: LineWriter
    private var drive: Drive!
    private var now: Instant
    /// The step that has been read and not been played.
    private var next: RecordedStep?

    /// - Parameter path: the recording.
    init(_ path: String, in folder: TemporaryFolder) throws {
        reader = try RecordingReader(path)
        self.path = folder.path + "/lines.jsonl"
        now = start
        link = RecordedLink(try RecordedLink.outcomes(path))
        let plan = DrivePlan(
            arm: reader.arm, armSource: reader.header.arm, library: Library(directory: nil), holder: .input(.demo),
            isBonded: false, stays: false, transport: .arm, waits: false, isPlain: false)
        screens = DriveScreens(plan.status)
        dashboard = DriveView(plan, start: start)
        facts = StationFacts(plan.status)
        writer = try LineWriter(to: RecordingFile.create(self.path), capacity: 1 << 20, whenFull: .endWithOneFailure) {
            _ in
        }
        guard let address = PanelAddress("127.0.0.1:0"), let wanted = try PanelPlan("127.0.0.1:0") else {
            throw DidNotHappen("an address of this machine")
        }
        foxglove = try FoxgloveServer(
            address, name: "a test", session: "1", token: nil, origins: FoxgloveOrigins())
        drive = Drive(
            DriveStateMachine(arm: reader.arm, mapping: reader.mapping, isPlayed: reader.header.isPlayed), link: link,
            clock: { [unowned self] in now }, suspended: { .zero }, isContinued: { false })
        let panel = try DrivePanel(plan, wanted, start: start, delegate: self)
        self.panel = panel
        let topics = FoxgloveDrive(foxglove)
        for screen in [DriveLines(writer, start: start), panel, topics, self] as [any DriveScreen] {
            screens.add(screen)
        }
        drive.add(screens)
        screens.begin(drive)
    }

    /// Plays the recorded steps up to a time of the recording, in microseconds, with what a shield's link reports then.
    func play(to end: Int64) throws {
        while let step = try nextStep() {
            guard step.at.microseconds <= end else { return next = step }
            now = start + (step.at - .clockStart)
            switch step.event {
            case .link(.up): screens.report(.link(LinkStatus(.connected, name: "BLE Shield", detail: "acquired")))
            case .link(.down): screens.report(.link(LinkStatus(.lost, detail: "the shield has disconnected")))
            case .inputAdded: screens.report(.input(InputReport(.added, name: "a pad", mapping: reader.mapping.name)))
            default: break
            }
            drive.handle(step.event, at: now)
        }
    }

    private func nextStep() throws -> RecordedStep? {
        if let step = next.take() { return step }
        while let line = try reader.next() { if case .step(let step) = line { return step } }
        return nil
    }

    /// The state that all screens show.
    var status: DriveStatus { screens.status }

    /// What the dashboard shows now.
    var rows: [String] {
        let view = dashboard.view(of: drive.stateMachine, at: now)
        return WaldoTerminal.Dashboard(size: TerminalSize(columns: 100, rows: 40), style: TerminalStyle(.monochrome))
            .rows(view, log: []).map(\.text)
    }

    /// The lines so far.
    func lines() async throws -> [Substring] {
        try await waitUntil("the lines") { writer.isEmpty ? true : nil }
        return try readFile(path).split(separator: "\n")
    }

    func close() {
        screens.report(.ended(status: 0))
        foxglove.close()
        drive.close()
    }

    // MARK: the fleet's table and the dashboard

    func show(_ status: DriveStatus) {
        facts = StationFacts(status)
        dashboard.show(status)
    }

    func report(_ report: DriveReport, _ status: DriveStatus) { show(status) }

    // MARK: what screens ask

    func arm(at time: Instant) -> ArmShown? { nil }
    func progress(at time: Instant) -> ReplayProgress? { nil }
    func handle(_ order: ViewMessage.Raster) {}
    func choose(shield: String) {}
    func audienceChanged(pages: Int, isDriven: Bool) {}
}

/// A link with the outcomes that a recording has.
@LoopActor
private final class RecordedLink: Link {
    private var outcomes: ArraySlice<WriteOutcome>
    let hasLeft = true

    nonisolated init(_ outcomes: [WriteOutcome]) { self.outcomes = outcomes[...] }

    nonisolated static func outcomes(_ path: String) throws -> [WriteOutcome] {
        let reader = try RecordingReader(path)
        var outcomes: [WriteOutcome] = []
        while let line = try reader.next() { if case .command(let sent) = line { outcomes.append(sent.outcome) } }
        return outcomes
    }

    func write(_ frame: Frame, isZero: Bool, pending: ZeroCounts) -> WriteOutcome { outcomes.popFirst() ?? .gone }

    func setFailsafe(_ frames: FailsafeFrames) {}

    func setPending(_ zeros: ZeroCounts) {}

    func acknowledgeFailsafe() -> ZeroCounts? { nil }

    func close() {}
}
