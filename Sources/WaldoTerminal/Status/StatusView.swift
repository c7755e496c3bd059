public import WaldoCore

/// What the operator is shown of a drive: plain values, filled from the road and handed over whole.
public struct StatusView: Equatable, Sendable {
    /// How the link to the shield stands.
    public enum Link: Sendable {
        /// Commands go out.
        case up
        /// A shield is being looked for or connected to.
        case connecting
        /// Connected, but what was written is not confirmed; motion is held.
        case stalled
        /// There is none.
        case down
    }

    /// The slider.
    public struct Slider: Equatable, Sendable {
        /// The slider's label, as on the original app's screen.
        public enum Label: String, Sendable {
            /// Above zero.
            case forward = "FORWARD"
            /// Below zero.
            case backward = "BACKWARD"
            /// At rest.
            case stopped = "STOPPED"
        }
        /// -1...+1, + is forward.
        public var value: Double
        /// What it does.
        public var label: Label

        /// A slider at this value; the label defaults to the value's sign.
        public init(_ value: Double = 0, label: Label? = nil) {
            self.value = value
            self.label = label ?? (value > 0 ? .forward : value < 0 ? .backward : .stopped)
        }
    }

    /// A number of a channel, in units of the arm's range.
    public struct Number: Equatable, Sendable {
        /// Counts in units of 10^-`decimals`.
        public var value: Int32
        /// Digits after the point, 0...6.
        public var decimals: Int

        /// A number; 25 with 2 decimals is 0.25.
        public init(_ value: Int32, decimals: Int = 0) {
            self.value = value
            self.decimals = decimals
        }
    }

    /// Everything runs and is shown, nothing is transmitted.
    public var isOverride: Bool
    /// A stop has latched; only a resume ends it.
    public var isStopped: Bool
    /// How a resume is given: "press Enter with the controls at rest to resume".
    public var resumeText: String
    /// What the neutral gate waits for: "let go of the right stick"; nil: the gate is open.
    public var gateText: String?
    /// How the link stands.
    public var link: Link
    /// The shield, or what is being done about it: "BLE Shield 01:23:45:67:89:AB". May hold anything that came by air.
    public var linkText: String
    /// The input's name, as its device gives it; nil: it is lost.
    public var inputName: String?
    /// The mapping in force.
    public var mappingName: String
    /// The slider.
    public var slider: Slider
    /// The joystick's live deflection, each -1...+1: x to the right, y upward.
    public var deflection: (x: Double, y: Double)
    /// The held position of the joystick's channels; nil: the arm has no such channel.
    public var zx: Number?, zy: Number?
    /// The held position has not been sent yet: it is assumed.
    public var isAssumed: Bool
    /// The frame last written, or under override the one that would have been.
    public var lastFrame: Frame?
    /// What the keys do: "Space stops, Ctrl-C ends".
    public var hint: String

    /// A drive that has just begun: no link, no input, everything at rest.
    public init() {
        isOverride = false
        isStopped = false
        resumeText = ""
        link = .down
        linkText = ""
        mappingName = ""
        slider = Slider()
        deflection = (0, 0)
        isAssumed = true
        hint = ""
    }

    /// Views are equal when everything that is shown is.
    public static func == (a: Self, b: Self) -> Bool {
        a.isOverride == b.isOverride && a.isStopped == b.isStopped && a.resumeText == b.resumeText
            && a.gateText == b.gateText && a.link == b.link && a.linkText == b.linkText
            && a.inputName == b.inputName && a.mappingName == b.mappingName && a.slider == b.slider
            && a.deflection == b.deflection && a.zx == b.zx && a.zy == b.zy && a.isAssumed == b.isAssumed
            && a.lastFrame == b.lastFrame && a.hint == b.hint
    }
}
