/// The relay's version, which is that of Waldo.
public enum RelayVersion {
    /// As `waldo --version` shows it.
    public static let current = "0.2.0-dev"
}
