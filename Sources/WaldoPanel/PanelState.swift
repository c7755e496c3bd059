public import WaldoCore

/// What the pages show.
public struct PanelState: Equatable, Sendable {
    /// A channel of the arm.
    public struct Dial: Equatable, Sendable {
        /// Where its control stands, in thousandths: a velocity's deflection, a held position.
        public var place: Int
        /// The channel's number, as the arm gets it.
        public var number: String

        /// A dial of these values.
        public init(place: Double, number: Int32, decimals: Int) {
            self.place = Int((place * 1_000).rounded())
            self.number = Self.decimal(number, decimals)
        }

        private static func decimal(_ number: Int32, _ decimals: Int) -> String {
            guard decimals > 0 else { return String(number) }
            let digits = String(number.magnitude)
            let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
            return (number < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
        }
    }

    /// A shield that is heard.
    public struct Peripheral: Equatable, Sendable {
        /// Its name, safe to show, and its address.
        public var name: String, address: String
        /// Its strength in dBm.
        public var rssi: Int?

        /// A shield of these values; a name is cut after 64 characters.
        public init(name: String, address: String, rssi: Int?) {
            self.name = String(String.UnicodeScalarView(name.unicodeScalars.prefix(64)))
            self.address = address
            self.rssi = rssi
        }
    }

    /// A command that left.
    public struct Sent: Equatable, Sendable {
        /// When, in microseconds.
        public var at: Microseconds
        /// Its cause and its bytes.
        public var channel: Channel, frame: Frame

        /// A command of these parts.
        public init(at: Microseconds, channel: Channel, frame: Frame) {
            self.at = at
            self.channel = channel
            self.frame = frame
        }
    }

    /// The arm's and the input's names.
    public var arm = "", input = ""
    /// Nothing is transmitted.
    public var isOverride = false
    /// Where the link stands, in one word; the shield, and what else is to be said.
    public var link = "scanning", shield = "", linkDetail = ""
    /// The adapter that listens.
    public var adapter = ""
    /// What it hears, `mostShields` of them, and how many more there are.
    public private(set) var shields: [Peripheral] = [], more = 0
    /// How often stop was heard: a page knows by it that its own was.
    public var stops = 0
    /// Within how many ms the next state comes: a page that hears nothing for much longer has lost waldo.
    public var within = 1_000
    /// The page may say which shield.
    public var canChoose = false
    /// A stop is latched.
    public var isStopped = false
    /// What keeps a control dead, in one word, and what has to be let go.
    public var sliderGate = "link", joystickGate = "link", sliderHeld = "", joystickHeld = ""
    /// The arm's channels.
    public var slider: Dial?, zx: Dial?, zy: Dial?
    /// The joystick moves a position, which stays.
    public var holds = true
    /// Where the arm stands is not known yet.
    public var isAssumed = true
    /// The viewer that drives, and whether its hands are on the controls.
    public var driver: Int?, isTouched = false

    /// Whether the slider, or a joystick that is a velocity, is away from its rest.
    public var isDeflected: Bool {
        slider.map { $0.place != 0 } == true || !holds && [zx, zy].contains { $0.map { $0.place != 0 } == true }
    }

    /// Shields that are shown: as many as somebody looks through. Whoever fills the air with names fills no page with
    /// them.
    public static let mostShields = 32
    /// Bytes of the longest text, whatever names are on the air: far less than waits for a slow reader.
    public static let longestText = 1 << 16
    /// Commands in a text.
    public static let mostSent = 64

    /// A state of which nothing is known yet.
    public init() {}

    /// These shields are heard. The strongest are shown, in the order in which they come.
    public mutating func hears(_ shields: [Peripheral]) {
        more = max(0, shields.count - Self.mostShields)
        guard more > 0 else { return self.shields = shields }
        let order = shields.indices.sorted { (shields[$0].rssi ?? .min, $1) > (shields[$1].rssi ?? .min, $0) }
        self.shields = order.prefix(Self.mostShields).sorted().map { shields[$0] }
    }

    /// What one viewer's page is sent: a JSON object.
    public func text(for viewer: Int, at now: Microseconds, sent: [Sent]) -> [UInt8] {
        var json = JSONText()
        json.add("t", Int(now / 1_000))
        json.add("within", within)
        json.add("stops", stops)
        json.add("drives", driver == viewer)
        json.add("driven", driver != nil)
        json.add("free", driver == nil || !isTouched)
        json.add("arm", arm)
        json.add("input", input)
        json.add("override", isOverride)
        json.add("link", link)
        json.add("shield", shield)
        json.add("detail", linkDetail)
        json.add("adapter", adapter)
        json.add("choose", canChoose)
        json.add("stopped", isStopped)
        json.add("assumed", isAssumed)
        json.add("holds", holds)
        json.add("sliderGate", sliderGate)
        json.add("joystickGate", joystickGate)
        json.add("sliderHeld", sliderHeld)
        json.add("joystickHeld", joystickHeld)
        for (name, dial) in [("slider", slider), ("zx", zx), ("zy", zy)] {
            guard let dial else { continue }
            json.add(name, dial.place)
            json.add(name + "Number", dial.number)
        }
        json.add("shields", shields.map { [$0.name, $0.address, $0.rssi.map { String($0) } ?? ""] })
        json.add("more", more)
        let rows = sent.prefix(Self.mostSent)
        json.add("sent", rows.map { [String($0.at / 1_000), "\($0.channel.name)"] + Self.texts($0.frame) })
        return json.finish()
    }

    /// A frame as text and in hexadecimal.
    private static func texts(_ frame: Frame) -> [String] {
        let bytes = frame.bytes
        let text = bytes.allSatisfy { (0x20..<0x7f).contains($0) } ? String(decoding: bytes, as: UTF8.self) : ""
        return [text, bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()]
    }
}
