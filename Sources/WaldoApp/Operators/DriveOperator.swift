import WaldoCore
import WaldoFiles
import WaldoLoop
import WaldoPanel
import WaldoTeleop
import WaldoTime

/// What operates the controls of a drive: an input, the panel, a recording or a raster.
@LoopActor
protocol DriveOperator: DriveObserver {
    /// Starts. A failure is thrown, or reported through `OperatorDelegate` later.
    func open() throws
    /// The link has changed.
    func link(_ event: LinkEvent)
    /// How far a recording has been played at a time; nil: none is.
    func progress(at time: Instant) -> ReplayProgress?
    /// Handles a key of the terminal; false when it has no use for it.
    func handle(_ event: InputEvent, at time: Instant) -> Bool
    /// The terminal's keys that stop, where its keys are the input; nil: it is none.
    var stopKeys: [UInt16]? { get }
    /// The process is about to be stopped: releases grabbed devices.
    func ungrab()
    /// The process runs again: grabs them again.
    func regrab()
    /// The drive has ended: releases everything.
    func close()
    /// Handles what the raster's operator wants by the panel.
    func handle(_ order: ViewMessage.Raster, at time: Instant)
    /// What is to be read at the end of the drive.
    var conclusion: [String] { get }
}

extension DriveOperator {
    func link(_ event: LinkEvent) {}
    func handle(_ event: InputEvent, at time: Instant) -> Bool { false }
    func ungrab() {}
    func regrab() {}
    func progress(at time: Instant) -> ReplayProgress? { nil }
    var stopKeys: [UInt16]? { nil }
    var conclusion: [String] { [] }
    func handle(_ order: ViewMessage.Raster, at time: Instant) {}
}
