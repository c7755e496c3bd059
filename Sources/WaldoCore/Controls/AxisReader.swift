/// Reads one axis of an input as -1...+1, or as 0...1 for an axis that rests at an end of its range.
///
/// Sticks do not rest exactly at the centre, and no two rest at the same value. The rest is learned when the input is
/// added and never later, so that an axis that is being held is not taken for one at rest.
struct AxisReader: Equatable, Sendable {
    let source: AxisSource
    private var minimum: Int32 = 0, maximum: Int32 = 0
    private var raw: Int32 = 0
    /// The present value.
    private(set) var value = 0.0
    /// The travel below and above the rest, which offsets are divided by; 0: that half reads as 0.
    private var below = 0.0, above = 0.0
    /// Offsets from the rest up to this read as 0.
    private var slack = 0.0
    /// The value at rest, and the range in which that holds.
    private var rest = 0.0
    private var range: ClosedRange<Int32>?
    /// The nominal rest, if a different one was learned; nil: `rest` is the nominal one.
    private var nominal: Double?
    /// The deadband around a nominal rest that was kept, to either side, in axis units; 0: the rest was learned.
    private var deadband = 0.0
    /// How near to its rest an axis that is off centre must come to count again, in axis units.
    private var returnTolerance = 0.0
    /// Whether the axis has been too far off centre to be at rest ever since the input was added. It is either held
    /// or worn out, and moves nothing.
    private(set) var isOffCentre = false

    private let keepsNominalRest: Bool

    init(_ source: AxisSource, rules: DriveRules = .present) {
        self.source = source
        keepsNominalRest = rules.keepsNominalRest
    }

    /// Adopts the axis's range and value from an input's state. If the input has no such axis, it reads as at rest.
    /// - Parameter tolerance: how far beside the nominal rest the axis may rest, if the input has just been added; nil:
    ///   it was there before, and its rest stays as it is.
    mutating func adopt(_ state: InputState, tolerance: RestTolerance?) {
        defer { measure() }
        (minimum, maximum, raw) = (0, 0, 0)
        for axis in state.axes where axis.code == source.code {
            (minimum, maximum, raw) = (axis.minimum, axis.maximum, axis.value)
        }
        guard minimum < maximum else {
            isOffCentre = false
            return
        }
        if let tolerance { return learnRest(within: tolerance) }
        if range != minimum...maximum { restNominally() }
        follow()
    }

    private mutating func restNominally() {
        let axis = AxisState(source.code, minimum: minimum, maximum: maximum, value: raw)
        (rest, range, isOffCentre) = (axis.nominalRest(source), minimum...maximum, false)
        (nominal, deadband) = (nil, 0)
    }

    /// Takes over the axis's new value.
    /// - Returns: whether the axis is this one.
    @discardableResult
    @inline(__always)
    mutating func apply(_ code: UInt16, _ value: Int32) -> Bool {
        guard code == source.code else { return false }
        raw = value
        follow()
        renewValue()
        return true
    }

    /// Computes the value from the number. Clamped, because the kernel does not clip values to the declared range.
    private mutating func renewValue() {
        let offset = Double(Swift.max(minimum, Swift.min(maximum, raw))) - rest
        let travel = offset < 0 ? below : above
        // In a range with an even number of values the centre lies between two of them; both count as rest.
        value = travel == 0 || offset.magnitude <= slack ? 0 : offset / travel
    }

    /// The value as from the nominal rest.
    var nominalValue: Double {
        guard let nominal else { return value }
        let offset = Double(Swift.max(minimum, Swift.min(maximum, raw))) - nominal
        let travel = offset < 0 ? nominal - Double(minimum) : Double(maximum) - nominal
        guard travel > 0, offset.magnitude > 0.5 else { return 0 }
        return source.invert ? -offset / travel : offset / travel
    }

    /// Whether its nominal rest is another one than its rest.
    var isShifted: Bool { nominal != nil }

    /// Distance from rest, 0...1: from the nearer of the learned and the nominal rest, because a rest learned while a
    /// hand held the axis is false.
    var displacement: Double { nominal == nil ? value.magnitude : Swift.min(value.magnitude, nominalValue.magnitude) }

    /// Computes what a number is divided by, once its range and its rest are known.
    private mutating func measure() {
        let isReal = minimum < maximum, low = Double(minimum), high = Double(maximum)
        below = isReal && source.rest != .minimum ? rest - low : 0
        above = isReal && source.rest != .maximum ? high - rest : 0
        // What rests at its highest value counts from there, too.
        if source.rest == .maximum { below = -below }
        if source.invert { (below, above) = (-below, -above) }
        slack = source.rest == .centre ? Swift.max(0.5, deadband) : 0
        renewValue()
    }

    /// Its state for screens; nil: the input has no such axis, or the axis has no range.
    /// - Parameter deadZone: the part of its travel that counts as rest.
    func reading(deadZone: Double) -> AxisReading? {
        guard minimum < maximum else { return nil }
        let below = source.rest == .minimum ? 0 : (rest - Double(minimum)) * deadZone
        let above = source.rest == .maximum ? 0 : (Double(maximum) - rest) * deadZone
        return AxisReading(
            code: source.code, rest: rest, deadZone: (rest - below)...(rest + above), value: value,
            isOffCentre: isOffCentre)
    }

    /// The part of its travel beyond which an axis is held rather than off its centre.
    static let surelyHeld = 0.3

    /// What the operator has to release.
    var heldSource: HeldSource {
        let axis = AxisState(source.code, minimum: minimum, maximum: maximum, value: raw)
        guard isOffCentre, let offset = axis.offset(from: source), offset <= Self.surelyHeld else {
            return .axis(source.code)
        }
        return .offCentre(source.code, percent: Int((offset * 100).rounded()))
    }

    private mutating func learnRest(within tolerance: RestTolerance) {
        let isNew = range != minimum...maximum
        // A rest that was learned earlier stays valid for an axis that is held now.
        if isNew { restNominally() }
        let axis = AxisState(source.code, minimum: minimum, maximum: maximum, value: raw)
        guard let offset = axis.offset(from: source) else {
            // With its rest in the middle, half of the range reads as 0: a trigger that was held there moves nothing
            // when it is released.
            rest = axis.isNearMiddle ? axis.middle : axis.nominalRest(source)
            return
        }
        let travel = (Double(maximum) - Double(minimum)) / 2, nominalRest = axis.nominalRest(source)
        returnTolerance = Swift.max(0.5, tolerance.live * travel)
        isOffCentre = offset * travel > Swift.max(0.5, tolerance.dead * travel)
        if offset * travel <= Swift.max(0.5, tolerance.learned * travel) {
            rest = offset * travel <= 0.5 ? nominalRest : Double(raw)
            nominal = keepsNominalRest && rest != nominalRest ? nominalRest : nil
            deadband = 0
        } else if isNew {
            deadband = tolerance.still * travel
        }
    }

    private mutating func follow() {
        if isOffCentre, (Double(raw) - rest).magnitude <= returnTolerance { isOffCentre = false }
    }
}

extension AxisState {
    /// The middle of the range.
    var middle: Double { (Double(minimum) + Double(maximum)) / 2 }

    /// Where the value is in the range, 0...1 from its lowest to its highest number; nil: the axis has no range.
    public var part: Double? {
        minimum < maximum ? (Double(value) - Double(minimum)) / (Double(maximum) - Double(minimum)) : nil
    }

    /// Whether the value is within 0.4...0.6 of the range.
    var isNearMiddle: Bool { part.map { (0.4...0.6).contains($0) } ?? false }

    /// How far a centred axis stands beside its nominal rest, in parts of its travel to an end; nil: it rests at an
    /// end, or has no range.
    func offset(from source: AxisSource) -> Double? {
        guard source.rest == .centre, minimum < maximum else { return nil }
        return 2 * (Double(value) - nominalRest(source)).magnitude / (Double(maximum) - Double(minimum))
    }

    /// The value at which a mapping expects the axis to rest.
    func nominalRest(_ source: AxisSource) -> Double {
        switch source.rest {
        case .minimum: Double(minimum)
        case .maximum: Double(maximum)
        case .centre: source.centre.map { Double(Swift.max(minimum, Swift.min(maximum, $0))) } ?? middle
        }
    }
}
