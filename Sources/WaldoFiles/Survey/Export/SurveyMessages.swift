import WaldoCore
public import WaldoSurvey
import WaldoTime

/// Formats samples and places as the messages of a survey's topics. The message is `json` until the next one.
public struct SurveyMessages {
    /// The times that messages can have, in microseconds since 1970.
    public static var span: Range<Int64> { CalendarTime.span }

    private var units: [QuotedText] = []
    private var flags = FlagNames()
    private var object = JSONObject()
    /// The latest message, one JSON object.
    public var json: [UInt8] { object.bytes }

    /// Formats messages of these streams.
    public init(of streams: [StreamDescription] = []) { for stream in streams { add(stream) } }

    /// The next stream, in the order in which they are announced.
    public mutating func add(_ stream: StreamDescription) { units.append(QuotedText(stream.unit)) }

    /// A sample.
    /// - Parameter utc: the middle of its exposure, in microseconds since 1970, within `span`.
    public mutating func sample(_ sample: Sample, utc: Int64) {
        begin(utc)
        object.add("sequence", digits: sample.sequence)
        object.add("value", shortest: sample.value)
        object.add("low", known: sample.low)
        object.add("high", known: sample.high)
        object.add("unit", units[sample.stream])
        object.add("exposure", shortest: Double((sample.to - sample.from).microseconds) / 1_000_000)
        object.add("flags", plain: flags.text(sample.flags))
        if let place = sample.place {
            let isWorld = place.system == .world
            object.add(isWorld ? "longitude" : "x", known: place.x)
            object.add(isWorld ? "latitude" : "y", known: place.y)
            object.add(isWorld ? "height" : "z", known: place.z)
            object.add("accuracy", known: place.accuracy)
        }
        object.end()
    }

    /// A place.
    /// - Parameter utc: when it was measured, in microseconds since 1970, within `span`.
    /// - Returns: whether there is a message: not for a place that is not in the world.
    public mutating func fix(_ place: Place, utc: Int64) -> Bool {
        guard let position = Position(place) else { return false }
        begin(utc)
        object.add("frame_id", "sensor")
        object.add("latitude", shortest: position.latitude)
        object.add("longitude", shortest: position.longitude)
        object.add("altitude", shortest: position.height ?? 0)
        let across = place.accuracy.flatMap(Self.square), up = place.verticalAccuracy.flatMap(Self.square)
        object.add("position_covariance", shortest: [across ?? 0, 0, 0, 0, across ?? 0, 0, 0, 0, up ?? 0])
        object.add("position_covariance_type", digits: across == nil ? 0 : 1)
        object.end()
        return true
    }

    /// The square of an accuracy; one of 0 is none that a receiver has.
    private static func square(_ accuracy: Double) -> Double? {
        let square = accuracy * accuracy
        return accuracy > 0 && square.isFinite ? square : nil
    }

    private mutating func begin(_ utc: Int64) {
        object.begin()
        object.addObject("timestamp") { time in
            time.add("sec", digits: utc / 1_000_000)
            time.add("nsec", digits: utc % 1_000_000 * 1_000)
        }
    }
}
