internal import WaldoCore

extension SensorField {
    /// The number of bytes or columns up to its end.
    var end: Int {
        switch source {
        case .bits(let byte, _, _): byte + 1
        case .binary(let number, let byte): byte + number.count
        case .number(let column), .time(let column), .word(_, let column): column + 1
        case .degreesMinutes(let column, let hemisphere): max(column, hemisphere) + 1
        }
    }
}
