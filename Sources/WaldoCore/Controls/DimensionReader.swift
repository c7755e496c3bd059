/// One dimension of a control, -1...+1, read from an axis, two half axes or keys.
struct DimensionReader: Equatable, Sendable {
    private var ahead: AxisReader?
    private var behind: AxisReader?
    private var aheadKeys: KeyReader
    private var behindKeys: KeyReader
    /// The present value. Opposite keys, or both triggers, counteract each other. Kept up to date, because it is read
    /// more often than it changes.
    private(set) var value = 0.0
    /// The value as from the axes' nominal rests.
    private(set) var nominalValue = 0.0
    /// Whether the nominal rest of an axis is another one than its rest.
    private(set) var isShifted = false

    init(
        ahead: AxisSource? = nil, behind: AxisSource? = nil, aheadKeys: [UInt16] = [], behindKeys: [UInt16] = [],
        rules: DriveRules
    ) {
        self.ahead = ahead.map { AxisReader($0, rules: rules) }
        self.behind = behind.map { AxisReader($0, rules: rules) }
        self.aheadKeys = KeyReader(aheadKeys)
        self.behindKeys = KeyReader(behindKeys)
    }

    /// - Parameter play: how far from their nominal rests the axes may rest, if the input has just been added.
    mutating func adopt(_ state: InputState, play: RestPlay?) {
        ahead?.adopt(state, play: play)
        behind?.adopt(state, play: play)
        aheadKeys.adopt(state)
        behindKeys.adopt(state)
        renewValue()
    }

    mutating func apply(_ event: InputEvent) {
        switch event {
        case .key(let code, let down):
            aheadKeys.apply(code, down: down)
            behindKeys.apply(code, down: down)
            renewValue()
        case .axis(let code, let value):
            let isAhead = ahead?.apply(code, value) ?? false, isBehind = behind?.apply(code, value) ?? false
            if isAhead || isBehind { renewValue() }
        case .report: break
        }
    }

    private mutating func renewValue() {
        value = clamped((ahead?.value ?? 0) - (behind?.value ?? 0))
        isShifted = ahead?.isShifted == true || behind?.isShifted == true
        nominalValue = isShifted ? clamped((ahead?.nominalValue ?? 0) - (behind?.nominalValue ?? 0)) : value
    }

    @inline(__always)
    private func clamped(_ axes: Double) -> Double {
        let keys = (aheadKeys.isDown ? 1.0 : 0) - (behindKeys.isDown ? 1.0 : 0)
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
        return !aheadKeys.isDown && !behindKeys.isDown && isAtRest(ahead) && isAtRest(behind)
    }

    /// The axes and keys that the operator has to release.
    func held(within deadZone: Double) -> [HeldSource] {
        let axes = [ahead, behind].compactMap { $0 }.filter { $0.isOffCentre || $0.displacement > deadZone }
        return axes.map { $0.heldSource } + (aheadKeys.codesDown + behindKeys.codesDown).map { .key($0) }
    }

    /// Its axes for screens: that of the positive half first.
    func readings(deadZone: Double) -> [AxisReading] {
        [ahead, behind].compactMap { $0?.reading(deadZone: deadZone) }
    }
}
