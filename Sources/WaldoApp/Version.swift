/// The version of the program, as `waldo --version` and recordings give it.
package enum Version {
    /// A semantic version; CHANGELOG.md says what came with it.
    package static let current = "0.1.0"
}
