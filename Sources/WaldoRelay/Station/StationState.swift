public import WaldoCore
import WaldoFiles
import WaldoTime

/// What a station does at present, as it publishes it for those who watch. It only informs: nothing in Waldo takes a
/// command from a broker.
public struct StationState: Equatable, Sendable {
    /// The newest value of a stream.
    public struct Value: Equatable, Sendable {
        /// The stream's name, and the unit.
        public var stream: String, unit: String
        /// The number; nil: the sensor gave none.
        public var value: Double?
        /// When, in microseconds since 1970; nil: not known.
        public var utc: Int64?

        /// A value of a stream.
        public init(stream: String, value: Double?, unit: String, utc: Int64?) {
            self.stream = stream
            self.value = value
            self.unit = unit
            self.utc = utc
        }
    }

    /// When it was so, in microseconds since 1970.
    public var utc: Int64 = 0
    /// The machine's name.
    public var station = ""
    /// The survey's title; nil: none. It tells apart what one machine surveys.
    public var title: String?
    /// Whether the relay is connected; the broker's will says that it is not.
    public var isOnline = false
    /// The names of arm and sensor; nil: none.
    public var arm: String?, sensor: String?
    /// What is driven.
    public var drive = StationFacts()
    /// The newest value; nil: none yet.
    public var value: Value?
    /// Times without measurement in the survey.
    public var gaps: Int64 = 0
    /// Rows of the survey that were sent or wait, and those of them that the database has acknowledged.
    public var rows: Int64 = 0, acknowledged: Int64 = 0

    /// A state that has not changed is published again after this time, so that a silent station is noticed.
    static let interval = TimeSpan.seconds(10)
    /// The payload's greatest size in bytes.
    public static let greatest = 8192

    /// Nothing is known.
    public init() {}

    /// Its payload, a JSON object.
    public var payload: [UInt8] {
        var json = JSONObject()
        json.add("v", 1)
        json.add("utc", Int(utc))
        json.add("station", station)
        json.add("title", whole: title.map { String($0.prefix(128)) })
        json.add("online", isOnline)
        json.add("arm", whole: arm.map { String($0.prefix(128)) })
        json.add("sensor", whole: sensor.map { String($0.prefix(128)) })
        drive.add(to: &json)
        var shown: JSONObject?
        if let value {
            var object = JSONObject()
            object.add("stream", value.stream)
            object.add("value", value.value)
            object.add("unit", value.unit)
            object.add("utc", whole: value.utc.map { Int($0) })
            shown = object
        }
        json.add("value", whole: shown)
        json.add("gaps", Int(gaps))
        json.add("rows", Int(rows))
        json.add("acknowledged", Int(acknowledged))
        return json.finish()
    }

    /// Parses a payload.
    /// - Throws: `Wire.Fault`.
    public init(_ payload: UnsafeRawBufferPointer) throws(Wire.Fault) {
        let version = try merge(payload).version
        guard version == 1 else { throw Wire.Fault("it is no state of version 1") }
    }

    /// Takes over what a line says, and keeps the rest.
    /// - Returns: the version that the line names, nil: none; and all names in it.
    /// - Throws: `Wire.Fault`.
    @discardableResult
    public mutating func merge(_ line: UnsafeRawBufferPointer) throws(Wire.Fault) -> (
        version: Int64?, names: Set<String>
    ) {
        guard line.count <= Self.greatest else { throw Wire.Fault("it has more than \(Self.greatest) bytes") }
        do throws(JSONFault) {
            var cursor = JSONCursor(line), version: Int64?, names: Set<String> = []
            try cursor.object { (key, cursor) throws(JSONFault) in
                names.insert(String(decoding: key, as: UTF8.self))
                if key.elementsEqual("v".utf8) { version = try cursor.integer() } else { try read(key, &cursor) }
            }
            try cursor.end()
            return (version, names)
        } catch {
            throw Wire.Fault("\(error.expected) was expected at byte \(error.position)")
        }
    }
}
