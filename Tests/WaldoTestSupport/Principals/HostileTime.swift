import Glibc

/// How long a suite goes on with mutated input: `Tests/run hostile SECONDS` sets it, and elsewhere it is short.
public enum HostileTime {
    /// Seconds for a whole suite.
    public static let seconds = getenv("WALDO_HOSTILE_SECONDS").flatMap { Int64(String(cString: $0)) } ?? 1
}
