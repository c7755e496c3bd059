import WaldoCore

/// What a number of a pose measures: its units, and the base unit that they are converted to.
enum PoseQuantity {
    /// Metres.
    case length
    /// Degrees.
    case angle
    /// Metres a second.
    case speed
    /// Degrees a second.
    case rate

    /// The units and what divides a number of them to give the base unit. A quotient of whole numbers is rounded once.
    private var units: [(name: String, divisor: Double)] {
        switch self {
        case .length: [("mm", 1_000), ("cm", 100), ("m", 1)]
        case .angle: [("deg", 1)]
        case .speed: [("mm/s", 1_000), ("cm/s", 100), ("m/s", 1)]
        case .rate: [("deg/s", 1)]
        }
    }

    private var example: String {
        switch self {
        case .length: "a length such as `120 mm` or `0.12 m`"
        case .angle: "an angle such as `1.8 deg`"
        case .speed: "a speed such as `3 mm/s`"
        case .rate: "a rate of turn such as `0.5 deg/s`"
        }
    }

    /// Metres or degrees that no arm has, and no number of a file may be beyond.
    private static let limit = 100_000.0

    /// Reads a number with its unit in the base unit.
    /// - Parameter isPositive: whether it has to be more than zero.
    func value(_ value: YamlValue, isPositive: Bool = false) throws(FileError) -> Double {
        let fix = FaultCause.Fix.value("1 \(units[0].name)", "2 \(units[0].name)")
        guard let text = value.text else { throw value.mismatch(expected: example, fix: fix) }
        let found = units.compactMap { name, divisor -> Double? in
            guard text.hasSuffix(name), let number = DecimalNumber(TimeText.trimmed(text.dropLast(name.count))) else {
                return nil
            }
            return number.value / divisor
        }.first
        guard let found else { throw value.mismatch(expected: example, fix: fix) }
        guard found.magnitude <= Self.limit else {
            throw value.error("`\(value.name)` is beyond 100 km or 100,000 degrees; is the unit right?")
        }
        if isPositive, found <= 0 { throw value.mismatch(expected: "\(example), more than zero", fix: fix) }
        return found
    }

    /// The text of a value, as a file has it.
    func text(_ value: Double) -> String {
        // A small width between wheels makes any rate of turn of a speed.
        func trimmed(_ value: Double) -> String {
            DecimalText.trimmed(Int64(max(-1e18, min(1e18, (value * 1_000_000).rounded()))), decimals: 6)
        }
        return switch self {
        case .length: "\(trimmed(value * 1_000)) mm"
        case .angle: "\(trimmed(value)) deg"
        case .speed: "\(trimmed(value * 1_000)) mm/s"
        case .rate: "\(trimmed(value)) deg/s"
        }
    }
}
