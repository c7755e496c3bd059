public import WaldoCore
public import WaldoTime

/// A counter on a simulated arm's hand, which sends the messages of a sensor's file: the counts of a hidden field, a
/// position, and quiet numbers in all other fields. Once warm it does not allocate.
public struct SimulatedSensor: Sendable {
    /// Counts a second of 1 uSv/h where no other is asked for: a pancake tube LND 7317, 334 counts a minute (Safecast
    /// bGeigieNanoKit).
    public static let sensitivity = 334.0 / 60

    /// When the next message is due.
    public private(set) var deadline: Instant
    /// The field.
    public let field: HiddenField
    private let encoder: SensorEncoder
    private let interval: TimeSpan
    private let sensitivity: Double
    /// The field's places in a message.
    private let counts: Int, counter: Int?, place: MessagePlace?
    private var random: SimulationRandom
    /// The dose rate at the hand as the last message was sent; nil: none was.
    private var rate: Double?
    /// The counts of the latest intervals, as many as a message's exposure has, as a ring.
    private var spans: [Int]
    private var span = 0
    private var values: [Double]
    private var number: Int64 = 0

    /// Degrees of latitude of a metre.
    private static let degreesAMetre = 1 / 111_320.0
    /// Where the arm's base stands, in degrees: that of the demo's walk.
    private static let latitude = -37.8136, longitude = 144.9631

    /// Creates a sensor that sends its first message after one interval; nil: its messages are not binary ones of a
    /// fixed length, or carry no counts with their exposure.
    /// - Parameters:
    ///   - sensor: what it sends.
    ///   - field: what it counts.
    ///   - seed: determines all counts.
    ///   - sensitivity: counts a second of 1 uSv/h.
    ///   - time: now.
    public init?(
        _ sensor: Sensor, in field: HiddenField, seed: UInt64, sensitivity: Double = SimulatedSensor.sensitivity,
        at time: Instant
    ) {
        guard let format = sensor.messages.first, let encoder = SensorEncoder(format),
            let stream = sensor.streams.first(where: {
                $0.description.exposure != nil && $0.description.unit == "count"
            }),
            let exposure = stream.description.exposure, let counts = stream.places.first??.field
        else { return nil }
        interval = max(sensor.interval ?? exposure, .milliseconds(1))
        self.encoder = encoder
        self.field = field
        self.counts = counts
        self.sensitivity = sensitivity
        counter = format.counter?.field
        place = format.place
        random = SimulationRandom(seed: seed)
        let count = (exposure.microseconds + interval.microseconds / 2) / interval.microseconds
        spans = [Int](repeating: 0, count: Int(max(1, min(3_600, count))))
        values = format.fields.map(Self.quiet)
        deadline = time + interval
    }

    /// The message that is due, at its deadline; ask for it before the arm gets a later write.
    /// - Parameter hand: where the hand is at the deadline, in metres from the base; nil: at the base.
    public mutating func next(at hand: ArmPoint?) -> Frame {
        let point = hand ?? ArmPoint(), now = field.doseRate(at: point)
        // The mean of both ends of the interval.
        let mean = ((rate ?? now) + now) / 2 * sensitivity * interval.inSeconds
        rate = now
        spans[span] = random.poisson(mean)
        span = (span + 1) % spans.count
        values[counts] = Double(spans.reduce(0, +))
        if let counter {
            values[counter] = Double(number)
            number = (number + 1) % (encoder.format.counter?.modulus ?? 256)
        }
        if let place {
            values[place.latitude] = Self.latitude + point.y * Self.degreesAMetre
            values[place.longitude] =
                Self.longitude + point.x * Self.degreesAMetre / Degrees.cosine(Self.latitude)
            if let valid = place.valid { values[valid] = 1 }
            if let satellites = place.satellites { values[satellites] = 8 }
        }
        deadline += interval
        return encoder.message(values)
    }

    /// A number that a field may have: 20 degrees of a temperature, elsewhere 0 or the least of its range.
    private static func quiet(_ field: SensorField) -> Double {
        let number = field.unit == "degC" ? 20.0 : 0
        return field.range.map { min(max(number, $0.lowerBound), $0.upperBound) } ?? number
    }
}
