import WaldoCore
import WaldoLoop
import WaldoPanel
import WaldoTeleop
import WaldoTime

/// What the operator who watches a raster wants, by keys and by the page.
extension RasterOperator {
    func handle(_ event: InputEvent, at time: Instant) -> Bool {
        guard case .key(let code, let down) = event else { return false }
        switch code {
        case KeyCode.p: if down { step(.pause(.wanted), at: time) }
        case KeyCode.n: if down { step(.skip, at: time) }
        case KeyCode.enter:
            guard isWaiting else { return false }
            if down { resume(at: time) }
        default: return false
        }
        return true
    }

    /// Handles what the operator wants by the page.
    func handle(_ order: ViewMessage.Raster, at time: Instant) {
        switch order {
        case .pause:
            watch.pagePauses(at: time)
            step(.pause(.wanted), at: time)
        case .resume:
            if isWaiting, !watch.isDoubleTap(at: time) { resume(at: time) }
        case .skip: step(.skip, at: time)
        case .abort: step(.abort, at: time)
        }
    }

    /// Whether only the operator lets it go on.
    private var isWaiting: Bool {
        switch machine.phase {
        case .paused: true
        case .waiting: drive?.stateMachine.isStopped == true
        case .moving, .measuring, .ended: false
        }
    }

    private func resume(at time: Instant) {
        func stays(_ detail: String) { session.report(.input(InputReport(.paused, detail: detail))) }
        // What was typed while nobody heard it, in a suspended process for one, comes right after the halt.
        if let cause = watch.cause(against: time) { return stays("\(cause); Enter again goes on") }
        session.handle(.operator(.resume), at: time)
        guard watch.isUp else { return stays("there is no link that takes motion") }
        if drive?.stateMachine.isStopped == true { stays("the emergency stop holds") }
    }

    /// The drive has resumed, by a key or by the page's button, and the raster goes on with it. A resume shuts the
    /// gates, and a velocity that does not wait for them stays behind them.
    func resumed(at time: Instant) {
        guard watch.isUp, watch.cause(against: time) == nil, drive?.stateMachine.isStopped == false else { return }
        switch machine.phase {
        case .paused, .waiting: begin()
        case .moving, .measuring, .ended: break
        }
    }
}
