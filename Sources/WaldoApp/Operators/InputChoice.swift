package import WaldoInput

/// The input that `--input` names.
package enum InputChoice: Equatable {
    case evdev(InputSelection)
    case terminal
    case demo
    case panel

    /// What the option's text names; nil for none.
    package init?(argument: String) {
        switch argument {
        case "": return nil
        case "keyboard": self = .evdev(.keyboard)
        case "terminal": self = .terminal
        case "demo": self = .demo
        case "panel": self = .panel
        default: self = .evdev(.device(argument))
        }
    }
}
