/// What receives the results of a sensor's decoder.
public protocol DecoderSink {
    /// A message was decoded; valid during the call only.
    mutating func message(_ message: borrowing SensorMessage)
    /// A message has described a stream that the channel had not before; the messages that follow refer to its number.
    mutating func described(_ number: Int, channel: Int, _ description: StreamDescription)
    /// Bytes were rejected.
    mutating func reject(_ reject: Reject)
}
