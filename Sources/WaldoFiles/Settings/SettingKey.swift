/// An option that has a default in `config.yaml` and in the environment.
public enum SettingKey: String, CaseIterable, Sendable {
    case arm, shield, adapter, input, panel, record, sensor, survey

    /// The environment variable that sets it: `WALDO_ARM`.
    public var variable: String { "WALDO_\(rawValue.uppercased())" }

    /// What holds where nothing sets it.
    public var builtIn: String {
        switch self {
        case .arm: Library.defaultArm
        case .shield: "the only one in reach"
        case .adapter: "the first that is powered"
        case .input: "the only gamepad"
        case .panel, .record, .sensor, .survey: Settings.none
        }
    }

    /// What it is, for the template and the documentation.
    public var meaning: String {
        switch self {
        case .arm: "The arm: a name (see `waldo arms`) or a file."
        case .shield: "The shield to look for, its address or name. It chooses none of several in reach: --shield does."
        case .adapter: "The Bluetooth adapter, its name or address."
        case .input: "The input: a device's name (see `waldo inputs`), keyboard, terminal or panel."
        case .panel: "The address at which each drive serves a panel for browsers."
        case .record: "The directory that each drive is recorded into."
        case .sensor: "The sensor of surveys, and of each drive: a name (see `waldo sensors`) or a file."
        case .survey: "The directory that surveys are stored in."
        }
    }

    /// A value as an example, for the template.
    var example: String {
        switch self {
        case .arm: "robot"
        case .shield: "D3:11:9C:40:7E:02"
        case .adapter: "hci0"
        case .input: "keyboard"
        case .panel: "127.0.0.1:8713"
        case .record: "~/waldo/drives"
        case .sensor: "demo"
        case .survey: "~/waldo/surveys"
        }
    }
}
