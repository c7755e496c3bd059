/// The version of both programs, as `--version`, recordings and surveys show it.
public enum Version {
    /// A semantic version; CHANGELOG.md lists the changes. `-dev`: on the way to that version.
    public static let current = "0.2.0-dev"
}
