extension SensorField {
    /// The number of bytes or columns up to its end.
    public var end: Int {
        switch source {
        case .bits(let byte, _, _): byte + 1
        case .binary(let number, let byte): byte + number.count
        case .number(let column), .word(_, let column): column + 1
        case .degreesMinutes(let column, let hemisphere): max(column, hemisphere) + 1
        case .time(let format): format.end
        }
    }
}
