internal import WaldoLoop

/// The memory that this process may have. libmosquitto reads a message to its end before it can be refused, and MQTT
/// lets one have 256 MB, twice: a broker that keeps to no limit is stopped by this one.
public enum MemoryLimit {
    /// It in MB: several times what the greatest groups and windows need.
    public static let megabytes = 384

    /// Sets it for this process, unless a lower one holds already. What is not got ends the connection to the broker,
    /// which says so.
    public static func set() { ProcessLimits.limitData(to: UInt64(megabytes) << 20) }
}
