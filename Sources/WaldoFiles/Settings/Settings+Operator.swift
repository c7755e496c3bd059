import Glibc

/// The defaults of this process: of its environment, and of the operator's file.
extension Settings {
    /// Reads the environment and the operator's `config.yaml`.
    /// - Parameter directory: the operator's directory, by default the one that the environment gives.
    /// - Throws: what is wrong with the file, or which variable is.
    public static func ofOperator(
        directory: String? = Library.directoryOfOperator()
    ) throws(SettingsError) -> Settings {
        try Settings(environment: environment, file: file(directory: directory))
    }

    /// The operator's file; nil: there is none.
    /// - Throws: what is wrong with it.
    public static func file(directory: String?) throws(SettingsError) -> SettingsFile? {
        guard let directory else { return nil }
        do { return try SettingsFile.read(in: directory, home: environment["HOME"]) } catch { throw .file(error) }
    }

    /// The variables that defaults depend on.
    public static var environment: [String: String] {
        var all: [String: String] = [:]
        for name in SettingKey.allCases.map(\.variable) + ["HOME"] {
            if let value = getenv(name) { all[name] = String(cString: value) }
        }
        return all
    }
}
