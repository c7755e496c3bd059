public import WaldoCore
public import WaldoSurvey
public import WaldoTime

/// A sensor on a simulated arm's hand, which sends the messages of its file: the counts of a hidden field, or the dose
/// rate where the file has no counts, a position, and quiet numbers in all other fields. Once warm it does not
/// allocate.
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
    /// How its messages are divided into notifications.
    private let longest: Int
    /// The fields of what it measures, of the counts a minute, and of the message's number and place.
    private let measured: Int, perMinute: [Int], counter: Int?, place: MessagePlace?
    /// How long its counts are collected; nil: it measures the dose rate in uSv/h.
    private let exposure: TimeSpan?
    private var random: SimulationRandom
    /// The dose rate at the hand as the last message was sent; nil: none was.
    private var rate: Double?
    /// The counts of the latest intervals, as many as a message's exposure has, as a ring.
    private var spans: [Int]
    private var span = 0
    private var values: [Double]
    private var number: Int64 = 0
    private var bytes: [UInt8] = []

    /// Degrees of latitude of a metre.
    private static let degreesAMetre = 1 / 111_320.0
    /// Where the arm's base stands, in degrees: that of the demo's walk.
    private static let latitude = -37.8136, longitude = 144.9631

    /// The longest notification of a message that goes through a UART.
    private static let part = 20

    /// Creates a sensor that sends its first message after one interval.
    /// - Parameters:
    ///   - sensor: what it sends.
    ///   - field: what it measures.
    ///   - seed: determines all counts.
    ///   - sensitivity: counts a second of 1 uSv/h.
    ///   - time: now.
    /// - Throws: what its messages have that is not simulated.
    public init(
        _ sensor: Sensor, in field: HiddenField, seed: UInt64, sensitivity: Double = SimulatedSensor.sensitivity,
        at time: Instant
    ) throws(SimulationOptionError) {
        guard let source = Self.source(sensor) else {
            throw SimulationOptionError(
                "“\(SafeText.escaped(sensor.name))” has no stream that a simulation measures; use another sensor")
        }
        let format = sensor.messages[source.format]
        encoder = try SensorEncoder(format)
        longest = format.columns == nil || format.isNotification ? Frame.capacity : Self.part
        exposure = source.exposure
        interval = max(sensor.interval ?? source.exposure ?? .seconds(1), .milliseconds(1))
        self.field = field
        self.sensitivity = sensitivity
        measured = source.field
        perMinute = format.fields.indices.filter { format.fields[$0].unit == "cpm" && $0 != source.field }
        counter = format.counter?.field
        place = format.place
        random = SimulationRandom(seed: seed)
        let count = ((exposure ?? interval).microseconds + interval.microseconds / 2) / interval.microseconds
        spans = [Int](repeating: 0, count: Int(max(1, min(3_600, count))))
        values = format.fields.map(Self.quiet)
        if let valid = source.valid { values[valid] = 1 }
        bytes.reserveCapacity(MessageFormat.longest)
        deadline = time + interval
    }

    /// What it measures, and where: counts, else the first number of the first stream, or of one that describes itself.
    private static func source(
        _ sensor: Sensor
    ) -> (format: Int, field: Int, valid: Int?, exposure: TimeSpan?)? {
        let counts = sensor.streams.first { $0.description.exposure != nil && $0.description.unit == "count" }
        if let stream = counts ?? sensor.streams.first {
            for (format, source) in stream.sources.enumerated() {
                guard let source else { continue }
                return (format, source.field, source.valid, counts == nil ? nil : stream.description.exposure)
            }
        }
        for (format, message) in sensor.messages.enumerated() {
            if let description = message.description { return (format, description.value, nil, nil) }
        }
        return nil
    }

    /// The message that is due, at its deadline; ask for it before the arm gets a later write.
    /// - Parameters:
    ///   - hand: where the hand is at the deadline, in metres from the base; nil: at the base.
    ///   - notify: takes the message: in one notification, or a longer line of text in parts of 20 bytes.
    public mutating func next(at hand: ArmPoint?, notify: (Frame) -> Void) {
        let point = hand ?? ArmPoint()
        measure(point)
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
            if let hdop = place.hdop { values[hdop] = 1 }
        }
        // It has no clock of the world.
        if let time = encoder.format.time, encoder.format.fields[time].isOptional { values[time] = .nan }
        deadline += interval
        bytes.removeAll(keepingCapacity: true)
        encoder.write(values, to: &bytes)
        var frame = Frame()
        for byte in bytes {
            if frame.count == longest {
                notify(frame)
                frame = Frame()
            }
            frame.append(byte)
        }
        if frame.count > 0 { notify(frame) }
    }

    private mutating func measure(_ point: ArmPoint) {
        let now = field.doseRate(at: point)
        // The mean of both ends of the interval.
        let mean = ((rate ?? now) + now) / 2
        rate = now
        guard let exposure else {
            let range = encoder.format.fields[measured].range
            values[measured] = range.map { min(max(mean, $0.lowerBound), $0.upperBound) } ?? mean
            return
        }
        spans[span] = random.poisson(mean * sensitivity * interval.inSeconds)
        span = (span + 1) % spans.count
        values[measured] = Double(spans.reduce(0, +))
        for field in perMinute { values[field] = values[measured] * 60 / exposure.inSeconds }
    }

    /// A number that a field may have: 20 degrees of a temperature, elsewhere 0 or the least of its range.
    private static func quiet(_ field: SensorField) -> Double {
        let number = field.unit == "degC" ? 20.0 : 0
        return field.range.map { min(max(number, $0.lowerBound), $0.upperBound) } ?? number
    }
}

extension MessageFormat {
    /// Whether each notification is one message.
    fileprivate var isNotification: Bool { if case .notification = extent { true } else { false } }
}
