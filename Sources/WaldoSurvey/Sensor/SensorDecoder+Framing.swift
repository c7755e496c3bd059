import WaldoCore
import WaldoTime

/// Where messages begin and end.
extension SensorDecoder {
    /// What stands at the beginning of the undecided bytes.
    enum Beginning {
        case format(Int)
        /// The beginning of a mark; more bytes decide.
        case undecided
        case nothing
    }

    /// Decides on the next bytes.
    /// - Returns: false when more bytes are needed.
    mutating func decodeNext(at time: Instant, _ sink: inout some DecoderSink) -> Bool {
        if isSkipping { return skip(at: time, &sink) }
        if isLineEnd(buffer[position]) {
            accept(1, &sink)
            return true
        }
        switch beginning() {
        case .undecided: return false
        case .nothing:
            reject(1, FieldReader.Fault(reason: .stray), at: time, &sink)
            return true
        case .format(let formatIndex):
            switch sensor.messages[formatIndex].extent {
            case .bytes(let count): return decodeFixed(formatIndex, count, at: time, &sink)
            case .mark(let mark, let longest): return decodeMarked(formatIndex, mark, nil, longest, at: time, &sink)
            case .check(let longest):
                return decodeMarked(formatIndex, Self.lineEnd, checkEnd(formatIndex), longest, at: time, &sink)
            case .notification: return decodeNotification(formatIndex, at: time, &sink)
            }
        }
    }

    /// Whether a byte between two messages of a text sensor only ends a line.
    private func isLineEnd(_ byte: UInt8) -> Bool {
        isText && (byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r"))
    }

    func beginning() -> Beginning {
        let rest = buffer[position...]
        var found: (formatIndex: Int, length: Int)?
        for (formatIndex, format) in sensor.messages.enumerated() {
            if format.begins.isEmpty, found == nil { found = (formatIndex, 0) }
            for mark in format.begins {
                if rest.starts(with: mark) {
                    if mark.count > found?.length ?? 0 { found = (formatIndex, mark.count) }
                } else if rest.count < mark.count, mark.starts(with: rest) {
                    return .undecided
                }
            }
        }
        return found.map { .format($0.formatIndex) } ?? .nothing
    }

    /// Decodes what a notification has brought as one message.
    private mutating func decodeNotification(
        _ formatIndex: Int, at time: Instant, _ sink: inout some DecoderSink
    ) -> Bool {
        guard case .notification(let longest) = sensor.messages[formatIndex].extent,
            buffer.count - position <= longest
        else {
            reject(buffer.count - position, FieldReader.Fault(reason: .tooLong), at: time, &sink)
            endRun(&sink)
            return true
        }
        var end = buffer.count
        while end > position + 1, buffer[end - 1] == UInt8(ascii: "\n") || buffer[end - 1] == UInt8(ascii: "\r") {
            end -= 1
        }
        decodeText(formatIndex, upTo: end, buffer.count - end, at: time, &sink)
        return true
    }

    /// Passes over the rest of a line that is too long.
    private mutating func skip(at time: Instant, _ sink: inout some DecoderSink) -> Bool {
        let fault = FieldReader.Fault(reason: .tooLong), mark = markAfterSkipped, byte = buffer[position]
        if isText, mark == Self.lineEnd, byte == UInt8(ascii: "\r") || byte == 0 {
            let next = position + 1 < buffer.count ? buffer[position + 1] : nil
            guard next != nil || byte == 0 || isFile else { return false }
            isSkipping = byte != 0 && next == UInt8(ascii: "\n")
            reject(1, fault, at: time, &sink)
            if !isSkipping { endRun(&sink) }
            return true
        }
        guard let mark, byte == mark[0] else {
            reject(1, fault, at: time, &sink)
            return true
        }
        guard buffer.count - position >= mark.count else { return false }
        isSkipping = !buffer[position...].starts(with: mark)
        reject(isSkipping ? 1 : mark.count, fault, at: time, &sink)
        if !isSkipping { endRun(&sink) }
        return true
    }

    /// What ends a message without a mark at its beginning.
    private var markAfterSkipped: [UInt8]? {
        switch sensor.messages.first(where: { $0.begins.isEmpty })?.extent {
        case .mark(let mark, _): mark
        case .check: Self.lineEnd
        case .bytes, .notification, nil: nil
        }
    }
}
