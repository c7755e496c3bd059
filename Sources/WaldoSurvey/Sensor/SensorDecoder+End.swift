public import WaldoTime

/// The end of a file of a sensor's bytes.
extension SensorDecoder {
    /// Ends a file. Its end stands for the mark after its last message, if that is whole: its check holds or,
    /// where its format has none, it has all of its columns. Anything else that is left is rejected.
    public mutating func finish(at time: Instant, _ sink: inout some DecoderSink) {
        if position < buffer.count, !isSkipping, case .format(let formatIndex) = beginning(), isMarked(formatIndex),
            isWhole(formatIndex)
        {
            decodeText(formatIndex, upTo: buffer.count, 0, at: time, &sink)
        }
        flush(at: time, &sink)
    }

    /// Whether a mark or a check ends a message of a format.
    private func isMarked(_ formatIndex: Int) -> Bool {
        switch sensor.messages[formatIndex].extent {
        case .mark, .check: true
        case .bytes, .notification: false
        }
    }

    /// Whether the undecided bytes are a whole message of text without its mark.
    private mutating func isWhole(_ formatIndex: Int) -> Bool {
        let text = textRange(upTo: buffer.count)
        for other in sensor.messages.indices.dropFirst(formatIndex) where begins(other, like: formatIndex) {
            if let check = sensor.messages[other].check {
                if check.holds(buffer[text]) { return true }
            } else if (try? checkText(other, text)) != nil {
                return true
            }
        }
        return false
    }
}
