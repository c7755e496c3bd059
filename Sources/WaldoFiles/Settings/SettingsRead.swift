/// The operator's defaults as far as they can be read, for commands that show what is wrong instead of refusing.
public struct SettingsRead: Sendable {
    /// The defaults, without those of a file or variables that are wrong.
    public let settings: Settings
    /// What is wrong; nil: nothing is.
    public let error: SettingsError?
    /// The file's path; nil: there is no configuration directory.
    public let path: String?
    /// Whether the file is there, and can be read.
    public let hasFile: Bool

    /// Reads the environment and the file.
    /// - Parameter directory: the operator's directory; nil: there is none.
    public init(directory: String?) {
        path = directory.map { "\($0)/\(SettingsFile.name)" }
        let environment = Settings.environment
        var file: SettingsFile?, error: SettingsError?
        do throws(SettingsError) { file = try Settings.file(directory: directory) } catch let fault { error = fault }
        hasFile = file != nil
        var settings = Settings.builtIn
        do throws(SettingsError) {
            settings = try Settings(environment: environment, file: file)
        } catch let fault {
            error = error ?? fault
            if let alone = try? Settings(file: file) { settings = alone }
        }
        (self.settings, self.error) = (settings, error)
    }
}
