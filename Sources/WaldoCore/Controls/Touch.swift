import WaldoTime

/// Whether the operator holds a control, with a hysteresis that keeps a worn stick from chattering.
///
/// A touch begins beyond the dead zone and ends when the control has been within 0.7 of it for 60 ms.
struct Touch: Equatable, Sendable {
    static let hysteresis = 0.7
    static let release: TimeSpan = .milliseconds(60)

    private(set) var isTouched = false
    private var restSince: Instant?

    /// Updates the touch from a displacement, 0...1.
    mutating func follow(_ displacement: Double, deadZone: Double, at now: Instant) {
        if displacement > deadZone {
            isTouched = true
            restSince = nil
        } else if isTouched && displacement <= deadZone * Self.hysteresis {
            if let restSince {
                if now - restSince >= Self.release { isTouched = false }
            } else {
                restSince = now
            }
        } else {
            restSince = nil
        }
    }

    /// Updates the touch from a source with an explicit end: a clutch or a button.
    mutating func follow(_ isTouched: Bool) {
        self.isTouched = isTouched
        restSince = nil
    }

    /// When the touch ends if nothing moves until then; nil: no end is pending.
    var deadline: Instant? { isTouched ? restSince.map { $0 + Self.release } : nil }
}
