package import WaldoFiles

extension Settings {
    /// The operator's defaults, for a command that uses them.
    /// - Throws: `Failure` with status 65 for the file, 64 for a variable.
    package static func forCommand() throws(Failure) -> Settings {
        do { return try ofOperator() } catch { throw Failure(error) }
    }
}

extension Failure {
    /// The failure for defaults that are wrong.
    init(_ error: SettingsError) {
        let status =
            switch error {
            case .file: Self.file
            case .variable: Self.usage
            }
        self.init(status, error.description)
    }
}
