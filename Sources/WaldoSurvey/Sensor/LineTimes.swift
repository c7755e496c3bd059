/// Finds the times that the lines of a sensor's file state, by the sensor's own formats and without reading the rest of
/// the messages.
public struct LineTimes: Sendable {
    /// A format that states its time.
    private struct Dated: Sendable {
        var format: MessageFormat, separator: UInt8, time: Int
        /// How many columns have to be found.
        var columns: Int
    }

    private let dated: [Dated]
    /// The first bytes of the marks of dated formats.
    private let starts: [UInt8]
    /// The marks of messages with numbers, and of those without, such as comments.
    private let measurements: [[UInt8]], comments: [[UInt8]]
    private var reader = FieldReader()

    /// Creates a reader for a sensor's files.
    public init(_ sensor: Sensor) {
        dated = sensor.messages.compactMap { format in
            guard let time = format.time, let columns = format.columns else { return nil }
            var needed: [Int] = [], field: Int? = time
            while let index = field {
                needed.append(format.fields[index].end)
                field = format.fields[index].condition
            }
            return Dated(
                format: format, separator: columns.separator, time: time, columns: needed.max() ?? 0)
        }
        starts = Array(Set(dated.flatMap(\.format.begins).compactMap(\.first)))
        measurements = sensor.messages.filter { !$0.fields.isEmpty }.flatMap(\.begins)
        comments = sensor.messages.filter(\.fields.isEmpty).flatMap(\.begins)
    }

    /// Whether a line is no measurement: it is blank, or begins as a message without numbers.
    public func isComment(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first else { return true }
        if first <= UInt8(ascii: " "), line.allSatisfy({ $0 <= UInt8(ascii: " ") }) { return true }
        guard let mark = Self.longest(of: comments, at: line) else { return false }
        return mark > Self.longest(of: measurements, at: line) ?? 0
    }

    /// The length of the longest of these marks with which a line begins; nil: it begins with none.
    private static func longest(of marks: [[UInt8]], at line: ArraySlice<UInt8>) -> Int? {
        var found: Int?
        for mark in marks where mark[0] == line.first && mark.count > found ?? 0 && line.starts(with: mark) {
            found = mark.count
        }
        return found
    }

    /// The time that a line states: that of its last message which states one, as noise, a time of reception or a
    /// message that was cut short may stand before it.
    public mutating func time(of line: ArraySlice<UInt8>) -> StatedTime? {
        guard !dated.isEmpty else { return nil }
        var text = line
        while let last = text.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") || last == 0 {
            text.removeLast()
        }
        var end = text.endIndex
        while let start = lastStart(in: text[..<end]) {
            let message = text[start...]
            for index in dated.indices where dated[index].format.begins.contains(where: { message.starts(with: $0) }) {
                if let time = time(of: message, index) { return time }
            }
            end = start
        }
        guard let index = dated.firstIndex(where: { $0.format.begins.isEmpty }) else { return nil }
        let message = text.drop { $0 == 0 }
        guard Self.longest(of: measurements, at: message) == nil, Self.longest(of: comments, at: message) == nil else {
            return nil
        }
        return time(of: message, index)
    }

    /// The offset of the last byte with which a dated message may begin.
    private func lastStart(in text: ArraySlice<UInt8>) -> Int? {
        text.withUnsafeBufferPointer { bytes in
            starts.withUnsafeBufferPointer { starts in
                var index = starts.isEmpty ? 0 : bytes.count
                while index > 0 {
                    index -= 1
                    for start in starts where bytes[index] == start { return text.startIndex + index }
                }
                return nil
            }
        }
    }

    private mutating func time(of message: ArraySlice<UInt8>, _ index: Int) -> StatedTime? {
        let format = dated[index].format
        var text = message
        if case .hexadecimal(let mark)? = format.check?.location, let at = text.lastIndex(of: mark) {
            text = text[..<at]
        }
        reader.divide(text, by: dated[index].separator, upTo: dated[index].columns)
        return reader.time(dated[index].time, format, of: text)
    }
}

extension FieldReader {
    /// The time in a field of a text that has been divided; nil where it states none.
    func time(_ index: Int, _ format: MessageFormat, of bytes: ArraySlice<UInt8>) -> StatedTime? {
        let field = format.fields[index]
        guard field.condition.map({ isOtherThanZero($0, format, of: bytes) }) ?? true else { return nil }
        if case .time(let written) = field.source {
            guard let time = time(written, of: bytes, 0) else { return nil }
            return field.range?.contains(Double(time.microseconds) / 1_000_000) ?? true ? time : nil
        }
        guard let seconds = value(field, of: bytes), seconds.magnitude < 2.5e11 else { return nil }
        return StatedTime(microseconds: Int64((seconds * 1_000_000).rounded()))
    }

    private func isOtherThanZero(_ index: Int, _ format: MessageFormat, of bytes: ArraySlice<UInt8>) -> Bool {
        let field = format.fields[index]
        guard field.condition.map({ isOtherThanZero($0, format, of: bytes) }) ?? true else { return false }
        return value(field, of: bytes).map { $0 != 0 } ?? false
    }

    /// The number of a field in its unit; nil where there is none, or one that is impossible.
    private func value(_ field: SensorField, of bytes: ArraySlice<UInt8>) -> Double? {
        guard let raw = number(field.source, bytes, 0) else { return nil }
        let value = raw * field.multiplier / field.divisor + field.offset
        return value.isFinite && field.range?.contains(value) ?? true ? value : nil
    }
}
