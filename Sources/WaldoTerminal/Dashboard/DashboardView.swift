public import WaldoCore
public import WaldoTime

/// The state of a drive as the dashboard shows it: plain values, filled from the state machine.
public struct DashboardView: Equatable, Sendable {
    /// The link, the input and what else every screen shows.
    public var status = DriveStatus()
    /// What the program does with the arm if that is not driving: "replay".
    public var occupation = ""
    /// What holds the emergency stop down: "B"; empty: nothing does.
    public var stopHolder = ""
    /// How to resume: "press Enter with the controls at rest".
    public var resumeText = ""
    /// How a lost input comes back: "plug the pad in".
    public var inputText = ""
    /// What the neutral gate waits for; nil: the gates are open.
    public var gate: Gate?
    /// What keeps the arm from what is asked of it, the most important first: "the fence holds elbow: table".
    public var limits: [String] = []
    /// The local time of day at which the shield's latest advertisement was received; empty: none was.
    public var heardAt = ""
    /// The local time of day at which the arm reported its positions last; empty: it has not.
    public var reportedAt = ""
    /// The arm in space; nil: nothing is known of its geometry.
    public var hand: ArmShown?
    /// What the drawing of the arm covers.
    public var handScale = HandScale()
    /// What is played in place of an operator, and how far; nil: nothing.
    public var replay: ReplayProgress?
    /// The time since the drive began, in whole seconds; nil: not shown.
    public var elapsed: TimeSpan?
    /// The latest commands of each channel, for a plot over time.
    public var plot: [PlotLine] = []
    /// The profile in force; empty: the mapping has none.
    public var profile = ""
    /// Velocities and rates are reduced to this many percent; nil: they are not.
    public var precision: Int?
    /// The controls that move channels of the arm, in the mapping's order.
    public var controls: [ControlStatus] = []
    /// The names of the channels that no control moves, not even one of the hand.
    public var unmoved: [String] = []
    /// The buttons, which send actions of the arm.
    public var buttons: [ControlStatus] = []
    /// The latest frames that were written, or would have been without override, the newest last.
    public var frames: [SentFrame] = []
    /// Commands per second while they follow one another; nil: too few to compute.
    public var rate: Double?
    /// From the operator's input to the return of the write: median and 99th percentile.
    public var latency: Latency?
    /// From a write to the proof or the answer that it has arrived; nil: nothing proves that.
    public var delivery: Latency?
    /// What the input's axes and keys do.
    public var mappedKeys: [KeyHelp] = []
    /// What the terminal's keys do in addition.
    public var terminalKeys: [KeyHelp] = []
    /// Whether an explanation of all keys replaces the frames and the log.
    public var showsHelp = false
    /// What is surveyed beside the drive; nil: nothing.
    public var survey: SurveyView?
    /// The panel's address, a row until a page is open and under the help; empty without a panel.
    public var panel = ""
    /// A QR code for a phone's camera, in lines of half blocks: beside all else, or beside the help.
    public var code: [String] = []

    /// A drive at its beginning: no link, no input, everything at rest.
    public init() {}

    /// Median and 99th percentile of a time span.
    public struct Latency: Equatable, Sendable {
        /// Half of all spans, and 99 % of them, are not longer than this.
        public var p50: TimeSpan, p99: TimeSpan

        /// Creates a latency from these quantiles.
        public init(p50: TimeSpan, p99: TimeSpan) { (self.p50, self.p99) = (p50, p99) }

        /// Those of spans; nil: there are none.
        public init?(_ spans: Histogram) {
            guard let p50 = spans.quantile(0.5), let p99 = spans.quantile(0.99) else { return nil }
            self.init(p50: p50, p99: p99)
        }
    }

    /// Keys or axes and what they do.
    public struct KeyHelp: Equatable, Sendable {
        /// Alternative names, any one of which does it. Axes that belong together share a name: "RX RY".
        public var names: [String]
        /// What they do: "forward".
        public var action: String
        /// Whether they command the program: stop, resume. The others move the arm.
        public var isOperators: Bool
        /// Whether the profile in force has their control.
        public var isLive = true
        var isStop: Bool { action.hasPrefix("stop") }
        /// The names that the kernel and mappings have for them: "ABS_RX ABS_RY"; empty: the same.
        public var codes: String

        /// Creates an entry from names and their action.
        public init(_ names: [String], _ action: String, isOperators: Bool = false, codes: String = "") {
            (self.names, self.action, self.isOperators, self.codes) = (names, action, isOperators, codes)
        }
    }
}
