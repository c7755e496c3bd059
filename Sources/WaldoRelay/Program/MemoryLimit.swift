import WaldoLoop

/// The memory that this process may have. libmosquitto reads a message to its end before it can be refused, and MQTT
/// lets one have 256 MB, twice: a broker that keeps to no limit is stopped by this one.
public enum MemoryLimit {
    /// It in MB: several times what the greatest groups and windows need.
    public static let megabytes = 384

    /// Sets it for this process, unless a lower one holds already. libmosquitto reports a failed allocation, which ends
    /// the connection; elsewhere a failed allocation ends the process, and its service starts it again.
    public static func set() { ProcessLimits.limitData(to: UInt64(megabytes) << 20) }
}
