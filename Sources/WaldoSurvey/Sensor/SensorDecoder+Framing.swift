internal import WaldoCore
internal import WaldoTime

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

    // MARK: messages of a fixed length

    private mutating func decodeFixed(
        _ formatIndex: Int, _ count: Int, at time: Instant, _ sink: inout some DecoderSink
    ) -> Bool {
        let format = sensor.messages[formatIndex]
        let available = buffer.count - position
        guard available >= count else { return false }
        guard let rows = rows(of: format, count) else {
            reject(1, FieldReader.Fault(reason: .value), at: time, &sink)
            return true
        }
        let total = count + rows * (format.burst?.size ?? 0)
        guard available >= total else { return false }
        let bytes = position..<(position + total)
        do throws(FieldReader.Fault) {
            try check(formatIndex, bytes, rowsFrom: format.firstByteOfRows, rows)
        } catch {
            isInStep = false
            reject(1, error, format: formatIndex, at: time, &sink)
            return true
        }
        if unmarked != nil, !isInStep {
            switch confirmation(formatIndex, total) {
            case .confirmed: break
            case .undecided: return false
            case .elsewhere(let distance):
                reject(distance, FieldReader.Fault(reason: .stray), at: time, &sink)
                return true
            }
        }
        isInStep = true
        accept(total, &sink)
        emit(formatIndex, bytes, rowsFrom: format.firstByteOfRows, rows, at: time, &sink)
        return true
    }

    private enum Confirmation {
        case confirmed, undecided
        /// This many bytes further on.
        case elsewhere(Int)
    }

    /// Whether bytes that can be a message of a format without marks are one, after the decoder has lost
    /// synchronisation: they begin where a notification begins, or the bytes after them can be a message as well.
    private mutating func confirmation(_ formatIndex: Int, _ count: Int) -> Confirmation {
        if aligned.contains(position) { return .confirmed }
        if let next = aligned.first(where: { $0 > position && $0 < position + count }) {
            return .elsewhere(next - position)
        }
        guard buffer.count - position >= 2 * count else { return .undecided }
        let next = (position + count)..<(position + 2 * count)
        let isMessage = (try? check(formatIndex, next, rowsFrom: 0, 0)) != nil
        return isMessage ? .confirmed : .elsewhere(1)
    }

    /// How many rows a burst of fixed length has; nil: more than its file allows.
    private func rows(of format: MessageFormat, _ header: Int) -> Int? {
        guard let burst = format.burst else { return 0 }
        switch burst.rows {
        case .fixed(let rows): return rows
        case .field(let field):
            let rows = reader.number(format.fields[field].source, buffer[position..<(position + header)], 0)
            guard let rows, rows >= 0, rows <= Double(burst.maxRows) else { return nil }
            return Int(rows)
        }
    }

    // MARK: messages with a mark at their end

    /// The mark of lines. In a text a carriage return alone ends a line as well, and so does a NUL, of which there are
    /// blocks in files whose writer lost its power.
    private static let lineEnd = [UInt8(ascii: "\n")]

    /// How a message ends with its check: a byte, and as many digits after it.
    private typealias CheckEnd = (mark: UInt8, digits: Int)

    private func checkEnd(_ formatIndex: Int) -> CheckEnd? {
        guard let check = sensor.messages[formatIndex].check, case .hexadecimal(let mark) = check.location else {
            return nil
        }
        return (mark, 2 * check.checksum.count)
    }

    /// - Parameter check: how the message ends with its check too; nil: it does not.
    private mutating func decodeMarked(
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
