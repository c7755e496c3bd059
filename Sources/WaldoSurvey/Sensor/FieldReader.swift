/// Reads the fields of one message. Once warm it does not allocate.
struct FieldReader: Sendable {
    /// Why a message is rejected.
    struct Fault: Error, Equatable {
        let reason: Reject.Reason
        var field: Int?
    }

    /// The columns of the text, as offsets in the message.
    private(set) var columns: [Range<Int>] = []

    init() { columns.reserveCapacity(64) }

    /// Divides a text into its columns, or into the first so many of them.
    mutating func divide(_ text: ArraySlice<UInt8>, by separator: UInt8, upTo limit: Int = .max) {
        columns.removeAll(keepingCapacity: true)
        var begin = text.startIndex
        for index in text.indices where text[index] == separator {
            columns.append(begin..<index)
            if columns.count == limit { return }
            begin = index + 1
        }
        columns.append(begin..<text.endIndex)
    }

    /// Reads the fields in a range of the format's list into `values`.
    /// - Parameters:
    ///   - bytes: the message, without its end and its check.
    ///   - base: the byte or column from which the fields count.
    func read(
        _ format: MessageFormat, _ fields: Range<Int>, of bytes: ArraySlice<UInt8>, base: Int,
        into values: inout [Double]
    ) throws(Fault) {
        for index in fields {
            let field = format.fields[index]
            let isMeant = field.condition.map { !(values[$0].isNaN || values[$0] == 0) } ?? true
            guard isMeant else {
                if let wanted = field.otherwise {
                    guard number(field.source, bytes, base) == wanted else {
                        throw Fault(reason: .value, field: index)
                    }
                }
                values[index] = .nan
                continue
            }
            guard let raw = number(field.source, bytes, base) else {
                guard field.isOptional, isEmpty(field.source, bytes, base) else {
                    throw Fault(reason: .value, field: index)
                }
                values[index] = .nan
                continue
            }
            let value = raw * field.multiplier / field.divisor + field.offset
            guard value.isFinite, value == 0 || value.magnitude >= field.least,
                field.range?.contains(value) ?? true
            else { throw Fault(reason: .value, field: index) }
            values[index] = value
        }
    }

    /// The text of a column; nil where the message has no such column.
    func text(_ column: Int, of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        column < columns.count ? bytes[columns[column]] : nil
    }

    /// The number at a source as the message has it; nil where there is none.
    func number(_ source: SensorField.Source, _ bytes: ArraySlice<UInt8>, _ base: Int) -> Double? {
        switch source {
        case .bits(let byte, let lowest, let count):
            let bits = Int(bytes[bytes.startIndex + base + byte])
            return Double(bits >> lowest & (1 << count - 1))
        case .binary(let number, let byte):
            return number.read(bytes, at: base + byte)
        case .number(let column):
            return text(base + column, of: bytes).flatMap { TextNumber.decimal($0) }
        case .degreesMinutes(let column, let hemisphere):
            guard let degrees = text(base + column, of: bytes), let letter = text(base + hemisphere, of: bytes) else {
                return nil
            }
            return TextNumber.degreesMinutes(degrees, hemisphere: letter)
        case .time(let format):
            return time(format, of: bytes, base).map { Double($0.microseconds) / 1_000_000 }
        case .word(let word, let column):
            return text(base + column, of: bytes).map { $0.elementsEqual(word) ? 1 : 0 }
        }
    }

    /// What the columns of a time state; nil where they state none.
    func time(_ format: TimeFormat, of bytes: ArraySlice<UInt8>, _ base: Int) -> StatedTime? {
        guard let first = text(base + format.column, of: bytes) else { return nil }
        guard let column = format.timeColumn else { return format.read(first, nil) }
        return text(base + column, of: bytes).flatMap { format.read(first, $0) }
    }

    /// Whether the column of a field is empty or missing, or has a time that does not exist.
    private func isEmpty(_ source: SensorField.Source, _ bytes: ArraySlice<UInt8>, _ base: Int) -> Bool {
        switch source {
        case .bits, .binary: false
        case .time(let format):
            text(base + format.column, of: bytes).map { first in
                format.isUnset(first, format.timeColumn.flatMap { text(base + $0, of: bytes) })
            } ?? true
        case .number(let column), .degreesMinutes(let column, _), .word(_, let column):
            text(base + column, of: bytes)?.isEmpty ?? true
        }
    }
}
