import WaldoSurvey

/// The kinds of fields in a message. A field's file names its kind by a key, whose value says where the field is.
enum SensorFieldKind: Equatable {
    // In binary.
    case bit, bits
    case binary(BinaryNumber)
    // In text.
    case number, degreesMinutes, word
    case time(TimeFormatReader.Kind)

    static let ofBinary: [Self] = [.bit, .bits] + BinaryNumber.allCases.map { .binary($0) }
    static let ofText: [Self] = [.number, .degreesMinutes, .word] + TimeFormatReader.Kind.allCases.map { .time($0) }

    /// Its key in a sensor's file.
    var key: String {
        switch self {
        case .bit: "bit"
        case .bits: "bits"
        case .binary(let number): number.rawValue
        case .number: "number"
        case .degreesMinutes: "ddmm"
        case .word: "is"
        case .time(let kind): kind.rawValue
        }
    }

    /// Whether its location is in `at`, and its key says what is there.
    var hasAt: Bool {
        switch self {
        case .bit, .bits, .word, .time(.date): true
        case .binary, .number, .degreesMinutes, .time(.iso8601), .time(.unix), .time(.unixMilliseconds): false
        }
    }

    /// Whether it is a date and time of day.
    var isTime: Bool { if case .time = self { true } else { false } }
}
