internal import WaldoCore
internal import WaldoFiles
internal import WaldoLoop
internal import WaldoTeleop
internal import WaldoTerminal

/// What a drive shows in a terminal: a status that is redrawn.
@LoopActor
final class DriveStatus: DriveScreen {
    /// A held position that moves is shown as it moves.
    private static let refresh: Microseconds = .milliseconds(33)

    private let terminal: Terminal
    private let line: StatusLine
    /// What the terminal's keys do in every drive.
    private let hint: String
    private var view = StatusView()
    private var gates: (slider: GateState, joystick: GateState)?
    private var timer: LoopTimer?
    private weak var drive: Drive?

    init(_ terminal: Terminal, isOverride: Bool, hint: String, afterStop: String) {
        self.terminal = terminal
        line = StatusLine(on: terminal)
        view.isOverride = isOverride
        view.resumeText = afterStop
        self.hint = hint
        view.hint = hint
        timer = LoopTimer { [weak self] _ in self?.refresh() }
        line.show(view)
    }

    // MARK: the drive

    func drive(_ drive: Drive, took event: RoadEvent, step: Step) {
        self.drive = drive
        show(drive.road)
    }

    func drive(_ drive: Drive, sent command: Command, outcome: WriteOutcome) {
        guard outcome.isOnItsWay else { return }
        view.lastFrame = command.frame
        show(drive.road)
    }

    private func refresh() {
        if let drive { show(drive.road) }
    }

    private func show(_ road: Road) {
        let now = Monotonic.now()
        let arm = road.arm
        view.isStopped = road.isStopped
        view.gateText = gateText(road)
        view.slider = StatusView.Slider(road.sliderDeflection)
        view.deflection = road.joystickDeflection
        view.zx = arm.channels.zx.map { .init(road.number(.zx, at: now), decimals: $0.range.decimals) }
        view.zy = arm.channels.zy.map { .init(road.number(.zy, at: now), decimals: $0.range.decimals) }
        view.isAssumed = road.isAssumed(.zx) && road.isAssumed(.zy)
        line.show(view)
        if road.isMoving, timer?.deadline == nil { timer?.arm(at: now + Self.refresh) }
    }

    /// What the operator has to do before the controls are live; nil when they are, or when it is not the operator's.
    private func gateText(_ road: Road) -> String? {
        let slider = road.gateState(.slider), joystick = road.gateState(.joystick)
        guard slider != .open || joystick != .open else { return nil }
        if slider == .enable { return "hold the enable key" }
        let words = [(Control.slider, slider), (.joystick, joystick)].compactMap { control, state -> String? in
            switch state {
            case .open, .link, .input, .enable, .ending: return nil
            case .settling: return "\(control.name): wait a moment"
            case .held, .stopped:
                let names = road.namesHeld(control)
                return names.isEmpty ? nil : "let go of the \(control.name) (\(names))"
            }
        }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    // MARK: all else

    func link(_ state: LinkShown) {
        view.link =
            switch state.phase {
            case .connected, .override: .up
            case .waiting, .scanning, .connecting: .connecting
            case .stalled: .stalled
            case .lost: .down
            }
        let parts = [state.phase == .override ? "" : "\(state.phase.word)", state.name, state.address, state.detail]
        view.linkText = parts.filter { !$0.isEmpty }.joined(separator: " ")
        line.show(view)
    }

    func input(_ state: InputShown) {
        switch state.phase {
        case .added:
            view.inputName = state.name
            view.mappingName = state.mapping
            view.hint = [hint, state.keys].filter { !$0.isEmpty }.joined(separator: "  ")
        case .lost: view.inputName = nil
        case .waiting, .ignored, .paused, .playing: terminal.print("waldo: \(state.detail)")
        case .resynced: break
        }
        line.show(view)
    }

    func notified(_ bytes: [UInt8]) {
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        terminal.print("shield: \(String(decoding: bytes, as: UTF8.self)) (\(hex))")
    }

    func end(status: Int32) {
        timer?.cancel()
        timer = nil
        line.close()
        terminal.close()
    }
}
