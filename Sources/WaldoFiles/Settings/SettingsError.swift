public import WaldoCore

/// Why there are no defaults. The description is one sentence: what is wrong, and what to do.
public enum SettingsError: ProgramError, Equatable {
    /// `config.yaml` is wrong, or cannot be read or trusted.
    case file(FileError)
    /// An environment variable is wrong.
    case variable(String, value: String, expected: String)

    /// 65 or 66 for the file, 64 for a variable.
    public var status: ExitStatus {
        switch self {
        case .file(let error): error.status
        case .variable: .usage
        }
    }

    /// The sentence.
    public var description: String {
        switch self {
        case .file(let error): error.description
        case .variable(let name, let value, let expected):
            "the environment variable \(name) is `\(SafeText.escaped(value))`; expected \(expected)"
        }
    }
}
