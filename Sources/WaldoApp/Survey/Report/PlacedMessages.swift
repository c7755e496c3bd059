internal import WaldoCore

/// Counts the messages of a sensor that have a valid place.
struct PlacedMessages: DecoderSink {
    private let places: [MessagePlace?]
    private(set) var valid = 0

    init(_ sensor: Sensor?) { places = sensor?.messages.map(\.place) ?? [] }

    mutating func message(_ message: borrowing SensorMessage) {
        guard let place = places[message.format], Fix(copy message, place)?.isValid == true else { return }
        valid += 1
    }
    mutating func described(_ number: Int, channel: Int, _ description: StreamDescription) {}
    mutating func reject(_ reject: Reject) {}
}
