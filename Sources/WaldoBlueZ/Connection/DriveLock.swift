internal import WaldoLoop

/// The lock that reserves a shield for the one Waldo of this machine that drives it.
public enum DriveLock {
    private static let prefix = "waldo/"

    /// The lock's name.
    /// - Parameter address: the shield's Bluetooth address, in upper case.
    static func name(of address: String) -> String { prefix + address }

    /// Which of these shields are driven now, and by which processes (0: unknown).
    /// - Parameter addresses: Bluetooth addresses, in upper case.
    public static func held(among addresses: [String]) -> [(address: String, pid: Int32)] {
        ProcessLock.held(beginningWith: prefix).compactMap { name in
            let address = String(name.dropFirst(prefix.count))
            return addresses.contains(address) ? (address, ProcessLock.holder(name)) : nil
        }
    }
}
