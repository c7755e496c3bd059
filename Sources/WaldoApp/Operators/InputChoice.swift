package import WaldoInput

/// The input given by `--input`.
package enum InputChoice: Equatable {
    /// A gamepad or keyboard.
    case evdev(InputSelection)
    /// The terminal's keys.
    case terminal
    /// The demo's script; to a simulated arm or under override alone.
    case demo
    /// The panel alone.
    case panel

    /// Parses the option; nil for an empty one. Anything but a known word names a device.
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
