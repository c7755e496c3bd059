import WaldoCore
package import WaldoFiles

/// What `waldo config` prints.
package struct SettingsList {
    private let read: SettingsRead

    /// The list of these defaults.
    package init(_ read: SettingsRead) { self.read = read }

    /// What is wrong with the defaults; nil: nothing is.
    package var failure: Failure? { read.error.map { Failure($0) } }

    /// A line for each option: its default, and where that comes from; then where the file is.
    package var text: String {
        let rows = SettingKey.allCases.map { key in
            [key.rawValue, Self.value(key, read.settings), Self.source(read.settings.setting(key))]
        }
        return TextTable.lines(rows).joined(separator: "\n") + "\n\n" + file
    }

    /// The same as one object: `file`, `exists`, and under `settings` by name `value` (missing: what is built in),
    /// `origin`, and where it stands.
    package var json: String {
        var document = JSONObject(), settings = JSONObject()
        if let path = read.path { document.add("file", path, limit: .max) }
        document.add("exists", read.hasFile)
        if let error = read.error { document.add("error", error.description, limit: .max) }
        for key in SettingKey.allCases {
            let setting = read.settings.setting(key)
            var object = JSONObject()
            if let value = setting.value { object.add("value", value, limit: .max) }
            object.add("origin", Self.origin(setting))
            if case .variable(let name) = setting.origin { object.add("variable", name) }
            if case .file(_, let line) = setting.origin { object.add("line", line) }
            settings.add(key.rawValue, object)
        }
        document.add("settings", settings)
        return String(decoding: document.finish(), as: UTF8.self)
    }

    private var file: String {
        guard let path = read.path.map({ SafeText.escaped($0, upTo: .max) }) else {
            return "There is no configuration directory, and so no file: set HOME."
        }
        if read.hasFile { return "The file is \(path)." }
        if read.error != nil { return "The file \(path) is not used." }
        return "There is no \(path); `waldo config --template` prints one to begin with."
    }

    private static func value(_ key: SettingKey, _ settings: Settings) -> String {
        let setting = settings.setting(key)
        guard let value = setting.value else { return setting.origin == .builtIn ? key.builtIn : Settings.none }
        return SafeText.escaped(value, upTo: .max)
    }

    private static func source(_ setting: Setting) -> String {
        setting.source.map { SafeText.escaped($0, upTo: .max) } ?? "built in"
    }

    private static func origin(_ setting: Setting) -> String {
        switch setting.origin {
        case .option: "option"
        case .variable: "environment"
        case .file: "file"
        case .builtIn: "built in"
        }
    }
}
