import WaldoLoop

/// What a command does on the event loop, between its start and its end. A `LoopRun` runs it.
@LoopActor
protocol LoopTask: AnyObject {
    /// Begins. It may end the run at once.
    /// - Throws: why it cannot begin, which ends the run.
    func start(_ run: LoopRun) throws

    /// Ends what was begun, called once whatever the cause is. It calls `run.finish` when everything has ended.
    func end(_ run: LoopRun)

    /// The process is to be suspended: calls `stop` once it may be.
    func suspend(_ stop: @escaping @LoopActor () -> Void)

    /// The process was suspended, and runs again.
    func resume()
}

extension LoopTask {
    /// Calls `stop` at once.
    func suspend(_ stop: @escaping @LoopActor () -> Void) { stop() }

    /// Does nothing.
    func resume() {}
}
