import WaldoTime

extension PushSession {
    /// Checks now and then what the network costs, and pauses while it is metered.
    func checkNetwork(at now: Instant) {
        guard let isMetered = plan.isMetered,
            now - networkChecked >= plan.networkInterval || networkChecked == .clockStart
        else { return }
        networkChecked = now
        let wasPaused = isPaused
        isPaused = isMetered()
        guard isPaused != wasPaused else { return }
        guard isPaused else {
            says("\(destination): the network is metered no more, so it goes on")
            (shown.error, said) = (nil, nil)
            attempt = now
            return note("resumed: the network is metered no more")
        }
        station.leave(self)
        drop()
        fail("the network is metered, so nothing is sent until it is not; --metered sends all the same")
        note("paused: the network is metered")
    }
}
