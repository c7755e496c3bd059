/// One dimension of a control, -1...+1, read from an axis, two half axes or keys.
struct DimensionReader: Equatable, Sendable {
    private var positive: AxisReader?
    private var negative: AxisReader?
    private var positiveKeys: KeyReader
    private var negativeKeys: KeyReader
    /// The present value. Opposite keys, or both triggers, counteract each other. Kept up to date, because it is read
    /// more often than it changes.
    private(set) var value = 0.0
    /// The value as from the axes' nominal rests.
    private(set) var nominalValue = 0.0
    /// Whether the nominal rest of an axis is another one than its rest.
    private(set) var isShifted = false

    init(
        positive: AxisSource? = nil, negative: AxisSource? = nil, positiveKeys: [UInt16] = [],
        negativeKeys: [UInt16] = [],
        rules: DriveRules
    ) {
        self.positive = positive.map { AxisReader($0, rules: rules) }
        self.negative = negative.map { AxisReader($0, rules: rules) }
        self.positiveKeys = KeyReader(positiveKeys)
        self.negativeKeys = KeyReader(negativeKeys)
    }

    /// - Parameter tolerance: how far from their nominal rests the axes may rest, if the input has just been added.
    mutating func adopt(_ state: InputState, tolerance: RestTolerance?) {
        positive?.adopt(state, tolerance: tolerance)
        negative?.adopt(state, tolerance: tolerance)
        positiveKeys.adopt(state)
        negativeKeys.adopt(state)
        renewValue()
    }

    mutating func apply(_ event: InputEvent) {
        switch event {
        case .key(let code, let down):
            positiveKeys.apply(code, down: down)
            negativeKeys.apply(code, down: down)
            renewValue()
        case .axis(let code, let value):
            let isPositive = positive?.apply(code, value) ?? false, isNegative = negative?.apply(code, value) ?? false
            if isPositive || isNegative { renewValue() }
        case .report: break
        }
    }

    private mutating func renewValue() {
        value = clamped((positive?.value ?? 0) - (negative?.value ?? 0))
        isShifted = positive?.isShifted == true || negative?.isShifted == true
        nominalValue = isShifted ? clamped((positive?.nominalValue ?? 0) - (negative?.nominalValue ?? 0)) : value
    }

    @inline(__always)
    private func clamped(_ axes: Double) -> Double {
        let keys = (positiveKeys.isDown ? 1.0 : 0) - (negativeKeys.isDown ? 1.0 : 0)
        return Swift.max(-1, Swift.min(1, axes + keys))
    }

    /// How far it is from rest, 0...1: from the nearer of the rests that were learned and the nominal ones.
    @inline(__always)
    var displacement: Double { Swift.min(value.magnitude, nominalValue.magnitude) }

    /// Whether no key is down, and no axis is off its centre or farther from rest than the dead zone.
    func isAtRest(within deadZone: Double) -> Bool {
        func isAtRest(_ axis: AxisReader?) -> Bool {
            guard let axis else { return true }
            return !axis.isOffCentre && axis.displacement <= deadZone
        }
        return !positiveKeys.isDown && !negativeKeys.isDown && isAtRest(positive) && isAtRest(negative)
    }

    /// The axes and keys that the operator has to release.
    func heldSources(within deadZone: Double) -> [HeldSource] {
        let axes = [positive, negative].compactMap { $0 }.filter { $0.isOffCentre || $0.displacement > deadZone }
        return axes.map { $0.heldSource } + (positiveKeys.codesDown + negativeKeys.codesDown).map { .key($0) }
    }

    /// Its axes for screens: that of the positive half first.
    func readings(deadZone: Double) -> [AxisReading] {
        [positive, negative].compactMap { $0?.reading(deadZone: deadZone) }
    }
}
