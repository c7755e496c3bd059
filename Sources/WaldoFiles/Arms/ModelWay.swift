import WaldoCore

/// What a channel's way in a model is measured by: numbers of a position, the unit of the joint that a velocity moves,
/// or for a velocity that moves none, seconds at a number of 1.
struct ModelWay {
    private enum Unit {
        case number(decimals: Int)
        case joint(ArmPose.Kind)
        case plain
    }

    private let unit: Unit

    init(_ channel: Channel, of arm: Arm) {
        let profile = arm.profiles[channel]
        if profile.mode == .position {
            unit = .number(decimals: profile.range.decimals)
        } else {
            unit = arm.pose?.kind(of: channel).map(Unit.joint) ?? .plain
        }
    }

    var example: String {
        switch unit {
        case .number, .plain: "[0, 180]"
        case .joint(.move): "[0 mm, 200 mm]"
        case .joint(.turn): "[-90 deg, 90 deg]"
        }
    }

    /// A position on the way; of a channel in position mode in units of 10^-decimals.
    func position(_ value: YamlValue) throws(FileError) -> Double {
        switch unit {
        case .number(let decimals):
            let expected = "a number with \(decimals) digits after the point at most"
            guard let units = try value.number(expected: expected).units(decimals: decimals),
                let number = Int32(exactly: units)
            else { throw value.mismatch(expected: expected) }
            return Double(number)
        case .joint(.move): return try PoseQuantity.length.value(value)
        case .joint(.turn): return try PoseQuantity.angle.value(value)
        case .plain: return try plain(value)
        }
    }

    /// The way of one step, which is more than zero: the pose has its direction.
    func step(_ value: YamlValue) throws(FileError) -> Double {
        switch unit {
        case .joint(.move): try PoseQuantity.length.value(value, isPositive: true)
        case .joint(.turn): try PoseQuantity.angle.value(value, isPositive: true)
        case .number, .plain: try plain(value, isPositive: true)
        }
    }

    /// The way of a second at the greatest number.
    func rate(_ value: YamlValue) throws(FileError) -> Double {
        switch unit {
        case .joint(.move): try PoseQuantity.speed.value(value, isPositive: true)
        case .joint(.turn): try PoseQuantity.rate.value(value, isPositive: true)
        case .number, .plain: try plain(value, isPositive: true)
        }
    }

    /// The text of a position, as a file has it.
    func text(_ position: Double) -> String {
        switch unit {
        case .number(let decimals): DecimalText.trimmed(Int64(position.rounded()), decimals: decimals)
        case .joint(.move): PoseQuantity.length.text(position)
        case .joint(.turn): PoseQuantity.angle.text(position)
        case .plain: DecimalText.trimmed(Int64((position * 1_000).rounded()), decimals: 3)
        }
    }

    private func plain(_ value: YamlValue, isPositive: Bool = false) throws(FileError) -> Double {
        let expected = isPositive ? "a number more than 0, 100,000 at most" : "a number, 100,000 at most"
        let number = try value.number(expected: expected).value
        guard number.magnitude <= 100_000, !isPositive || number > 0 else { throw value.mismatch(expected: expected) }
        return number
    }
}
