import WaldoCore
import WaldoTime

/// Messages with a mark at their end.
extension SensorDecoder {
    /// The mark of lines. In a text a carriage return alone ends a line as well, and so does a NUL: a file
    /// whose writer lost its power has blocks of them.
    static let lineEnd = [UInt8(ascii: "\n")]

    /// How a message ends with its check: a byte, and as many digits after it.
    typealias CheckEnd = (mark: UInt8, digits: Int)

    /// How a message of a format ends with its check; nil: it does not.
    func checkEnd(_ formatIndex: Int) -> CheckEnd? {
        guard let check = sensor.messages[formatIndex].check, case .hexadecimal(let mark) = check.location else {
            return nil
        }
        return (mark, 2 * check.checksum.count)
    }

    /// Decodes a message up to its mark.
    /// - Parameter check: how the message ends with its check too; nil: it does not.
    /// - Returns: false when more bytes are needed.
    mutating func decodeMarked(
        _ formatIndex: Int, _ mark: [UInt8], _ check: CheckEnd?, _ longest: Int, at time: Instant,
        _ sink: inout some DecoderSink
    ) -> Bool {
        let hasFields = !sensor.messages[formatIndex].fields.isEmpty,
            hasBeginning = !sensor.messages[formatIndex].begins.isEmpty
        let isLine = isText && mark == Self.lineEnd
        if isLine, !hasBeginning, buffer[position] == 0 {
            reject(1, FieldReader.Fault(reason: .stray), at: time, &sink)
            return true
        }
        let limit = min(buffer.count, position + longest)
        var at = position + 1
        while at < limit {
            let byte = buffer[at]
            if hasFields, starts.contains(byte), begins(at: at) {
                reject(at - position, FieldReader.Fault(reason: .incomplete), at: time, &sink)
                endRun(&sink)
                return true
            }
            if byte == mark[0], at + mark.count <= limit, buffer[at...].starts(with: mark) {
                decodeText(formatIndex, upTo: at, mark.count, at: time, &sink)
                return true
            }
            if isLine, byte == 0 || byte == UInt8(ascii: "\r") && endsLine(formatIndex, at, longest) {
                decodeText(formatIndex, upTo: at, byte == 0 ? 0 : 1, at: time, &sink)
                return true
            }
            if let check, byte == check.mark {
                let end = at + 1 + check.digits
                if end <= limit, HexText.number(of: buffer[(at + 1)..<end]) != nil {
                    decodeText(formatIndex, upTo: end, 0, at: time, &sink)
                    return true
                }
            }
            at += 1
        }
        guard buffer.count - position >= longest else { return false }
        reject(longest, FieldReader.Fault(reason: .tooLong), at: time, &sink)
        isSkipping = !hasBeginning
        return true
    }

    /// Whether a carriage return is a line's whole end: no line feed follows. As long as nothing follows it ends a line
    /// that is a message, whose line feed then comes alone, and any line of a file, whose lines come with their ends.
    private mutating func endsLine(_ formatIndex: Int, _ at: Int, _ longest: Int) -> Bool {
        guard at + 1 < position + longest else { return false }
        guard at + 1 == buffer.count else { return buffer[at + 1] != UInt8(ascii: "\n") }
        return isFile || isMessage(formatIndex, textRange(upTo: at))
    }

    /// Whether a text is a message of a format, or of another one with its mark.
    private mutating func isMessage(_ formatIndex: Int, _ text: Range<Int>) -> Bool {
        for other in sensor.messages.indices.dropFirst(formatIndex) where begins(other, like: formatIndex) {
            if (try? checkText(other, text)) != nil { return true }
        }
        return false
    }

    /// Whether a message with a mark of its own begins at an offset within another, which was therefore cut short.
    private func begins(at offset: Int) -> Bool {
        for format in sensor.messages where !format.fields.isEmpty {
            for mark in format.begins where buffer[offset] == mark[0] {
                if buffer[offset...].starts(with: mark) { return true }
            }
        }
        return false
    }

    /// Decodes a message of text, by the first of the formats with its mark that it fits.
    mutating func decodeText(
        _ formatIndex: Int, upTo end: Int, _ markLength: Int, at time: Instant, _ sink: inout some DecoderSink
    ) {
        let total = end + markLength - position
        let text = textRange(upTo: end)
        var first: (fault: FieldReader.Fault, format: Int)?
        for other in sensor.messages.indices.dropFirst(formatIndex) where begins(other, like: formatIndex) {
            do throws(FieldReader.Fault) {
                let rows = try checkText(other, text)
                accept(total, &sink)
                emit(other, text, rowsFrom: sensor.messages[other].firstColumnOfRows, rows, at: time, &sink)
                return
            } catch {
                // A wrong number of columns only means that it is another format's.
                if first == nil || first?.fault.reason == .fields { first = (error, other) }
            }
        }
        endRun(&sink)
        reject(total, first?.fault ?? FieldReader.Fault(reason: .stray), format: first?.format, at: time, &sink)
        endRun(&sink)
    }

    /// The bytes of a text that ends before this offset, without a carriage return.
    func textRange(upTo end: Int) -> Range<Int> {
        let hasReturn = end > position && buffer[end - 1] == UInt8(ascii: "\r")
        return position..<(hasReturn ? end - 1 : end)
    }

    /// Whether a format has the mark of another one at its beginning.
    func begins(_ format: Int, like other: Int) -> Bool {
        sensor.messages[format].begins == sensor.messages[other].begins
    }
}
