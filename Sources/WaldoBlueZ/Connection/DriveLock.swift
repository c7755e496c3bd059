public import WaldoLoop

/// The lock that reserves a shield for the one Waldo of this machine that drives it. Across network namespaces, as of
/// containers, it is the shield's write socket.
public enum DriveLock {
    private static let prefix = "waldo/"

    /// A shield that is driven.
    public struct Driven: Equatable, Sendable {
        /// Its Bluetooth address, in upper case.
        public let address: String
        /// Who holds the lock; nil: only its write socket shows that a program drives it.
        public let holder: LockHolder?

        /// A shield with these values.
        public init(_ address: String, by holder: LockHolder?) {
            self.address = address
            self.holder = holder
        }
    }

    /// The lock's name.
    /// - Parameter address: the shield's Bluetooth address, in upper case.
    static func name(of address: String) -> String { prefix + address }

    /// Which of these shields are driven now.
    /// - Parameters:
    ///   - addresses: Bluetooth addresses, in upper case.
    ///   - acquired: those of them whose write socket a program has.
    public static func driven(among addresses: [String], acquired: [String]) -> [Driven] {
        let locked = ProcessLock.names(beginningWith: prefix).compactMap { name in
            let address = String(name.dropFirst(prefix.count))
            return addresses.contains(address) ? Driven(address, by: ProcessLock.holder(name)) : nil
        }
        let others = acquired.filter { address in !locked.contains { $0.address == address } }
        return locked + others.map { Driven($0, by: nil) }
    }
}
