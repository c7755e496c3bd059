internal import Glibc
internal import WaldoCore
internal import WaldoLoop
internal import WaldoTerminal
internal import WaldoTime

/// Collects what the dashboard shows of a drive: the state machine's state, the gauge's measurements, and the last
/// reports on the link and the input.
@LoopActor
final class DriveView {
    let gauge = DriveGauge()
    /// Whether the help on all keys is shown.
    var showsHelp = false
    /// The QR code of the panel's address; it is shown until a page is open.
    var code: [String] = []
    /// What is surveyed beside the drive; nil: nothing.
    var survey: (@LoopActor (Instant) -> SurveyView)?
    /// The arm at a time; nil: nothing is known of where it is.
    var arm: (@LoopActor (Instant) -> ArmShown?)?
    /// The arm as the latest view has it.
    private(set) var drawn: ArmShown?
    /// How far a recording has been played; nil: none is.
    var replay: (@LoopActor (Instant) -> ReplayProgress?)?
    /// The file that the drive is recorded into, and who looks at the panel and drives by it.
    var recording = "", viewers = 0, driver = ""
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
    /// Where the arm itself reports that it is; nil: it has not yet.
    private var reported: PerChannel<Int32?>?
    private let start: Instant
    private let isPlayed: Bool
    /// Whether keys and axes drive that somebody has, rather than a recording, the demo or the panel alone.
    private let hasControls: Bool
    private let timeOfDay: @LoopActor (Instant) -> String
    /// What the input's axes and keys are called; nil: the input or its mapping has changed since.
    private var names: ControlNames?
    private var pad: PadButtons?
    private let plan: DrivePlan

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
        view.arm = plan.arm.name
        if case .raster = plan.holder {
            view.occupation = "raster"
        } else if self.isPlayed {
            view.occupation = "replay"
        }
        view.transport = DashboardView.Transport(plan.transport)
        view.resumeText = plan.afterStop()
        view.terminalKeys = plan.terminalKeys(.unknown)
        view.controls = Self.usual(of: plan.arm)
    }

    // MARK: reports

    func reported(_ numbers: PerChannel<Int32?>) {
        reported = reported.map { $0.updated(by: numbers) } ?? numbers
    }

    func link(_ state: LinkShown) {
        view.link.phase = DashboardView.Link.Phase(state.phase)
        if state.phase == .connected { view.link.hasBeenUp = true }
        view.link.detail = state.detail
        // While a lost shield is looked for, its name stays on the screen.
        guard !state.name.isEmpty || !state.address.isEmpty else { return }
        view.link.name = state.name
        view.link.address = state.address
        view.link.signal = state.signal
        view.link.heardAt = state.heardAt.map(timeOfDay) ?? ""
    }

    func input(_ state: InputShown) {
        switch state.phase {
        case .added:
            view.inputName = state.name
            view.mappingName = state.mapping
            if state.pad != pad { (pad, names, view.mappedKeys) = (state.pad, nil, []) }
        case .lost: (view.inputName, view.battery) = (nil, nil)
        case .silent: view.inputName = nil
        case .heard: view.inputName = state.name
        case .waiting: view.inputDetail = state.detail
        case .ignored, .offered, .noted, .paused, .playing, .resynced: break
        }
    }

    func battery(_ state: Battery) { view.battery = state }

    func ended(_ status: Int32) {
        view.endText =
            switch status {
            case 0: "normally (exit status 0)"
            case 130: "by Ctrl-C (exit status 130)"
            case 129...: "by signal \(status - 128) (exit status \(status))"
            default: "exit status \(status)"
            }
    }

    /// A line for the log, after the time of day.
    func stamped(_ line: String, at now: Instant) -> String { timeOfDay(now) + " " + line }

    /// A notification as a line for the log, after the time of day at which it came.
    func stamped(_ notification: Notification) -> String {
        let digits = HexText.text(of: notification.bytes)
        // Text, with the ends of its lines, is readable; a binary message is so in hexadecimal alone.
        let isText = notification.bytes.allSatisfy { (0x20...0x7e).contains($0) || (0x09...0x0d).contains($0) }
        let text = isText ? "\(String(decoding: notification.bytes, as: UTF8.self)) (\(digits))" : digits
        return stamped("\(view.transport == .simulated ? "simulated arm" : "shield"): \(text)", at: notification.at)
    }

    // MARK: the view

    /// The current view.
    func view(of stateMachine: DriveStateMachine?, at now: Instant) -> DashboardView {
        view.showsHelp = showsHelp
        view.code = viewers > 0 ? [] : code
        view.survey = survey?(now)
        drawn = arm?(now)
        view.hand = drawn.flatMap { $0.commanded.isEmpty ? nil : $0 }
        if let hand = view.hand { view.handScale.include(hand) }
        view.replay = replay?(now).map {
            .init(elapsed: $0.elapsed, total: $0.total, rate: $0.rate, isPaused: $0.isPaused, text: $0.text)
        }
        (view.recording, view.viewers, view.driver) = (recording, viewers, driver)
        view.minutes = Int((now - start) / .seconds(60))
        guard let stateMachine else { return view }
        view.isStopped = stateMachine.isStopped
        let names = names(of: stateMachine.mapping)
        view.heldStop = heldStop(stateMachine, at: now) ?? ""
        view.gate = stateMachine.gate(names)
        view.profile = isPlayed ? "" : stateMachine.profile?.name ?? ""
        view.precision = stateMachine.precision < 1 ? max(1, Int((stateMachine.precision * 100).rounded())) : nil
        view.controls = stateMachine.shownControls(
            names, isPlayed: isPlayed, reported: drawn?.numbers ?? reported, at: now)
        view.buttons = stateMachine.shownButtons(names)
        view.unmoved = isPlayed ? [] : stateMachine.namesUnmoved
        view.frames = gauge.frames(since: start, of: stateMachine.arm)
        view.plot = gauge.plot(of: stateMachine.arm, within: Self.plotSpan)
        view.rate = gauge.rate
        view.latency = gauge.delay
        if hasControls, view.mappedKeys.isEmpty {
            view.mappedKeys = stateMachine.mapping.help(for: stateMachine.arm, names)
            view.resumeText = plan.afterStop(stateMachine.mapping.keys.resume.map(names.key))
        }
        return view
    }

    /// What holds the emergency stop down at a time; nil: nothing does.
    func heldStop(_ stateMachine: DriveStateMachine, at time: Instant) -> String? {
        stateMachine.heldStop(at: time).map(names(of: stateMachine.mapping).stop)
    }

    private func names(of mapping: Mapping) -> ControlNames {
        if let names { return names }
        var names = pad.map { ControlNames(mapping, $0) } ?? ControlNames(mapping)
        if plan.needsTerminal { names.labels = keys.labels }
        self.names = names
        return names
    }

    /// The controls of the usual mappings that move channels of an arm. Until an input is there, they stand for its
    /// own; a joystick only for two channels.
    private static func usual(of arm: Arm) -> [DashboardView.Control] {
        let isSlider = arm.channel(named: "slider") != nil
        let isJoystick = arm.channel(named: "zx") != nil && arm.channel(named: "zy") != nil
        return (isSlider ? [.slider("slider")] : []) + (isJoystick ? [.joystick("joystick")] : [])
    }

    /// The local time of day at a time of the monotonic clock, `15:04:05`.
    private static func wallClock(_ moment: Instant) -> String {
        var seconds = time(nil) - (Monotonic.now() - moment) / .seconds(1)
        var local = tm()
        localtime_r(&seconds, &local)
        return [local.tm_hour, local.tm_min, local.tm_sec].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    }
}
