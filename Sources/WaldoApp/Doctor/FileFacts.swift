import WaldoCore
package import WaldoFiles

/// The operator's files: defaults, and those of arms, mappings, sensors and graphs.
package struct FileFacts: Equatable, Sendable {
    /// The configuration directory; nil: the environment names none.
    package var directory: String?
    /// What is wrong with the defaults; nil: nothing is.
    package var settingsError: SettingsError?
    /// The defaults; without those of a file that is wrong.
    package var settings: Settings
    /// Whether there is a `config.yaml`.
    package var hasFile: Bool
    /// What is wrong with the default arm or sensor.
    package var defaultProblems: [FileError]
    /// What is wrong with other files.
    package var problems: [FileError]
    /// How many arms, mappings, sensors and graphs are the operator's.
    package var ownFiles: Int

    /// Facts with these values.
    package init(
        directory: String?, settingsError: SettingsError? = nil, settings: Settings, hasFile: Bool = false,
        defaultProblems: [FileError] = [], problems: [FileError] = [], ownFiles: Int = 0
    ) {
        self.directory = directory
        self.settingsError = settingsError
        self.settings = settings
        self.hasFile = hasFile
        self.defaultProblems = defaultProblems
        self.problems = problems
        self.ownFiles = ownFiles
    }

    /// Reads everything.
    package static func gather(_ library: Library) -> FileFacts {
        let read = SettingsRead(directory: library.directory)
        var facts = FileFacts(
            directory: library.directory, settingsError: read.error, settings: read.settings, hasFile: read.hasFile,
            problems: library.problems(), ownFiles: library.ownFiles)
        facts.defaultProblems = library.problems(of: read.settings)
        return facts
    }

    /// The findings.
    package var findings: [Finding] { config + files }

    private var config: [Finding] {
        var findings: [Finding] = []
        if let settingsError {
            findings.append(.fault(.config, settingsError.description, status: settingsError.status))
        }
        findings += defaultProblems.map { .fault(.config, "a default is wrong: \($0)", status: .file) }
        guard findings.isEmpty else { return findings }
        let set = SettingKey.allCases.filter { settings.setting($0).origin != .builtIn }.map(\.rawValue)
        guard set.isEmpty else {
            return [.ok(.config, "\(set.joined(separator: ", ")) by default; `waldo config` shows from where")]
        }
        let file = hasFile ? "\(SettingsFile.name) sets nothing" : "there is no \(SettingsFile.name)"
        return [.ok(.config, "\(file): options have the defaults that are built in")]
    }

    private var files: [Finding] {
        guard directory != nil else {
            return [.warning(.files, "there is no configuration directory: set HOME. What is shipped works without")]
        }
        // Who reads of the same file twice looks for a second fault.
        let known = defaultProblems
        guard problems.isEmpty else {
            return problems.filter { !known.contains($0) }
                .map { .fault(.files, $0.description, status: .file) }
        }
        return [.ok(.files, ownFiles == 0 ? "none of your own" : "\(ownFiles) of your own, all right")]
    }
}
