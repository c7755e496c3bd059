import WaldoCore
import WaldoTime

/// Messages of a fixed length.
extension SensorDecoder {
    /// Decodes a message of so many bytes, and of the rows that follow it.
    /// - Returns: false when more bytes are needed.
    mutating func decodeFixed(
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
}
