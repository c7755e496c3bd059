import WaldoCore
import WaldoTestSupport
import WaldoTime

/// The four servos of `PosedArms.servo` behind fences, with a frame each or one for all.
enum FencedArm {
    static let table = ArmFence.Region("table", .table(0.02))
    static let box = ArmFence.Region(
        "box 1", .box(ArmPoint(x: 0.12, y: -0.05, z: 0.05), ArmPoint(x: 0.2, y: 0.05, z: 0.15)))
    /// A millimetre thick, and so is no step of a shoulder.
    static let wall = ArmFence.Region(
        "wall", .box(ArmPoint(x: 0.1, y: -0.2, z: 0.1), ArmPoint(x: 0.101, y: 0.2, z: 0.3)))
    static let column = ArmFence.Region("cylinder", .cylinder(radius: 0.05, height: 0.2))
    static let reach = ArmFence.Region("reach", .reach(0.26))
    static let all = [table, box, wall, column, reach]

    /// - Parameters:
    ///   - start: where its servos are at first, in degrees.
    ///   - slew: degrees a second; nil: they jump.
    static func arm(
        _ regions: [ArmFence.Region], at start: [Int32] = [90, 60, 60, 90], slew: Double? = 60,
        isCombined: Bool = false, park: ArmPark? = nil
    ) -> Arm {
        let names = ["base", "shoulder", "elbow", "wrist"]
        let profiles = zip(names, start).map { name, start in
            ChannelProfile(
                name, mode: .position, range: ValueRange(low: 0, high: 180), start: start,
                limits: slew.map { .init(slew: $0) },
                frames: isCombined ? nil : .init(.text("\(name.prefix(1))#;")))
        }
        let fields = [Channel(0), Channel(1), Channel(2), Channel(3)].map { FrameTemplate.Field.number(.u8, of: $0) }
        return Arm(
            name: "fenced", link: Arm.robot.link, pacing: Pacing(interval: .milliseconds(20)),
            profiles: PerChannel(profiles), frame: isCombined ? FrameTemplate(fields) : nil, park: park,
            pose: PosedArms.servo.pose, fence: ArmFence(regions))
    }

    /// Where the hand is by the pose.
    static func hand(_ numbers: PerChannel<Int32>, of arm: Arm) -> ArmPoint {
        guard let pose = arm.pose else { return ArmPoint(x: 0, y: 0, z: 0) }
        return pose.point(behind: 8) { index in
            switch pose.joints[index].motion {
            case .fixed(let value): value
            case .position(let channel, let zero, let unit): (Double(numbers[channel]) - Double(zero)) * unit
            default: 0
            }
        }
    }

    /// Two keys for each servo, and one for the action `home`.
    static let keys: [(up: UInt16, down: UInt16)] = [
        (Code.w, Code.s), (Code.up, Code.down), (Code.left, Code.right), (Code.tl, Code.select),
    ]

    static func mapping(_ behaviour: SliderMapping.Behaviour) -> Mapping {
        let names = ["base", "shoulder", "elbow", "wrist"]
        return Mapping(
            name: "keys", match: InputMatch(kind: .keyboard),
            controls: zip(names, keys).map { name, keys in
                let source = SliderMapping.Source.keys(forward: [keys.up], backward: [keys.down])
                return ControlMapping(
                    name, .slider(.init(source, behaviour: behaviour, speed: 1), .name(name)))
            } + [ControlMapping("home", .button([Code.south]))],
            keys: OperatorKeys(stop: [Code.space], resume: [Code.enter]))
    }

    /// The depth of the deepest point in each region on the even way between numbers, looked at finely, computed by the
    /// pose itself.
    static func depths(_ from: PerChannel<Int32>, _ to: PerChannel<Int32>, of arm: Arm, parts: Int = 64) -> [Double] {
        depths(from.map(Double.init), to.map(Double.init), of: arm, parts: parts)
    }

    static func depths(_ from: PerChannel<Double>, _ to: PerChannel<Double>, of arm: Arm, parts: Int) -> [Double] {
        guard let pose = arm.pose, let fence = arm.fence else { return [] }
        return fence.regions.map { region in
            var deepest = -Double.infinity
            for part in 0...parts {
                let weight = Double(part) / Double(parts)
                // Behind the three links.
                for count in [4, 6, 8] {
                    let point = pose.point(behind: count) { index in
                        switch pose.joints[index].motion {
                        case .fixed(let value): return value
                        case .position(let channel, let zero, let unit):
                            return (from[channel] + (to[channel] - from[channel]) * weight - Double(zero)) * unit
                        default: return 0
                        }
                    }
                    deepest = max(deepest, region.shape.depth(of: point))
                }
            }
            return deepest
        }
    }
}
