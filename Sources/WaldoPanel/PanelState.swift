public import WaldoCore
public import WaldoTime

/// The state that the pages show.
public struct PanelState: Equatable, Sendable {
    /// A peripheral in range.
    public struct Peripheral: Equatable, Sendable {
        /// Its name, safe to display, and its address.
        public var name: String, address: String
        /// Its signal strength in dBm; nil: unknown.
        public var rssi: Int?

        /// Creates a peripheral; the name is cut off after 64 Unicode scalars, the address after 32.
        public init(name: String, address: String, rssi: Int?) {
            self.name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(64)))
            self.address = String(String.UnicodeScalarView(address.unicodeScalars.prefix(32)))
            self.rssi = rssi
        }
    }

    /// What becomes of a survey without an arm.
    public enum Session: String, Sendable {
        /// What is heard is recorded.
        case running
        /// Nothing is recorded until a page starts it.
        case paused
        /// It is over.
        case ended
        /// Nothing is surveyed: stored surveys are shown.
        case stored
    }

    /// The survey of pages that have no arm; nil: they have one.
    public var session: Session?
    /// The link, the input and what else every screen shows.
    public var status = DriveStatus()
    /// What the input's key that ends an emergency stop is called; empty: it has none.
    public var resume = ""
    /// The arm in space; nil: its file has no pose.
    public var pose: PanelPose?
    /// The shield that is looked for, or the port that is waited for; empty: any shield of the arm's.
    public var wanted = ""
    /// The Bluetooth adapter that scans.
    public var adapter = ""
    /// The peripherals in range, at most `maxShields`, and how many more there are.
    public private(set) var shields: [Peripheral] = [], more = 0
    /// Number of stop messages received: a page learns from it that its own stop has arrived.
    public var stops = 0
    /// The next state is sent within this time, in ms: a page that receives nothing for much longer has lost Waldo.
    public var within = 1_000
    /// Whether the page may choose the peripheral.
    public var canChoose = false
    /// A page has stopped the drive before its beginning, which the state machine does not know yet.
    public var stopWaits = false
    /// Whether the page may park the arm.
    public var canPark = false
    /// Why the stop cannot be resumed from now, for the pages that do not hold STOP themselves; empty: nothing is known
    /// to prevent it.
    public var resumeRefused = ""
    /// What the arm's fence holds back, as a sentence; empty: nothing.
    public var fence = ""
    /// The controls that move channels of this arm, in the mapping's order.
    public var controls: [ControlStatus] = []
    /// What velocities and rates are multiplied by now, and whether the mapping has a key for precision.
    public var precision = 1.0, hasPrecision = false
    /// The name of the profile in force; empty: the mapping has none.
    public var profile = ""
    /// The viewer that drives, and whether its fingers are on the controls.
    public var driver: Int?, isTouched = false

    /// Whether a control is deflected that does not stay where it is left.
    public var isDeflected: Bool { controls.contains(where: \.isDeflected) }

    /// Most peripherals that are shown, as many as a person looks through: a flood of advertised names cannot fill the
    /// page.
    public static let maxShields = 32
    /// Limit for the length of a text in bytes, whatever names are advertised: far below what may be queued for a slow
    /// reader.
    public static let longestText = 1 << 16
    /// Most commands in a text.
    public static let maxSent = 64

    /// A state in which nothing is known yet.
    public init() {}

    /// Sets the peripherals in range. The ones with the strongest signal are kept, in the order in which they were
    /// passed.
    public mutating func hears(_ shields: [Peripheral]) {
        more = max(0, shields.count - Self.maxShields)
        guard more > 0 else { return self.shields = shields }
        let order = shields.indices.sorted { (shields[$0].rssi ?? .min, $1) > (shields[$1].rssi ?? .min, $0) }
        self.shields = order.prefix(Self.maxShields).sorted().map { shields[$0] }
    }

    /// The JSON object that is sent to one viewer's page.
    /// - Parameters:
    ///   - viewer: the viewer's number.
    ///   - now: the present time, since the drive began.
    ///   - sent: commands to list; the first `maxSent` are.
    public func text(for viewer: Int, at now: TimeSpan, sent: [SentFrame]) -> [UInt8] {
        var json = JSONObject()
        json.add("t", now / .milliseconds(1))
        json.add("within", within)
        json.add("stops", stops)
        // A page lets a new one be felt.
        json.add("halts", status.halts)
        json.add("drives", driver == viewer)
        json.add("driven", driver != nil)
        json.add("free", driver == nil || !isTouched)
        if let session { json.add("session", session.rawValue) }
        json.add("arm", status.arm)
        json.add("input", status.input.name ?? "", limit: 64)
        if let battery = status.input.battery {
            json.add("battery", battery.text)
            if let warning = battery.warning { json.add("charge", warning.rawValue) }
        }
        json.add("resume", resume, limit: 24)
        let link = status.link
        json.add("moves", status.transport.movesArm)
        json.add("transport", status.transport.rawValue)
        json.add("link", (status.transport == .override ? .absent : link.phase).name)
        json.add("shield", link.name.isEmpty ? link.address : link.name)
        json.add("wanted", wanted, limit: 64)
        json.add("detail", [link.address, link.detail].filter { !$0.isEmpty }.joined(separator: ": "))
        if let signal = link.signal { json.add("rssi", signal) }
        json.add("recording", status.recording, limit: 64)
        json.add("viewers", status.pages)
        json.add("adapter", adapter, limit: 32)
        json.add("choose", canChoose)
        json.add("stopped", status.isStopped || stopWaits)
        if canPark { json.add("park", true) }
        if status.isParking { json.add("parking", true) }
        if !resumeRefused.isEmpty { json.add("refused", resumeRefused) }
        if !fence.isEmpty { json.add("fence", fence, limit: 128) }
        let limits = status.handLimits.joined(separator: ", ")
        if !limits.isEmpty { json.add("hand", limits, limit: 128) }
        if !status.jointsAtEnd.isEmpty { json.add("ended", status.jointsAtEnd) }
        json.add("controls", controls.prefix(Control.maxCount).map(\.json))
        var precise = JSONObject()
        precise.add("factor", Int((precision * 1_000).rounded()))
        precise.add("there", hasPrecision)
        json.add("precision", precise)
        json.add("profile", profile, limit: 24)
        if let pose { json.add("pose", pose.json) }
        json.add("shields", shields.map { [$0.name, $0.address, $0.rssi.map { String($0) } ?? ""] })
        json.add("more", more)
        let rows = sent.prefix(Self.maxSent)
        json.add("sent", rows.map { [String($0.at / .milliseconds(1)), $0.channel] + Self.texts($0.frame) })
        return json.finish()
    }

    /// A frame as text and in hexadecimal.
    private static func texts(_ frame: Frame) -> [String] {
        [SafeText.frame(frame.bytes) ?? "", HexText.text(of: frame.bytes)]
    }
}
