/// Which pages a panel's server has.
public enum PanelSite: Sendable {
    /// Those that drive an arm, and show a survey.
    case drive
    /// The one of the wizard that maps an input.
    case wizard
}
