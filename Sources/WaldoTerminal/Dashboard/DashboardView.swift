public import WaldoCore

/// What the operator is shown of a drive: plain values, filled from the state machine and handed over whole.
public struct DashboardView: Equatable, Sendable {
    /// The arm's name, and what is done with it, unless it is driven: "replay".
    public var arm = "", occupation = ""
    /// Everything runs and is shown, nothing is transmitted.
    public var isOverride = false
    /// A stop has latched; only a resume ends it.
    public var isStopped = false
    /// How a resume is given: "press Enter with the controls at rest".
    public var resumeText = ""
    /// What the neutral gate waits for: "let go of the joystick (ABS_RX)"; nil: the gates are open.
    public var gateText: String?
    /// How it ended: "by signal 15"; nil: it goes on.
    public var endText: String?
    /// The link to the shield.
    public var link = Link()
    /// The input's name, as its device gives it; nil: it is lost, or was not there yet.
    public var inputName: String?
    /// The mapping in force.
    public var mappingName = ""
    /// The slider.
    public var slider = Slider()
    /// Whether the arm has a joystick's channels.
    public var hasJoystick = true
    /// The joystick's live deflection.
    public var deflection = Point()
    /// What the joystick's channels stand at: a position's held place, a velocity's present value.
    public var position = Point()
    /// The numbers that the steppers get; nil: the arm has no such channel.
    public var zx: Number?, zy: Number?
    /// The held position has not been sent yet: it is assumed.
    public var isAssumed = true
    /// The last frames that were written, or under override would have been, the newest last.
    public var frames: [SentFrame] = []
    /// Commands a second while they followed one another; nil: too few.
    public var rate: Double?
    /// From the operator's hand to the write's return, for half of the commands and for 99 of 100, in microseconds.
    public var latency: Latency?
    /// What the input's axes and keys do.
    public var controls: [KeyHelp] = []
    /// What the terminal's keys do beside those.
    public var terminalKeys: [KeyHelp] = []
    /// Whether all keys are explained in place of frames and log.
    public var showsHelp = false
    /// A code for a phone's camera, in lines of half blocks, that lies over everything but the bars and the keys.
    public var code: [String] = []

    /// A drive that has just begun: no link, no input, everything at rest.
    public init() {}

    /// How the link to the shield stands, and which shield it is.
    public struct Link: Equatable, Sendable {
        /// The phases of a link.
        public enum Phase: String, Sendable {
            /// What is missing is not the shield.
            case waiting
            /// The shield is being looked for.
            case scanning
            /// It was found and is being connected to.
            case connecting
            /// Commands go out.
            case connected
            /// Connected, but what was written is not confirmed; motion is held.
            case stalled
            /// It was up and is no more.
            case lost
            /// Override: there is none.
            case none
        }
        /// Where it stands.
        public var phase = Phase.waiting
        /// The shield's name and address. May hold anything that came by air.
        public var name = "", address = ""
        /// The signal strength of the last advertisement that was heard, in dBm, and the time of day at which that was.
        public var signal: Int?, heardAt = ""
        /// What is missing, or what the link is like.
        public var detail = ""

        /// No link yet.
        public init() {}
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
        /// The number that the arm gets; nil: the arm has no such channel.
        public var number: Number?

        /// A slider at this value; the label is the value's sign.
        public init(_ value: Double = 0, number: Number? = nil) {
            self.value = value
            self.number = number
            label = value > 0 ? .forward : value < 0 ? .backward : .stopped
        }
    }

    /// A place in the joystick's disc, each -1...+1: x to the right, y upward.
    public struct Point: Equatable, Sendable {
        /// To the right, and upward.
        public var x: Double, y: Double

        /// A place; the centre by default.
        public init(x: Double = 0, y: Double = 0) { (self.x, self.y) = (x, y) }
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

    /// A frame that was written.
    public struct SentFrame: Equatable, Sendable {
        /// When, in microseconds since the drive began.
        public var at: Microseconds
        /// The channel that was its cause.
        public var channel: Channel
        /// Its bytes.
        public var frame: Frame

        /// A frame with its time and channel.
        public init(at: Microseconds, channel: Channel, frame: Frame) {
            (self.at, self.channel, self.frame) = (at, channel, frame)
        }
    }

    /// Spans in microseconds that half of all, and 99 of 100, do not exceed.
    public struct Latency: Equatable, Sendable {
        /// The quantiles.
        public var p50: Microseconds, p99: Microseconds

        /// These quantiles.
        public init(p50: Microseconds, p99: Microseconds) { (self.p50, self.p99) = (p50, p99) }
    }

    /// What some keys or axes do.
    public struct KeyHelp: Equatable, Sendable {
        /// Their names, of which each one will do; what belongs together is one name: "RX RY".
        public var names: [String]
        /// What they do: "forward".
        public var action: String

        /// Names and what they do.
        public init(_ names: [String], _ action: String) { (self.names, self.action) = (names, action) }
    }
}
