import WaldoTime

/// Notices what is missing between the messages of one channel: by the sensor's own counter, or by its interval.
struct MessageGaps: Sendable {
    private let interval: TimeSpan?
    private var last: (at: Instant, number: Int64?)?

    init(_ sensor: Sensor) { interval = sensor.interval }

    /// Forgets the last message: what is missing since then is a gap of the link.
    mutating func interrupt() { last = nil }

    /// Adds a message, and returns the gap before it.
    mutating func add(_ message: SensorMessage, _ format: MessageFormat) -> Gap? {
        guard !format.fields.isEmpty else { return nil }
        let number = message.number(format.counter?.field).map { Int64($0) }
        defer { last = (message.at, number) }
        guard let last else { return nil }
        if let counter = format.counter, let number, let before = last.number {
            let step = (number - before + counter.modulus) % counter.modulus
            if step > 1 { return Gap(from: last.at, to: message.at, cause: .counter, missing: Int(step - 1)) }
        }
        // A counter does not count while its sensor is silent.
        guard let interval else { return nil }
        let passed = (message.at - last.at).microseconds, every = interval.microseconds
        let missing = (passed + every / 2) / every - 1
        return missing > 0 ? Gap(from: last.at, to: message.at, cause: .late, missing: Int(missing)) : nil
    }
}
