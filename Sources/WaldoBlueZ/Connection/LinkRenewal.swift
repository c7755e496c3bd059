/// What to do about a link that counts as up and carries nothing. A pure value.
struct LinkRenewal {
    /// What is due before another attempt.
    enum Step: Equatable {
        case nothing
        /// Have BlueZ end the connection.
        case disconnect
        /// Have BlueZ forget the device: what it remembers of it may be older than its firmware.
        case remove
        /// Tell the operator: the bond would go with what BlueZ remembers.
        case tellOfBond
        /// Tell the operator: BlueZ keeps a copy of the device's table even of a device that it has forgotten.
        case tellOfCache
        /// Tell the operator: another program has made the connection.
        case tellOfOther
    }

    /// A single failure may be chance.
    private static let maxFailures = 2

    private var failures = 0
    private var hasDisconnected = false
    private var hasTold = false

    /// A connection has ended, or could not be opened, by an error of a dead link while it counted as up.
    mutating func failed() { failures += 1 }

    /// It has ended, or could not be opened, for another reason.
    mutating func endedOtherwise() { failures = 0 }

    /// A link has carried something.
    mutating func carried() { (failures, hasDisconnected, hasTold) = (0, false, false) }

    /// What is due now; each step counts as done.
    /// - Parameters:
    ///   - isOurs: whether BlueZ has made the connection for this link.
    ///   - isPaired: whether the device is paired or bonded.
    ///   - mayRemove: whether BlueZ may be told to forget the device.
    mutating func next(isOurs: Bool, isPaired: Bool, mayRemove: Bool) -> Step {
        guard failures >= Self.maxFailures else { return .nothing }
        failures = 0
        guard isOurs else { return .tellOfOther }
        guard hasDisconnected else {
            hasDisconnected = true
            return .disconnect
        }
        guard !mayRemove else { return .remove }
        hasTold.toggle()
        guard hasTold else { return .disconnect }
        return isPaired ? .tellOfBond : .tellOfCache
    }
}
