public import WaldoLoop

/// Gets what a serial link reports.
@LoopActor
public protocol SerialLinkDelegate: AnyObject {
    /// Something has happened.
    func serialLink(didReport report: SerialLink.Report)
}
