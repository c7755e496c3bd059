/// Decides which numbers of an arm's positions its fence lets pass. It allocates nothing after its creation, and has
/// nothing but + - x / and square roots, so that a recording replays byte for byte.
///
/// A way is that of all channels at an even pace from some numbers to others. A point does not enter a region on it:
/// at eight places and between them it is in front of a face of the region by more than the way can curve meanwhile. A
/// point that is in a region at first may leave it, and does not get deeper. Behind an action that was cut short the
/// arm may be anywhere between two places: so it is looked at from nine of them, and between these.
public final class Fence: Sendable {
    /// How many parts of a way, and of the place that it begins at, are looked at.
    private static let parts = 8
    /// How deep a point may be inside before it counts as in a region, in metres: what rounding is.
    public static let tolerance = 1e-6
    /// How much deeper a point that begins in a region may get between two places that are looked at, in metres.
    public static let bulge = 1e-4
    /// How much of a depth is rounding alone.
    private static let noise = 1e-12

    /// What it is made of.
    public let regions: [ArmFence.Region]
    let chain: FenceChain
    private let moves: [Bool]

    /// Prepares the fence of an arm; nil: its file has none, or no pose.
    public init?(_ arm: Arm) {
        guard let fence = arm.fence, let pose = arm.pose else { return nil }
        regions = fence.regions
        let chain = FenceChain(pose, of: arm)
        self.chain = chain
        moves = arm.channels.map { chain.isMoved(by: $0) }
    }

    /// Whether a channel moves a point that is kept out.
    public func isMoved(by channel: Channel) -> Bool { moves[channel.index] }

    /// The index of a region that a point enters, or gets deeper into, on the way from some numbers to others; nil:
    /// the way is free.
    public func region(from: PerChannel<Int32>, to: PerChannel<Int32>) -> Int? {
        region(from: FencePlace(from), to: FencePlace(to))
    }

    /// That of the ways from every place at which the arm may be.
    func region(from: FencePlace, to: FencePlace) -> Int? {
        let ways = FenceWays(chain, from: from, to: to)
        guard ways.bound.length > 0 else { return nil }
        for point in chain.points {
            let first = chain.place(of: point, from: from, to: to)
            for index in regions.indices where watches(index, point) {
                let shape = regions[index].shape
                if isBeyond(shape, first, by: ways.bound.length + ways.spread.length) { continue }
                if enters(point, shape, ways) { return index }
            }
        }
        return nil
    }

    /// The last number of a channel's way to which a fence lets it go, and the index of the region that holds it; nil:
    /// none does.
    /// - Parameters:
    ///   - from: where all channels may be.
    ///   - others: where the others go meanwhile, on a way that is free while this one stays.
    func allowed(
        _ channel: Channel, to number: Int32, from: FencePlace, with others: FencePlace
    ) -> (number: Int32, region: Int?) {
        var target = others
        target.set(channel, number)
        guard let region = region(from: from, to: target) else { return (number, nil) }
        let start = Int64(from.other[channel]), way = Int64(number) - start
        // The way is free as far as the first, and not as far as the second; 32 halvings part any two numbers.
        var free: Int64 = 0, closed = Int64(way.magnitude)
        while closed - free > 1 {
            let middle = (free + closed) / 2
            target.set(channel, Int32(truncatingIfNeeded: start + middle * way.signum()))
            if self.region(from: from, to: target) == nil { free = middle } else { closed = middle }
        }
        return (Int32(truncatingIfNeeded: start + free * way.signum()), region)
    }

    /// A round region has the points of the column in it for ever or never.
    func watches(_ index: Int, _ point: FenceChain.Point) -> Bool {
        !(point.isOnColumn && regions[index].shape.isRound)
    }

    /// Whether a point is so far in front of a face that it cannot come behind it.
    private func isBeyond(_ shape: ArmFence.Shape, _ place: ArmPoint, by length: Double) -> Bool {
        var face = 0
        while face < shape.faceCount {
            if shape.depth(of: place, behind: face) + length <= 0 { return true }
            face += 1
        }
        return false
    }

    /// Whether a point comes into a region, or gets deeper into it, on one of the ways.
    private func enters(_ point: FenceChain.Point, _ shape: ArmFence.Shape, _ ways: FenceWays) -> Bool {
        guard !ways.from.isKnown else { return enters(point, shape, ways, from: 0, to: 0) }
        var part = 0
        while part < Self.parts {
            let (low, high) = (Double(part) / Double(Self.parts), Double(part + 1) / Double(Self.parts))
            if enters(point, shape, ways, from: low, to: high) { return true }
            part += 1
        }
        return false
    }

    /// That on the ways between two of them.
    private func enters(
        _ point: FenceChain.Point, _ shape: ArmFence.Shape, _ ways: FenceWays, from low: Double, to high: Double
    ) -> Bool {
        var one = place(point, ways, low, 0), other = low == high ? one : place(point, ways, high, 0)
        guard shape.depth(of: one) <= Self.tolerance, shape.depth(of: other) <= Self.tolerance else {
            guard low != high else { return sinks(point, one, into: shape, ways, low) }
            return enters(point, shape, ways, from: low, to: low) || enters(point, shape, ways, from: high, to: high)
        }
        var part = 1
        while part <= Self.parts {
            let nextOne = place(point, ways, low, part)
            let nextOther = low == high ? nextOne : place(point, ways, high, part)
            guard isInFront(one, other, nextOne, nextOther, of: shape, ways) else { return true }
            (one, other) = (nextOne, nextOther)
            part += 1
        }
        return false
    }

    private func place(
        _ point: FenceChain.Point, _ ways: FenceWays, _ start: Double, _ part: Int, of parts: Int = Fence.parts
    ) -> ArmPoint {
        chain.place(of: point, from: ways.from, to: ways.to, start: start, part: Double(part) / Double(parts))
    }

    /// Whether a point that is in a region gets deeper on a way, looked at in as many places as its bulge asks.
    private func sinks(
        _ point: FenceChain.Point, _ first: ArmPoint, into shape: ArmFence.Shape, _ ways: FenceWays, _ start: Double
    ) -> Bool {
        let deepest = shape.depth(of: first) + Self.noise
        var parts = Self.parts
        while shape.sag(ways.bound, part: 1 / Double(parts)) > Self.bulge { parts *= 2 }
        var before = first
        var part = 1
        while part <= parts {
            let next = place(point, ways, start, part, of: parts)
            guard staysAbove(deepest, before, next, of: shape) else { return true }
            before = next
            part += 1
        }
        return false
    }

    /// Whether two samples in a row are both no deeper behind one face: so is what lies between them, but for a bulge.
    private func staysAbove(
        _ deepest: Double, _ one: ArmPoint, _ other: ArmPoint, of shape: ArmFence.Shape
    ) -> Bool {
        var face = 0
        while face < shape.faceCount {
            if max(shape.depth(of: one, behind: face), shape.depth(of: other, behind: face)) <= deepest { return true }
            face += 1
        }
        return false
    }

    /// Whether samples that are next to each other are in front of the same face, and so is what lies between them.
    private func isInFront(
        _ one: ArmPoint, _ other: ArmPoint, _ nextOne: ArmPoint, _ nextOther: ArmPoint, of shape: ArmFence.Shape,
        _ ways: FenceWays
    ) -> Bool {
        let part = 1 / Double(Self.parts)
        var face = 0
        while face < shape.faceCount {
            let depth = max(
                shape.depth(of: one, behind: face), shape.depth(of: other, behind: face),
                shape.depth(of: nextOne, behind: face), shape.depth(of: nextOther, behind: face))
            let sag = shape.sag(behind: face, ways.bound, part: part) + shape.sag(behind: face, ways.spread, part: part)
            if depth + sag <= Self.tolerance { return true }
            face += 1
        }
        return false
    }
}
