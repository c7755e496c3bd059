internal import Glibc

/// The memory that this process may have. libmosquitto reads a message to its end before it can be refused, and MQTT
/// lets one have 256 MB, twice: a broker that keeps to no limit is stopped by this one.
public enum MemoryLimit {
    /// It in MB: several times what the greatest groups and windows need.
    public static let megabytes = 384

    /// Sets it for this process, unless a lower one holds already. libmosquitto reports a failed allocation, which ends
    /// the connection; elsewhere a failed allocation ends the process, and its service starts it again.
    public static func set() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_cur, rlim_t(megabytes) << 20)
        setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
    }
}
