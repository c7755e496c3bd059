internal import WaldoLoop

/// The lock that reserves a shield for the one Waldo of this machine that drives it.
public enum DriveLock {
    private static let prefix = "waldo/"

    /// The lock's name.
    /// - Parameter address: the shield's Bluetooth address, in upper case.
    static func name(of address: String) -> String { prefix + address }

    /// The shields that are driven now: their addresses, and the processes that drive them (0: unknown).
    public static func held() -> [(address: String, pid: Int32)] {
        ProcessLock.held(beginningWith: prefix).compactMap { name in
            let address = name.dropFirst(prefix.count)
            // Terminals have locks too.
            guard address.split(separator: ":", omittingEmptySubsequences: false).count == 6 else { return nil }
            return (String(address), ProcessLock.holder(name))
        }
    }
}
