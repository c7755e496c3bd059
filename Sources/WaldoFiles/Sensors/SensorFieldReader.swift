import WaldoCore
import WaldoSurvey

/// Reads the fields of a message.
struct SensorFieldReader {
    private static let options = ["unit", "range", "least", "scale", "offset", "if", "otherwise", "optional"]

    /// The names of the message's fields, in order.
    let names: [String]
    let isText: Bool

    func field(_ name: String, _ value: YamlValue) throws(FileError) -> SensorField {
        if isText, value.number != nil {
            return SensorField(name: name, source: .number(column: try value.integer(in: 0...63)))
        }
        let kinds = isText ? SensorFieldKind.ofText : SensorFieldKind.ofBinary, keys = kinds.map(\.key)
        let section = try value.section(keys + ["at"] + (isText ? TimeFormatReader.options : []) + Self.options)
        let given = kinds.filter { section[$0.key] != nil }
        guard let kind = given.first, given.count == 1, let location = section[kind.key] else {
            throw value.error(
                "`\(value.name)` needs one of \(keys.map { "`\($0)`" }.joined(separator: ", ")), which states what it is and where"
            )
        }
        var field = SensorField(name: name, source: try source(kind, location, section))
        field.unit = try section["unit"]?.title() ?? ""
        if let scale = section["scale"] { (field.multiplier, field.divisor) = try Self.ratio(scale) }
        field.offset = try section["offset"]?.number(expected: "a number").value ?? 0
        field.range = try section["range"].map(Self.range)
        field.least = try section["least"]?.number(expected: "a number such as 0.00001").value ?? 0
        field.isOptional = try section["optional"]?.flag() ?? false
        if let condition = section["if"] {
            let other = try Self.index(of: condition, names)
            guard let own = names.firstIndex(of: name), other < own else {
                throw condition.error("`\(names[other])` is read after `\(name)`; list it before")
            }
            field.condition = other
        }
        if let otherwise = section["otherwise"] {
            guard field.condition != nil else {
                throw otherwise.error("`\(otherwise.name)` belongs to an `if`; add it, or take this out")
            }
            field.otherwise = try otherwise.number(expected: "a number such as 0").value
        }
        if section["at"] != nil, !kind.hasAt {
            throw value.error("`at` belongs to \(isText ? "`is` and `date`" : "`bit`"); take it out")
        }
        if !kind.isTime, let other = section["time"] ?? section["zone"] {
            throw other.error("`\(other.name)` belongs to a date and time; take it out")
        }
        return field
    }

    private func source(
        _ kind: SensorFieldKind, _ location: YamlValue, _ section: YamlSection
    ) throws(FileError) -> SensorField.Source {
        func at(_ limit: Int) throws(FileError) -> Int { try section.required("at").integer(in: 0...limit) }
        switch kind {
        case .binary(let number):
            return .binary(number, byte: try location.integer(in: 0...(MessageFormat.longest - 1)))
        case .bit:
            return .bits(byte: try at(MessageFormat.longest - 1), lowest: try location.integer(in: 0...7), count: 1)
        case .bits:
            let ends = try Self.pair(location, 0...7, "the lowest and the highest bit, such as `[1, 7]`")
            guard ends.0 <= ends.1 else {
                throw location.mismatch(expected: "the lowest and the highest bit, such as `[1, 7]`")
            }
            return .bits(byte: try at(MessageFormat.longest - 1), lowest: ends.0, count: ends.1 - ends.0 + 1)
        case .number: return .number(column: try location.integer(in: 0...63))
        case .degreesMinutes:
            let columns = try Self.pair(
                location, 0...63, "the columns of the number and of the letter, such as `[7, 8]`")
            return .degreesMinutes(column: columns.0, hemisphere: columns.1)
        case .word:
            return .word(Array(try location.text(expected: "a text such as `A`").utf8), column: try at(63))
        case .time(let kind): return .time(try TimeFormatReader.format(kind, location, section))
        }
    }

    private static func pair(
        _ value: YamlValue, _ range: ClosedRange<Int>, _ expected: String
    ) throws(FileError) -> (Int, Int) {
        let list = try value.list(expected: expected)
        guard list.count == 2 else { throw value.mismatch(expected: expected) }
        return (try list[0].integer(in: range), try list[1].integer(in: range))
    }

    private static func range(_ value: YamlValue) throws(FileError) -> ClosedRange<Double> {
        let expected = "the least and the greatest number, such as `[-90, 90]`"
        let list = try value.list(expected: expected)
        guard list.count == 2, let low = list[0].number?.value, let high = list[1].number?.value else {
            throw value.mismatch(expected: expected)
        }
        guard low <= high else {
            throw value.error(
                "`\(value.name)` begins with \(list[0].text ?? "") and ends with \(list[1].text ?? ""); write the "
                    + "smaller number first")
        }
        return low...high
    }

    /// A factor such as `0.01` or `5/1023`.
    private static func ratio(_ value: YamlValue) throws(FileError) -> (Double, Double) {
        let expected = "a number or a ratio of two, such as `0.01` or `5/1023`"
        let parts = try value.text(expected: expected).split(separator: "/", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { DecimalNumber(TimeText.trimmed($0))?.value }
        guard numbers.count == parts.count, (1...2).contains(parts.count), numbers.allSatisfy({ $0 != 0 }) else {
            throw value.mismatch(expected: expected)
        }
        return (numbers[0], parts.count == 1 ? 1 : numbers[1])
    }

    /// The index of a field that is referred to by its name.
    static func index(of value: YamlValue, _ names: [String]) throws(FileError) -> Int {
        let expected = "the name of a field of this message"
        let name = try value.text(expected: expected)
        guard let index = names.firstIndex(of: name) else {
            throw value.mismatch(name, among: names, expected: expected)
        }
        return index
    }

    static func counter(
        _ value: YamlValue, _ names: [String], _ fields: [SensorField]
    ) throws(FileError) -> MessageFormat.Counter {
        let index = try index(of: value, names)
        let modulus: Int64? =
            switch fields[index].source {
            case .binary(let number, _): number.isUnsigned ? 1 << Int64(8 * number.count) : nil
            case .bits(_, _, let count): 1 << Int64(count)
            case .number: 1 << 53
            case .degreesMinutes, .time, .word: nil
            }
        guard let modulus else {
            throw value.error("`\(value.name)` has to be an unsigned number; choose another field")
        }
        return MessageFormat.Counter(field: index, modulus: modulus)
    }
}
