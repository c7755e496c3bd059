public import WaldoCore
public import WaldoTime

/// The state of a drive as the dashboard shows it: plain values, filled from the state machine.
public struct DashboardView: Equatable, Sendable {
    /// The arm's name, and what the program does with it if that is not driving: "replay".
    public var arm = "", occupation = ""
    /// Where the commands go.
    public var transport = Transport.shield
    /// An emergency stop is latched; only a resume clears it.
    public var isStopped = false
    /// What holds the emergency stop down: "B"; empty: nothing does.
    public var heldStop = ""
    /// How to resume: "press Enter with the controls at rest".
    public var resumeText = ""
    /// What the neutral gate waits for; nil: the gates are open.
    public var gate: Gate?
    /// How the drive ended: "by signal 15"; nil: it is running.
    public var endText: String?
    /// The link to the peripheral.
    public var link = Link()
    /// The input device's own name; nil: the input is lost, or has not appeared yet.
    public var inputName: String?
    /// The state of the input's battery; nil: it has none, or none is known.
    public var battery: Battery?
    /// What an input is waited for: "No gamepad is connected"; empty: nothing is known.
    public var inputDetail = ""
    /// The arm in space; nil: nothing is known of its geometry.
    public var hand: ArmShown?
    /// What the drawing of the arm covers.
    public var handScale = HandScale()
    /// What is played in place of an operator, and how far; nil: nothing.
    public var replay: Replay?
    /// Whole minutes since the drive began; nil: not shown. Seconds would have to be drawn while nothing moves.
    public var minutes: Int?
    /// The name of the file that the drive is recorded into; empty: none.
    public var recording = ""
    /// How many pages of the panel are open.
    public var viewers = 0
    /// Who drives by the panel: "a page"; empty: nobody.
    public var driver = ""
    /// The latest commands of each channel, for a plot over time.
    public var plot: [PlotLine] = []
    /// The mapping in force.
    public var mappingName = ""
    /// The profile in force; empty: the mapping has none.
    public var profile = ""
    /// Velocities and rates are reduced to this many percent; nil: they are not.
    public var precision: Int?
    /// The controls that move channels of the arm, in the mapping's order.
    public var controls: [Control] = []
    /// The names of the channels that no control moves.
    public var unmoved: [String] = []
    /// The buttons, which send actions of the arm.
    public var buttons: [Button] = []
    /// The latest frames that were written, or would have been without override, the newest last.
    public var frames: [SentFrame] = []
    /// Commands per second while they follow one another; nil: too few to compute.
    public var rate: Double?
    /// From the operator's input to the return of the write: median and 99th percentile.
    public var latency: Latency?
    /// What the input's axes and keys do.
    public var mappedKeys: [KeyHelp] = []
    /// What the terminal's keys do in addition.
    public var terminalKeys: [KeyHelp] = []
    /// Whether an explanation of all keys replaces the frames and the log.
    public var showsHelp = false
    /// What is surveyed beside the drive; nil: nothing.
    public var survey: SurveyView?
    /// A QR code for a phone's camera, in lines of half blocks, drawn over everything except the bars and the keys.
    public var code: [String] = []

    /// A drive at its beginning: no link, no input, everything at rest.
    public init() {}

    /// Where the commands go.
    public enum Transport: Sendable, CaseIterable {
        /// Over the air to the arm's shield.
        case shield
        /// Nowhere: everything runs and is shown, but nothing is transmitted.
        case override
        /// To a simulated arm.
        case simulated
    }

    /// The state of the link, and the peripheral that it leads to.
    public struct Link: Equatable, Sendable {
        /// The phases of a link.
        public enum Phase: String, Sendable {
            /// Something other than the peripheral is missing; see `detail`.
            case waiting
            /// Scanning for the peripheral.
            case scanning
            /// The peripheral was found; connecting to it.
            case connecting
            /// Commands are sent.
            case connected
            /// Connected, but writes are not confirmed; motion is held back.
            case stalled
            /// The link was up and has been lost.
            case lost
            /// Override: there is no link.
            case none
        }
        /// The present phase.
        public var phase = Phase.waiting
        /// Whether it was connected before: then it is lost while it is looked for, too.
        public var hasBeenUp = false
        /// The peripheral's name and address. Received over the air: the text is untrusted.
        public var name = "", address = ""
        /// Signal strength of the latest advertisement received, in dBm, and the time of day of its reception.
        public var signal: Int?, heardAt = ""
        /// What is missing, or details of the link.
        public var detail = ""

        /// No link yet.
        public init() {}
    }

    /// A point in the joystick's disc, each coordinate -1...+1: x to the right, y upward.
    public struct Point: Equatable, Sendable {
        /// Deflection to the right, and upward.
        public var x: Double, y: Double

        /// Creates a point; the centre by default.
        public init(x: Double = 0, y: Double = 0) { (self.x, self.y) = (x, y) }
    }

    /// A channel's number, in units of the arm's range.
    public struct Number: Equatable, Sendable {
        /// The number in units of 10^-`decimals`.
        public var value: Int32
        /// Digits after the decimal point, 0...6.
        public var decimals: Int

        /// Creates a number; 25 with 2 decimals is 0.25.
        public init(_ value: Int32, decimals: Int = 0) {
            self.value = value
            self.decimals = decimals
        }
    }

    /// A frame that was written.
    public struct SentFrame: Equatable, Sendable {
        /// Time of the write, since the drive began.
        public var at: TimeSpan
        /// The name of the channel that caused it.
        public var channel: String
        /// Its bytes.
        public var frame: Frame

        /// Creates a frame with its time and channel.
        public init(at: TimeSpan, channel: String, frame: Frame) {
            (self.at, self.channel, self.frame) = (at, channel, frame)
        }
    }

    /// Median and 99th percentile of a time span.
    public struct Latency: Equatable, Sendable {
        /// Half of all spans, and 99 % of them, are not longer than this.
        public var p50: TimeSpan, p99: TimeSpan

        /// Creates a latency from these quantiles.
        public init(p50: TimeSpan, p99: TimeSpan) { (self.p50, self.p99) = (p50, p99) }
    }

    /// Keys or axes and what they do.
    public struct KeyHelp: Equatable, Sendable {
        /// Alternative names, any one of which does it. Axes that belong together share a name: "RX RY".
        public var names: [String]
        /// What they do: "forward".
        public var action: String
        /// Whether they command the program: stop, resume. The others move the arm.
        public var isOperators: Bool
        var isStop: Bool { action.hasPrefix("stop") }
        /// The names that the kernel and mappings have for them: "ABS_RX ABS_RY"; empty: the same.
        public var codes: String

        /// Creates an entry from names and their action.
        public init(_ names: [String], _ action: String, isOperators: Bool = false, codes: String = "") {
            (self.names, self.action, self.isOperators, self.codes) = (names, action, isOperators, codes)
        }
    }
}
