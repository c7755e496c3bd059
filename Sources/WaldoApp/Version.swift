/// The program's version, as `waldo --version` and recordings show it.
package enum Version {
    /// A semantic version; CHANGELOG.md lists the changes. `-dev`: on the way to that version.
    package static let current = "0.2.0-dev"
}
