/// The defaults of options: those of the environment, those of `config.yaml`, and what is built in.
///
/// A default chooses what is looked for. It never counts as naming an arm or a shield where that is the safeguard; see
/// `Setting.isNamed`.
public struct Settings: Equatable, Sendable {
    /// The value that turns a default off, as an option too.
    public static let none = "none"

    private var defaults: [SettingKey: Setting] = [:]

    /// What holds where nothing is set.
    public static let builtIn = Settings()

    private init() {}

    /// Puts defaults together.
    /// - Parameters:
    ///   - environment: the process's environment. An empty variable counts as none.
    ///   - file: the operator's file; nil: there is none.
    /// - Throws: which variable is wrong, and what was expected.
    public init(environment: [String: String] = [:], file: SettingsFile?) throws(SettingsError) {
        for key in SettingKey.allCases {
            if let text = environment[key.variable], !text.isEmpty {
                do throws(SettingValue.Refusal) {
                    let value = try SettingValue.read(text, for: key, home: environment["HOME"])
                    defaults[key] = Setting(value, from: .variable(key.variable))
                } catch { throw .variable(key.variable, value: text, expected: error.expected) }
            } else if let file, let entry = file.entries[key] {
                defaults[key] = Setting(entry.value, from: .file(path: file.path, line: entry.line))
            }
        }
    }

    /// What holds for an option.
    /// - Parameter option: its value on the command line, which wins; `none` turns a default off.
    public func setting(_ key: SettingKey, given option: String? = nil) -> Setting {
        if let option { return Setting(option == Self.none ? nil : option, from: .option) }
        return defaults[key] ?? Setting(nil, from: .builtIn)
    }

    /// The value that holds for an option; nil: what is built in.
    public func value(_ key: SettingKey, given option: String? = nil) -> String? {
        setting(key, given: option).value
    }

    /// The arm's name or path.
    /// - Parameter option: the value of `--arm`.
    public func arm(given option: String? = nil) -> String { value(.arm, given: option) ?? Library.defaultArm }
}
