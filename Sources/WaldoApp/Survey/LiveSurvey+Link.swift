import WaldoCore
import WaldoStore
import WaldoSurvey
import WaldoTime

/// The link to the sensor, and pauses.
extension LiveSurvey {
    /// The link to the sensor has changed.
    func link(_ state: LinkStatus, at time: Instant) {
        let isUp = Self.carries(state)
        if isUp, !state.address.isEmpty, state.address != heardFrom {
            heardFrom = state.address
            store?.device(address: state.address, name: state.name)
        }
        if !status.isPaused, isUp != self.isUp { use(isUp, at: time) }
        report(.link(state))
    }

    /// The operator pauses the survey, or starts it again. A pause is a gap: what is heard meanwhile neither counts nor
    /// is stored, and no alarm waits for it.
    func pause(_ isPaused: Bool, at time: Instant) {
        guard isPaused != status.isPaused else { return }
        if isPaused { step(.paused, at: time) } else { use(Self.carries(status.link), at: time) }
        report(.paused(isPaused))
    }

    private func use(_ isUp: Bool, at time: Instant) {
        self.isUp = isUp
        step(isUp ? .linkUp : .linkDown, at: time)
    }

    /// Whether a link brings what the sensor sends. What is written does not leave a stalled link, and what is notified
    /// still comes.
    private static func carries(_ link: LinkStatus) -> Bool { link.phase.isUp || link.phase == .absent }
}
