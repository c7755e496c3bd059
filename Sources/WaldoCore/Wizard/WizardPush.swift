/// How an axis was pushed.
public struct WizardPush: Equatable, Sendable {
    /// The axis with its range; its value is where it rests.
    public var axis: AxisState
    /// Whether its value rose from its rest.
    public var rises: Bool

    /// Where it rests.
    enum Rest { case minimum, centre, maximum, beside }

    /// Where it rests in its range.
    var rest: Rest {
        switch axis.part ?? 0.2 {
        case ..<0.15: .minimum
        case 0.25...0.75: .centre
        case 0.85...: .maximum
        default: .beside
        }
    }

    /// As one whole axis, which rises the way it was pushed.
    var whole: AxisSource { AxisSource(axis.code, centre: centre, invert: !rises) }

    /// As a half axis, from its rest to the end that it was pushed to.
    var half: AxisSource { AxisSource(axis.code, rest: rises ? .minimum : .maximum) }

    /// Whether it can be a half axis: it rests at the other end, or so near the middle that the half beyond counts.
    var canBeHalf: Bool {
        switch rest {
        case .minimum: rises
        case .maximum: !rises
        case .centre: axis.isNearMiddle
        case .beside: false
        }
    }

    /// The value at rest, where it is too far beside the middle of the range to be left out.
    private var centre: Int32? {
        let offset = (Double(axis.value) - axis.middle).magnitude, travel = axis.middle - Double(axis.minimum)
        return offset > 0.5 && offset > 0.02 * travel ? axis.value : nil
    }

    /// How far it rests from where it should: from its end as a part of its range, or from its middle as a part of the
    /// way from there to an end.
    var restError: Double {
        switch rest {
        case .minimum: axis.part ?? 0
        case .maximum: 1 - (axis.part ?? 1)
        case .centre: 2 * (0.5 - (axis.part ?? 0.5)).magnitude
        case .beside: 0
        }
    }
}
