public import WaldoCore
internal import WaldoTime

/// Formats samples and places as the messages of a survey's topics. The message is `json` until the next one.
public struct SurveyMessages {
    /// The times that messages can have, in microseconds since 1970.
    public static var span: Range<Int64> { CalendarTime.span }

    private var units: [[UInt8]] = []
    private var flags = FlagNames()
    /// The latest message, one JSON object.
    public private(set) var json: [UInt8] = []

    /// Formats messages of these streams.
    public init(of streams: [StreamDescription] = []) {
        json.reserveCapacity(512)
        for stream in streams { add(stream) }
    }

    /// The next stream, in the order in which they are announced.
    public mutating func add(_ stream: StreamDescription) {
        var bytes: [UInt8] = []
        bytes.add(quoted: stream.unit)
        units.append(bytes)
    }

    /// A sample.
    /// - Parameter utc: the middle of its exposure, in microseconds since 1970, within `span`.
    public mutating func sample(_ sample: Sample, utc: Int64) {
        begin(utc)
        json.add(",\"sequence\":" as StaticString)
        json.add(digits: sample.sequence, decimals: 0)
        json.add(",\"value\":" as StaticString)
        if let value = sample.value, value.isFinite {
            json.add(shortest: value)
        } else {
            json.add("null" as StaticString)
        }
        number(",\"low\":", sample.low)
        number(",\"high\":", sample.high)
        json.add(",\"unit\":" as StaticString)
        json.append(contentsOf: units[sample.stream])
        number(",\"exposure\":", Double((sample.to - sample.from).microseconds) / 1_000_000)
        json.add(",\"flags\":\"" as StaticString)
        json.append(contentsOf: flags.text(sample.flags))
        json.append(UInt8(ascii: "\""))
        if let place = sample.place {
            let isWorld = place.system == .world
            number(isWorld ? ",\"longitude\":" : ",\"x\":", place.x)
            number(isWorld ? ",\"latitude\":" : ",\"y\":", place.y)
            number(isWorld ? ",\"height\":" : ",\"z\":", place.z)
            number(",\"accuracy\":", place.accuracy)
        }
        json.append(UInt8(ascii: "}"))
    }

    /// A place.
    /// - Parameter utc: when it was measured, in microseconds since 1970, within `span`.
    /// - Returns: whether there is a message: not for a place that is not in the world.
    public mutating func fix(_ place: Place, utc: Int64) -> Bool {
        guard let position = Position(place) else { return false }
        begin(utc)
        json.add(",\"frame_id\":\"sensor\"" as StaticString)
        number(",\"latitude\":", position.latitude)
        number(",\"longitude\":", position.longitude)
        number(",\"altitude\":", position.height ?? 0)
        let across = place.accuracy.flatMap(Self.square), up = place.verticalAccuracy.flatMap(Self.square)
        number(",\"position_covariance\":[", across ?? 0)
        number(",0,0,0,", across ?? 0)
        number(",0,0,0,", up ?? 0)
        json.add(
            across == nil ? "],\"position_covariance_type\":0" as StaticString : "],\"position_covariance_type\":1")
        json.append(UInt8(ascii: "}"))
        return true
    }

    private static func square(_ accuracy: Double) -> Double? {
        let square = accuracy * accuracy
        return square.isFinite ? square : nil
    }

    private mutating func begin(_ utc: Int64) {
        json.removeAll(keepingCapacity: true)
        json.add("{\"timestamp\":{\"sec\":" as StaticString)
        json.add(digits: utc / 1_000_000, decimals: 0)
        json.add(",\"nsec\":" as StaticString)
        json.add(digits: utc % 1_000_000 * 1_000, decimals: 0)
        json.append(UInt8(ascii: "}"))
    }

    private mutating func number(_ key: StaticString, _ value: Double?) {
        guard let value, value.isFinite else { return }
        json.add(key)
        json.add(shortest: value)
    }
}
