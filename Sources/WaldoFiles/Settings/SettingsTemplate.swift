/// The file that `waldo config --template` prints: every key with its meaning, and none of them set.
public enum SettingsTemplate {
    /// The file's text.
    public static var text: String {
        """
        # Defaults of Waldo's options. An option on the command line wins, then an environment variable such as
        # WALDO_ARM, then this file. `waldo config` shows what holds; `none` turns a default off.
        # Take away the # before a key to set it.


        """ + SettingKey.allCases.map { "# \($0.meaning)\n#\($0.rawValue): \($0.example)\n" }.joined(separator: "\n")
    }
}
