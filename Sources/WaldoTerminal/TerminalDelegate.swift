public import WaldoCore
public import WaldoLoop
public import WaldoTime

/// The user of a `Terminal`.
@LoopActor
public protocol TerminalDelegate: AnyObject {
    /// A key changed, or a report is complete; the time is on CLOCK_MONOTONIC. A delegate that needs no keys leaves
    /// this out.
    func terminalKey(_ event: InputEvent, at time: Instant)
    /// The terminal is lost. Called once; keys that were down are not reported as released.
    func terminalIsLost(_ reason: TerminalError)
}

extension TerminalDelegate {
    /// Ignores the key: a delegate may need none.
    public func terminalKey(_ event: InputEvent, at time: Instant) {}
}
