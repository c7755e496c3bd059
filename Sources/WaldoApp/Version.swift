/// The program's version, as `waldo --version` and recordings show it.
package enum Version {
    /// A semantic version; CHANGELOG.md lists the changes.
    package static let current = "0.1.0"
}
