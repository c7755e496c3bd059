import Glibc
import WaldoCore
import WaldoLoop
import WaldoTerminal
import WaldoTime

/// Makes the dashboard's view of a drive: of its status, the state machine's state and the gauge's measurements.
@LoopActor
final class DriveView {
    let gauge = DriveGauge()
    /// How long the link takes; nil: not known.
    var delivery: DashboardView.Latency?
    /// Whether the help on all keys is shown.
    var showsHelp = false
    /// The panel's address; empty without a panel.
    var panel = ""
    /// The QR code of the panel's address; it is shown until a page is open.
    var code: [String] = []
    /// How the terminal reports its keys, and what is printed on them.
    var keys: (releases: Terminal.Releases, labels: [UInt16: String]) = (.unknown, [:]) {
        didSet {
            guard keys != oldValue else { return }
            view.terminalKeys = plan.terminalKeys(keys.releases)
            (names, view.mappedKeys) = (nil, [])
        }
    }

    /// The span of the plot.
    private static let plotSpan: TimeSpan = .seconds(20)
    private var view = DashboardView()
    private let start: Instant
    private let isPlayed: Bool
    /// Whether a real input drives, whose keys and axes the help names; not a recording, the demo or the panel alone.
    private let hasControls: Bool
    private let timeOfDay: @LoopActor (Instant) -> String
    /// What the input's axes and keys are called; nil: the input has changed since.
    private var names: ControlNames?
    private let plan: DrivePlan
    /// Finds reports of positions; nil: the arm has none.
    private var reports: ReportReader?

    /// - Parameters:
    ///   - start: when the drive began.
    ///   - isPlayed: whether a recording holds the controls; nil: if the plan says so.
    ///   - timeOfDay: formats the local time of day at a monotonic time.
    init(
        _ plan: DrivePlan, start: Instant, isPlayed: Bool? = nil,
        timeOfDay: @escaping @LoopActor (Instant) -> String = DriveView.wallClock
    ) {
        self.start = start
        self.plan = plan
        self.timeOfDay = timeOfDay
        self.isPlayed = isPlayed ?? plan.isPlayed
        switch plan.holder {
        case .input(.panel), .input(.demo): hasControls = false
        default: hasControls = !self.isPlayed
        }
        view.status = plan.status
        if !plan.arm.reports.positions.isEmpty { reports = ReportReader(plan.arm) }
        if case .raster = plan.holder {
            view.occupation = "raster"
        } else if self.isPlayed {
            view.occupation = "replay"
        }
        view.resumeText = plan.afterStop()
        view.inputText = plan.afterLoss
        view.terminalKeys = plan.terminalKeys(.unknown)
        view.controls = Self.usual(of: plan.arm)
    }

    // MARK: reports

    /// Shows the drive's status from now on.
    func show(_ status: DriveStatus) {
        if status.input.pad != view.status.input.pad { (names, view.mappedKeys) = (nil, []) }
        if status.shield?.heardAt != view.status.shield?.heardAt {
            view.heardAt = status.shield?.heardAt.map(timeOfDay) ?? ""
        }
        view.status = status
    }

    /// The drive's status as it was shown last.
    var status: DriveStatus { view.status }

    /// A line for the log, after the time of day.
    func stamped(_ line: String, at now: Instant) -> String { timeOfDay(now) + " " + line }

    /// A notification as a line for the log, after the time of day at which it came; nil: it reports positions, or is
    /// a part of such a report. Those are in a row of their own.
    func stamped(_ notification: Notification) -> String? {
        let found = reports?.read(notification.bytes) ?? []
        if found.contains(where: { if case .position = $0 { true } else { false } }) {
            view.reportedAt = timeOfDay(notification.at)
        }
        if reports != nil, !found.isEmpty || notification.bytes.last != UInt8(ascii: "\n") { return nil }
        let digits = HexText.text(of: notification.bytes)
        // Text, with the ends of its lines, is readable; a binary message is so in hexadecimal alone.
        let isText = notification.bytes.allSatisfy { (0x20...0x7e).contains($0) || (0x09...0x0d).contains($0) }
        let text = isText ? "\(String(decoding: notification.bytes, as: UTF8.self)) (\(digits))" : digits
        let sender =
            switch view.status.transport {
            case .shield, .override: "shield"
            case .serial: "board"
            case .simulated: "simulated arm"
            }
        return stamped("\(sender): \(text)", at: notification.at)
    }

    // MARK: the view

    /// The current view.
    /// - Parameters:
    ///   - arm: the arm as it is drawn; nil: nothing is known of where it is.
    ///   - replay: how far a recording has been played; nil: none is.
    ///   - survey: what is surveyed beside the drive; nil: nothing.
    func view(
        of stateMachine: DriveStateMachine?, arm: ArmShown? = nil, replay: ReplayProgress? = nil,
        survey: SurveyView? = nil, at now: Instant
    ) -> DashboardView {
        view.showsHelp = showsHelp
        view.panel = panel
        view.code = view.status.pages > 0 ? [] : code
        view.survey = survey
        view.hand = arm.flatMap { $0.commanded.isEmpty ? nil : $0 }
        if let hand = view.hand { view.handScale.include(hand) }
        view.replay = replay
        view.elapsed = .seconds(Int64((now - start) / .seconds(1)))
        guard let stateMachine else { return view }
        let names = names(of: stateMachine.mapping)
        view.stopHolder = stateMachine.heldStop(at: now).map(names.stop) ?? ""
        view.gate = stateMachine.gate(names)
        view.status.show(stateMachine)
        let profile = isPlayed ? "" : stateMachine.profile?.name ?? ""
        if profile != view.profile { (view.profile, view.mappedKeys) = (profile, []) }
        view.precision = stateMachine.precision < 1 ? max(1, Int((stateMachine.precision * 100).rounded())) : nil
        let reported = arm?.numbers ?? view.status.positions
        let controls = stateMachine.controlStatuses(names, isPlayed: isPlayed, reported: reported, at: now)
        view.controls =
            controls.filter { $0.kind != .button }
            + stateMachine.followers(isPlayed: isPlayed, reported: reported, at: now)
        view.buttons = controls.filter { $0.kind == .button }
        let ended = controls.flatMap(\.ended).map { "\($0) at its end" }
        view.limits = ([stateMachine.fenceText] + ended + view.status.handLimits).filter { !$0.isEmpty }
        view.unmoved = isPlayed ? [] : stateMachine.namesUnmoved
        view.frames = gauge.frames(since: start, of: stateMachine.arm)
        view.plot = gauge.plot(of: stateMachine.arm, within: Self.plotSpan)
        view.rate = gauge.rate
        view.latency = gauge.delay
        view.delivery = delivery
        if hasControls, view.mappedKeys.isEmpty {
            view.mappedKeys = stateMachine.mapping.help(
                for: stateMachine.arm, names, isLive: stateMachine.isInForce)
            view.resumeText = plan.afterStop(stateMachine.mapping.keys.resume.map(names.key))
        }
        return view
    }

    /// What an input's axes and keys are called.
    func names(of mapping: Mapping) -> ControlNames {
        if let names { return names }
        var names = ControlNames(mapping, view.status.input.pad ?? PadButtons())
        if plan.needsTerminal { names.labels = keys.labels }
        self.names = names
        return names
    }

    /// Placeholders until an input is connected: the controls of the usual mappings that move channels of an arm. The
    /// joystick needs both of its channels.
    private static func usual(of arm: Arm) -> [ControlStatus] {
        let isSlider = arm.channel(named: "slider") != nil
        let isJoystick = arm.channel(named: "zx") != nil && arm.channel(named: "zy") != nil
        return (isSlider ? [.init(.slider, "slider")] : []) + (isJoystick ? [.init(.joystick, "joystick")] : [])
    }

    /// The local time of day at a time of the monotonic clock, `15:04:05`.
    private static func wallClock(_ moment: Instant) -> String {
        var seconds = time(nil) - (Monotonic.now() - moment) / .seconds(1)
        var local = tm()
        localtime_r(&seconds, &local)
        return [local.tm_hour, local.tm_min, local.tm_sec].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    }
}
