import WaldoCore

/// What `waldo check` prints of a file of defaults.
enum SettingsCheck {
    static func text(_ file: SettingsFile) -> String {
        let set = SettingKey.allCases.compactMap { key in
            file.entries[key].map { entry in
                let name = key.rawValue.padded(to: 10)
                return "  \(name)\(SafeText.escaped(entry.value ?? Settings.none, upTo: .max))\n"
            }
        }
        return "defaults\n" + (set.isEmpty ? "  none is set\n" : set.joined())
    }
}
