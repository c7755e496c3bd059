import WaldoTime

/// What messages contain.
extension SensorDecoder {
    /// Whether bytes are a message of a fixed length.
    /// - Parameters:
    ///   - formatIndex: the message's format.
    ///   - range: the bytes' offsets in the buffer.
    ///   - first: the byte of the message with which its rows begin.
    ///   - rows: how many rows it has; without a burst, none.
    mutating func check(
        _ formatIndex: Int, _ range: Range<Int>, rowsFrom first: Int, _ rows: Int
    ) throws(FieldReader.Fault) {
        let format = sensor.messages[formatIndex], bytes = buffer[range]
        if let check = format.check, !check.keepsWrong, !check.holds(bytes) {
            throw FieldReader.Fault(reason: .check)
        }
        try checkFields(formatIndex, bytes, rowsFrom: first, rows)
    }

    /// Whether bytes are a text message, without the mark at its end.
    /// - Returns: how many rows it has; without a burst, none.
    mutating func checkText(_ formatIndex: Int, _ range: Range<Int>) throws(FieldReader.Fault) -> Int {
        let format = sensor.messages[formatIndex], bytes = buffer[range]
        if let check = format.check, !check.keepsWrong, !check.holds(bytes) {
            throw FieldReader.Fault(reason: .check)
        }
        guard let columns = format.columns else { return 0 }
        reader.divide(covered(bytes, format), by: columns.separator)
        let count = reader.columns.count
        var rows = 0
        if let burst = format.burst {
            rows = try textRows(burst, format, bytes, beyond: columns.counts.lowerBound)
        } else if !columns.counts.contains(count) {
            throw FieldReader.Fault(reason: .fields)
        }
        try checkFields(formatIndex, bytes, rowsFrom: columns.counts.lowerBound, rows)
        if let description = format.description, !describedStreams.hasRoom(for: description, reader, bytes) {
            throw FieldReader.Fault(reason: .fields)
        }
        return rows
    }

    /// How many rows the columns after the header make.
    private func textRows(
        _ burst: Burst, _ format: MessageFormat, _ bytes: ArraySlice<UInt8>, beyond header: Int
    ) throws(FieldReader.Fault) -> Int {
        let rowColumns = reader.columns.count - header
        guard rowColumns >= 0, rowColumns % burst.size == 0, rowColumns / burst.size <= burst.maxRows else {
            throw FieldReader.Fault(reason: .fields)
        }
        let stated =
            switch burst.rows {
            case .fixed(let rows): Double(rows)
            case .field(let field): reader.number(format.fields[field].source, bytes, 0) ?? -1
            }
        guard stated == Double(rowColumns / burst.size) else { throw FieldReader.Fault(reason: .fields) }
        return rowColumns / burst.size
    }

    private mutating func checkFields(
        _ formatIndex: Int, _ bytes: ArraySlice<UInt8>, rowsFrom first: Int, _ rows: Int
    ) throws(FieldReader.Fault) {
        let format = sensor.messages[formatIndex]
        let header = format.burst?.firstField ?? format.fields.count
        try reader.read(format, 0..<header, of: bytes, base: 0, into: &message.values)
        guard let burst = format.burst else { return }
        for row in 0..<rows {
            try reader.read(
                format, header..<format.fields.count, of: bytes, base: first + row * burst.size,
                into: &message.values)
        }
    }

    /// The part of a text that is divided into columns: without a check behind it.
    private func covered(_ bytes: ArraySlice<UInt8>, _ format: MessageFormat) -> ArraySlice<UInt8> {
        guard case .hexadecimal(let mark) = format.check?.location, let at = bytes.lastIndex(of: mark) else {
            return bytes
        }
        return bytes[..<at]
    }

    // MARK: emitting

    /// Emits a message whose fields have just been checked: once, or once a row.
    mutating func emit(
        _ formatIndex: Int, _ range: Range<Int>, rowsFrom first: Int, _ rows: Int, at time: Instant,
        _ sink: inout some DecoderSink
    ) {
        let format = sensor.messages[formatIndex], bytes = buffer[range]
        account.messages += 1
        message.format = formatIndex
        message.at = time
        message.measured = time - sensor.lag
        message.flags = []
        message.described = nil
        if let check = format.check, check.keepsWrong, !check.holds(bytes) { message.flags = .checkFailed }
        // The bytes after a message that was tried may have been read since.
        try? checkFields(formatIndex, bytes, rowsFrom: first, rows)
        if let description = format.description {
            message.described = describe(description, bytes, &sink)
        }
        guard let burst = format.burst else { return sink.message(message) }
        let age = message.number(burst.age).map { TimeSpan.microseconds(Int64(($0 * 1_000_000).rounded())) }
        for row in 0..<rows {
            try? reader.read(
                format, burst.firstField..<format.fields.count, of: bytes, base: first + row * burst.size,
                into: &message.values)
            message.measured = time - sensor.lag - (age ?? .zero) - burst.interval * (rows - 1 - row)
            sink.message(message)
        }
    }

    /// The number of the stream that a message describes.
    private mutating func describe(
        _ description: SelfDescription, _ bytes: ArraySlice<UInt8>, _ sink: inout some DecoderSink
    ) -> Int {
        if let number = describedStreams.find(description, reader, bytes) { return number }
        let added = describedStreams.add(description, reader, bytes)
        sink.described(added.number, channel: channel, added.stream)
        return added.number
    }
}
