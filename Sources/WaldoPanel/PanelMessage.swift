public import WaldoCore

/// A message from a page: one flat JSON object. Positions are in thousandths, as in `FingerEvent`; a control is named
/// by its index in the mapping.
public enum PanelMessage: Equatable, Sendable {
    /// A finger holds a slider at this position.
    case slider(Control, Int32)
    /// A finger holds a joystick and has moved this far since it touched.
    case joystick(Control, x: Int32, y: Int32)
    /// The finger on a control was lifted.
    case released(Control)
    /// A joystick was double-tapped.
    case recentre(Control)
    /// The browser has ended the touches: cancelled, window blurred, page hidden.
    case lost
    /// The red button is pressed: emergency stop, and held until `stopReleased`.
    case stop
    /// Nothing presses the red button any more.
    case stopReleased
    /// Resume after an emergency stop.
    case resume
    /// Switch precision on or off.
    case precise(Bool)
    /// Change to the next profile.
    case nextProfile
    /// Park the arm and end the drive; the page asks its viewer twice.
    case park
    /// Keep-alive: the page is running.
    case beat
    /// The page asks to become the driver.
    case drive
    /// The peripheral to connect to, by its address.
    case connect(String)
    /// What the page asks of the survey.
    case view(ViewMessage)
    /// What the page commands the wizard that maps an input.
    case wizard(Wizard)

    /// A command to the wizard.
    public enum Wizard: String, Sendable {
        /// Leave the prompt out.
        case skip
        /// Take the last answer back.
        case back
        /// Write the mapping, now that all is known.
        case write
        /// Write it under a name that is free.
        case other
    }

    /// Length of the longest message that is accepted, in bytes, and of the longest with a note.
    static let longest = 125, longestNote = 500

    /// Parses a message strictly; nil if any field is missing, unknown or malformed.
    public init?(_ text: some Collection<UInt8>) {
        guard text.count <= Self.longestNote, var fields = FlatObject(text) else { return nil }
        let verb = fields.removeText("do")
        guard text.count <= Self.longest || verb == "note" else { return nil }
        switch verb {
        case "slider":
            guard let control = fields.removeControl(), let at = fields.removeNumber("at") else { return nil }
            self = .slider(control, at)
        case "joystick":
            guard let control = fields.removeControl(), let x = fields.removeNumber("x"),
                let y = fields.removeNumber("y")
            else { return nil }
            self = .joystick(control, x: x, y: y)
        case "let go":
            guard let control = fields.removeControl() else { return nil }
            self = .released(control)
        case "recentre":
            guard let control = fields.removeControl() else { return nil }
            self = .recentre(control)
        case "precise":
            switch fields.removeText("to") {
            case "on": self = .precise(true)
            case "off": self = .precise(false)
            default: return nil
            }
        case "profile": self = .nextProfile
        case "park": self = .park
        case "lost": self = .lost
        case "stop": self = .stop
        case "let go of stop": self = .stopReleased
        case "resume": self = .resume
        case "beat": self = .beat
        case "drive": self = .drive
        case "wizard":
            guard let command = fields.removeText("to").flatMap(Wizard.init) else { return nil }
            self = .wizard(command)
        case "connect":
            guard let address = fields.removeText("to") else { return nil }
            self = .connect(address)
        default:
            guard let view = ViewMessage(verb, &fields) else { return nil }
            self = .view(view)
        }
        guard fields.isEmpty else { return nil }
    }
}
