/// One dimension of a control, -1...+1, read from an axis, two half axes or keys.
struct DimensionReader: Equatable, Sendable {
    private var ahead: AxisReader?
    private var behind: AxisReader?
    private var aheadKeys: KeyReader
    private var behindKeys: KeyReader

    init(axis: AxisSource) { self.init(ahead: axis) }

    init(ahead: AxisSource? = nil, behind: AxisSource? = nil, aheadKeys: [UInt16] = [], behindKeys: [UInt16] = []) {
        self.ahead = ahead.map(AxisReader.init)
        self.behind = behind.map(AxisReader.init)
        self.aheadKeys = KeyReader(aheadKeys)
        self.behindKeys = KeyReader(behindKeys)
    }

    mutating func adopt(_ state: InputState) {
        ahead?.adopt(state)
        behind?.adopt(state)
        aheadKeys.adopt(state)
        behindKeys.adopt(state)
    }

    mutating func apply(_ event: InputEvent) {
        switch event {
        case .key(let code, let down):
            aheadKeys.apply(code, down: down)
            behindKeys.apply(code, down: down)
        case .axis(let code, let value):
            ahead?.apply(code, value)
            behind?.apply(code, value)
        case .report: break
        }
    }

    /// The present value. Opposite keys, or both triggers, counteract each other.
    var value: Double {
        let axes = (ahead?.value ?? 0) - (behind?.value ?? 0)
        let keys = (aheadKeys.isDown ? 1.0 : 0) - (behindKeys.isDown ? 1.0 : 0)
        return Swift.max(-1, Swift.min(1, axes + keys))
    }

    /// Whether no key is down and no axis is farther from rest than the dead zone.
    func isAtRest(within deadZone: Double) -> Bool {
        !aheadKeys.isDown && !behindKeys.isDown && (ahead?.value ?? 0).magnitude <= deadZone
            && (behind?.value ?? 0).magnitude <= deadZone
    }

    /// The axes and keys that the operator has to release.
    func held(within deadZone: Double) -> [HeldSource] {
        let axes = [ahead, behind].compactMap { $0 }.filter { $0.value.magnitude > deadZone }
        return axes.map { .axis($0.source.code) } + (aheadKeys.codesDown + behindKeys.codesDown).map { .key($0) }
    }
}
