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
    var code: [String] = []

    private var view = DashboardView()
    private let start: Instant
    private let isPlayed: Bool
    /// Whether keys and axes drive, rather than a recording or the panel alone.
    private let hasControls: Bool
    private let timeOfDay: @LoopActor (Instant) -> String

    /// - Parameters:
    ///   - start: when the drive began.
    ///   - timeOfDay: formats the local time of day at a monotonic time.
    init(
        _ plan: DrivePlan, start: Instant,
        timeOfDay: @escaping @LoopActor (Instant) -> String = DriveView.wallClock
    ) {
        self.start = start
        self.timeOfDay = timeOfDay
        isPlayed = plan.isPlayed
        if case .input(.panel) = plan.holder { hasControls = false } else { hasControls = !plan.isPlayed }
        view.arm = plan.arm.name
        view.occupation = isPlayed ? "replay" : ""
        view.isOverride = plan.isOverride
        view.resumeText = plan.afterStop
        view.terminalKeys = plan.terminalKeys
    }

    // MARK: reports

    func link(_ state: LinkShown) {
        view.link.phase =
            switch state.phase {
            case .waiting: .waiting
            case .scanning: .scanning
            case .connecting: .connecting
            case .connected: .connected
            case .stalled: .stalled
            case .lost: .lost
            case .override: .none
            }
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
        case .lost: view.inputName = nil
        case .waiting, .ignored, .paused, .playing, .resynced: break
        }
    }

    func ended(_ status: Int32) {
        view.endText =
            switch status {
            case 0: "well (exit status 0)"
            case 129...: "by signal \(status - 128) (exit status \(status))"
            default: "exit status \(status)"
            }
    }

    /// A line for the log, after the time of day.
    func stamped(_ line: String, at now: Instant) -> String { timeOfDay(now) + " " + line }

    /// A notification as a line for the log, after the time of day at which it came.
    func stamped(_ notification: Notification) -> String {
        let text = String(decoding: notification.bytes, as: UTF8.self)
        return stamped("shield: \(text) (\(HexText.text(of: notification.bytes)))", at: notification.at)
    }

    // MARK: the view

    /// The current view.
    func view(of stateMachine: DriveStateMachine?, at now: Instant) -> DashboardView {
        view.showsHelp = showsHelp
        view.code = code
        guard let stateMachine else { return view }
        let arm = stateMachine.arm
        let first = stateMachine.mapping.first
        let (x, y) = first.joystick.map(stateMachine.channels) ?? (nil, nil)
        func number(_ channel: Channel?) -> DashboardView.Number? {
            channel.map { .init(stateMachine.number($0, at: now), decimals: arm.profiles[$0].range.decimals) }
        }
        func place(_ channel: Channel?) -> Double {
            channel.map { arm.profiles[$0].range.normalised(Double(stateMachine.number($0, at: now))) } ?? 0
        }
        view.isStopped = stateMachine.isStopped
        view.gateText = stateMachine.gateText
        view.slider = .init(
            first.slider.map { stateMachine.deflection(of: $0).x } ?? 0,
            number: number(first.slider.flatMap { stateMachine.channels(of: $0).x }))
        view.hasJoystick = x != nil || y != nil
        let deflection = first.joystick.map(stateMachine.deflection) ?? (x: 0, y: 0)
        view.deflection = .init(x: deflection.x, y: deflection.y)
        view.position = .init(x: place(x), y: place(y))
        (view.zx, view.zy) = (number(x), number(y))
        view.isAssumed = [x, y].compactMap(\.self).allSatisfy(stateMachine.isAssumed)
        view.frames = gauge.frames(since: start, of: arm)
        view.rate = gauge.rate
        view.latency = gauge.delay
        if hasControls, view.controls.isEmpty { view.controls = stateMachine.mapping.help }
        return view
    }

    /// The local time of day at a time of the monotonic clock, `15:04:05`.
    private static func wallClock(_ moment: Instant) -> String {
        var seconds = time(nil) - (Monotonic.now() - moment) / .seconds(1)
        var local = tm()
        localtime_r(&seconds, &local)
        return [local.tm_hour, local.tm_min, local.tm_sec].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    }
}

extension DriveStateMachine {
    /// What the operator has to do to open the gates; nil when they are open or the operator can do nothing.
    var gateText: String? {
        let states = mapping.places.map { ($0, gateState($0)) }.filter { $0.1 != .open && $0.1 != .profile }
        guard let first = states.first else { return nil }
        if first.1 == .enable { return "hold the enable key" }
        let held = states.compactMap { control, state -> String? in
            let names = state == .held || state == .stopped ? namesHeld(control) : ""
            return names.isEmpty ? nil : "the \(mapping.controls[control.place].name) (\(names))"
        }
        if !held.isEmpty { return "let go of " + held.joined(separator: " and ") }
        return states.contains { $0.1 == .settling } ? "a moment of rest" : nil
    }
}
