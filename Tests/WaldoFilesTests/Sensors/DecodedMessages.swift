import WaldoCore
import WaldoSurvey
import WaldoTime

@testable import WaldoFiles

/// Collects what a decoder gives.
struct DecodedMessages: DecoderSink, Equatable {
    var messages: [SensorMessage] = []
    var described: [StreamDescription] = []
    var rejects: [Reject] = []

    mutating func message(_ message: borrowing SensorMessage) {
        messages.append(
            SensorMessage(
                format: message.format, channel: message.channel, at: message.at, measured: message.measured,
                values: message.values, flags: message.flags, described: message.described))
    }
    mutating func described(_ number: Int, channel: Int, _ description: StreamDescription) {
        described.append(description)
    }
    mutating func reject(_ reject: Reject) { rejects.append(reject) }

    /// The messages without their times, which depend on the pieces in which they came.
    var content: [[String]] { messages.map { ["\($0.format)", "\($0.values)", "\($0.flags.rawValue)"] } }

    /// What was rejected, without the times.
    var rejected: [String] { rejects.map { "\($0.bytes) \($0.reason) \($0.field ?? "")" } }
}

/// Decodes pieces of bytes, one second apart, and ends.
func decode(_ sensor: Sensor, _ pieces: [[UInt8]]) -> (found: DecodedMessages, account: SensorAccount) {
    var decoder = SensorDecoder(sensor), found = DecodedMessages()
    for (place, piece) in pieces.enumerated() {
        decoder.read(piece, at: .clockStart + .seconds(Int64(place)), &found)
    }
    decoder.flush(at: .clockStart + .seconds(Int64(pieces.count)), &found)
    return (found, decoder.account)
}

func shippedSensor(_ name: String) throws -> Sensor { try Library(directory: nil).sensor(name).value }
