public import WaldoTime

/// Decides whether a device is silent, by polling it for reports. It is polled only while it holds a control: an arm
/// that does not move need not be halted.
public struct SilenceRule: Equatable, Sendable {
    /// What a look has found.
    public enum Finding: Equatable, Sendable { case silent, heard }

    /// How long it may send nothing until it counts as silent.
    private let patience: TimeSpan
    /// When it was last known to send, or the first look; nil: it is not looked at.
    private var heardAt: Instant?
    /// Whether it is silent.
    public private(set) var isSilent = false

    /// A rule for a device that is not silent.
    /// - Parameter patience: how long it may send nothing until it counts as silent, more than 0.
    public init(patience: TimeSpan) { self.patience = patience }

    /// Whether the device has to be looked at now.
    /// - Parameter isHeld: whether the device holds a control.
    public func needsCheck(isHeld: Bool) -> Bool { isHeld || isSilent }

    /// No look is needed now: the next one is a first look.
    public mutating func rest() { heardAt = nil }

    /// Takes what a look has found.
    /// - Parameters:
    ///   - hasReports: whether reports have come since the look before. Of a first look it says nothing: they may be
    ///     old.
    ///   - now: the time of the look.
    /// - Returns: what has changed; nil: nothing has.
    public mutating func check(hasReports: Bool, at now: Instant) -> Finding? {
        guard let before = heardAt, !hasReports else {
            let returns = isSilent && heardAt != nil
            heardAt = now
            guard returns else { return nil }
            isSilent = false
            return .heard
        }
        guard !isSilent, now - before >= patience else { return nil }
        isSilent = true
        return .silent
    }
}
