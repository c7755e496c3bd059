import WaldoTime

/// The results of a decoder for one notification, kept until the decoder has finished. Its storage is used again.
struct DecodedBatch: DecoderSink, Sendable {
    enum Entry: Sendable {
        /// A message: its index in `messages`.
        case message(Int)
        case described(Int, StreamDescription)
        case rejected(Reject)
    }

    private(set) var entries: [Entry] = []
    private(set) var messages: [SensorMessage] = []
    private var used = 0
    private let fields: Int

    /// - Parameter fields: the most fields that a message has.
    init(fields: Int) {
        self.fields = fields
        entries.reserveCapacity(64)
        for _ in 0..<8 { addSlot() }
    }

    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        used = 0
    }

    // A copy of the message itself would share its numbers with the decoder, which would then have to allocate.
    mutating func message(_ message: borrowing SensorMessage) {
        if used == messages.count { addSlot() }
        messages[used].format = message.format
        messages[used].channel = message.channel
        messages[used].at = message.at
        messages[used].measured = message.measured
        messages[used].flags = message.flags
        messages[used].described = message.described
        for index in 0..<fields { messages[used].values[index] = message.values[index] }
        entries.append(.message(used))
        used += 1
    }

    mutating func described(_ number: Int, channel: Int, _ description: StreamDescription) {
        entries.append(.described(number, description))
    }

    mutating func reject(_ reject: Reject) { entries.append(.rejected(reject)) }

    private mutating func addSlot() {
        messages.append(
            SensorMessage(
                format: 0, channel: 0, at: .clockStart, values: [Double](repeating: .nan, count: fields)))
    }
}
