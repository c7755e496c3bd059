/// The joints of an arm's pose as numbers that one pass over them needs. Lengths are in millimetres.
///
/// Only + - x /, square roots and `Degrees` are used: the result is the same on every machine.
public struct HandChain: Sendable {
    /// A joint: fixed, or moved by a channel.
    private struct Element {
        var kind: ArmPose.Kind, axis: ArmPose.Axis
        /// The channel; negative: the joint is fixed.
        var channel: Int
        /// Degrees or millimetres at the number 0 of 10^-decimals, and for each unit.
        var offset: Double, unit: Double
        /// Of a fixed turn.
        var sine: Double, cosine: Double
    }

    private let elements: [Element]
    /// The channels that move a joint.
    public let channels: SIMDMask<SIMD8<Int64>>
    /// Degrees or millimetres of a channel's joint for a unit of 10^-decimals, of the joint that moves most; 1 for a
    /// channel that moves none.
    public let sizes: SIMD8<Double>
    /// The sum of all fixed lengths, in millimetres.
    public let length: Double
    /// The axis of the hand that is its forward one, and its direction: those of the last length.
    private let forward: (axis: ArmPose.Axis, sign: Double)

    /// Creates the chain of an arm; nil: it has no pose, or one whose joints are not all fixed or positions, or which
    /// stands on wheels.
    public init?(_ arm: Arm) {
        guard let pose = arm.pose, pose.drive == nil, pose.joints.count <= CommandedPose.maxJoints else { return nil }
        var elements: [Element] = [], channels = SIMDMask<SIMD8<Int64>>(repeating: false)
        var sizes = SIMD8<Double>.zero, length = 0.0
        var forward: (ArmPose.Axis, Double) = (.x, 1)
        for joint in pose.joints {
            let scale = joint.kind == .move ? 1_000.0 : 1
            switch joint.motion {
            case .fixed(let value):
                let turn = joint.kind == .turn ? value : 0
                elements.append(
                    Element(
                        kind: joint.kind, axis: joint.axis, channel: -1, offset: value * scale, unit: 0,
                        sine: Degrees.sine(turn), cosine: Degrees.cosine(turn)))
                if joint.kind == .move, value != 0 {
                    length += (value * scale).magnitude
                    forward = (joint.axis, value < 0 ? -1 : 1)
                }
            case .position(let channel, let zero, let unit):
                let unit = unit * scale / .ten(to: arm.profiles[channel].range.decimals)
                elements.append(
                    Element(
                        kind: joint.kind, axis: joint.axis, channel: channel.index, offset: -Double(zero) * unit,
                        unit: unit, sine: 0, cosine: 1))
                channels[channel.index] = true
                sizes[channel.index] = max(sizes[channel.index], unit.magnitude)
            case .frames, .rate: return nil
            }
        }
        self.elements = elements
        self.channels = channels
        self.sizes = sizes.replacing(with: 1, where: sizes .== 0)
        self.length = length
        self.forward = forward
    }

    /// How far the farthest point moves when a joint at the base turns by a degree, in millimetres; at least a
    /// millimetre. It compares turns of the hand with its ways.
    public var lever: Double { max(1, length * Degrees.inRadians) }

    /// Where the hand is, and how it moves with each number.
    /// - Parameter numbers: the channels' numbers, in units of 10^-decimals.
    public func place(at numbers: SIMD8<Double>) -> HandPlace {
        var x = SIMD3<Double>(1, 0, 0), y = SIMD3<Double>(0, 1, 0), z = SIMD3<Double>(0, 0, 1)
        var point = SIMD3<Double>.zero
        var place = HandPlace()
        for element in elements {
            let value = element.channel < 0 ? element.offset : element.offset + element.unit * numbers[element.channel]
            switch element.kind {
            case .move:
                let axis = element.axis == .x ? x : element.axis == .y ? y : z
                point += axis * value
                if element.channel >= 0 { place.add(moving: axis * element.unit, to: element.channel) }
            case .turn:
                var (sine, cosine) = (element.sine, element.cosine)
                if element.channel >= 0 {
                    (sine, cosine) = (Degrees.sine(value), Degrees.cosine(value))
                    let axis = element.axis == .x ? x : element.axis == .y ? y : z
                    place.add(turning: axis * element.unit, at: point, to: element.channel)
                }
                switch element.axis {
                case .x: (y, z) = (y * cosine + z * sine, z * cosine - y * sine)
                case .y: (z, x) = (z * cosine + x * sine, x * cosine - z * sine)
                case .z: (x, y) = (x * cosine + y * sine, y * cosine - x * sine)
                }
            }
        }
        switch forward.axis {
        case .x: place.finish(at: point, forward: x * forward.sign, up: z)
        case .y: place.finish(at: point, forward: y * forward.sign, up: z)
        case .z: place.finish(at: point, forward: z * forward.sign, up: x * -forward.sign)
        }
        return place
    }
}
