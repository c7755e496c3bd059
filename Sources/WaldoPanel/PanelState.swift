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
    public struct Shield: Equatable, Sendable {
        /// Its name, safe to show, and its address.
        public var name: String, address: String
        /// Its strength in dBm.
        public var rssi: Int?

        /// A shield of these values.
        public init(name: String, address: String, rssi: Int?) {
            self.name = name
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
    /// The adapter that listens, and what it hears.
    public var adapter = "", shields: [Shield] = []
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

    /// A state of which nothing is known yet.
    public init() {}

    /// What one viewer's page is sent: a JSON object.
    public func text(for viewer: Int, at now: Microseconds, sent: [Sent]) -> [UInt8] {
        var json = JSONText()
        json.add("t", Int(now / 1_000))
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
        json.add("sent", sent.map { [String($0.at / 1_000), "\($0.channel.name)"] + Self.texts($0.frame) })
        return json.finish()
    }

    /// A frame as text and in hexadecimal.
    private static func texts(_ frame: Frame) -> [String] {
        let bytes = frame.bytes
        let text = bytes.allSatisfy { (0x20..<0x7f).contains($0) } ? String(decoding: bytes, as: UTF8.self) : ""
        return [text, bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()]
    }
}

/// Writes one JSON object.
private struct JSONText {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]

    mutating func add(_ key: String, _ value: Bool) { add(key) { $0.bytes += Array((value ? "true" : "false").utf8) } }

    mutating func add(_ key: String, _ value: Int) { add(key) { $0.bytes += Array(String(value).utf8) } }

    mutating func add(_ key: String, _ value: String) { add(key) { $0.quote(value) } }

    mutating func add(_ key: String, _ rows: [[String]]) {
        add(key) { json in
            json.list(rows) { json, row in json.list(row) { $0.quote($1) } }
        }
    }

    mutating func finish() -> [UInt8] { bytes + [UInt8(ascii: "}")] }

    private mutating func add(_ key: String, _ value: (inout JSONText) -> Void) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        quote(key)
        bytes.append(UInt8(ascii: ":"))
        value(&self)
    }

    private mutating func list<Element>(_ elements: [Element], _ write: (inout JSONText, Element) -> Void) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case ..<0x20, 0x7f: bytes += Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
