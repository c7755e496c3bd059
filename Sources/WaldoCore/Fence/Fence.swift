/// Decides which numbers of an arm's positions its fence lets pass. It allocates nothing after its creation, and has
/// nothing but + - x / and square roots, so that a recording replays byte for byte.
///
/// A way is that of all channels at an even pace from some numbers to others. A point does not enter a region on it:
/// at eight places and between them it is in front of a face of the region by more than the way can curve meanwhile. A
/// point that is in a region at first may leave it, and does not get deeper.
public final class Fence: Sendable {
    /// How many parts of a way are looked at.
    private static let parts = 8
    /// How deep a point may be inside before it counts as in a region, in metres: what rounding is.
    public static let tolerance = 1e-6
    /// How much of a depth is rounding alone.
    private static let noise = 1e-12

    /// What it is made of.
    public let regions: [ArmFence.Region]
    private let chain: FenceChain
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

    /// The index of a region that a point is in at these numbers; nil: none is.
    public func region(at numbers: PerChannel<Int32>) -> Int? {
        for point in chain.points {
            let place = chain.place(of: point, from: numbers, to: numbers, part: 0)
            for index in regions.indices where watches(index, point) {
                if regions[index].shape.depth(of: place) > Self.tolerance { return index }
            }
        }
        return nil
    }

    /// The index of a region that a point enters, or gets deeper into, on the way from some numbers to others; nil:
    /// the way is free.
    public func region(from: PerChannel<Int32>, to: PerChannel<Int32>) -> Int? {
        let bound = chain.bound(from: from, to: to)
        guard bound.length > 0 else { return nil }
        for point in chain.points {
            let first = chain.place(of: point, from: from, to: to, part: 0)
            for index in regions.indices where watches(index, point) {
                let shape = regions[index].shape
                if isBeyond(shape, first, by: bound.length) { continue }
                let enters =
                    shape.depth(of: first) > Self.tolerance
                    ? sinks(point, first, into: shape, from: from, to: to)
                    : enters(point, first, into: shape, from: from, to: to, bound)
                if enters { return index }
            }
        }
        return nil
    }

    /// The last number of a channel's way to which a fence lets it go, and the index of the region that holds it; nil:
    /// none does.
    /// - Parameters:
    ///   - from: where all channels are.
    ///   - others: where the others go meanwhile, on a way that is free while this one stays.
    func allowed(
        _ channel: Channel, to number: Int32, from: PerChannel<Int32>, with others: PerChannel<Int32>
    ) -> (number: Int32, region: Int?) {
        var target = others
        target[channel] = number
        guard let region = region(from: from, to: target) else { return (number, nil) }
        let start = Int64(from[channel]), way = Int64(number) - start
        // The way is free as far as the first, and not as far as the second; 32 halvings part any two numbers.
        var free: Int64 = 0, closed = Int64(way.magnitude)
        while closed - free > 1 {
            let middle = (free + closed) / 2
            target[channel] = Int32(truncatingIfNeeded: start + middle * way.signum())
            if self.region(from: from, to: target) == nil { free = middle } else { closed = middle }
        }
        return (Int32(truncatingIfNeeded: start + free * way.signum()), region)
    }

    /// A round region has the points of the column in it for ever or never.
    private func watches(_ index: Int, _ point: FenceChain.Point) -> Bool {
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

    /// Whether a point that is in a region gets deeper.
    private func sinks(
        _ point: FenceChain.Point, _ first: ArmPoint, into shape: ArmFence.Shape, from: PerChannel<Int32>,
        to: PerChannel<Int32>
    ) -> Bool {
        let deepest = shape.depth(of: first) + Self.noise
        var before = first
        var part = 1
        while part <= Self.parts {
            let place = chain.place(of: point, from: from, to: to, part: Double(part) / Double(Self.parts))
            guard staysAbove(deepest, before, place, of: shape) else { return true }
            before = place
            part += 1
        }
        return false
    }

    /// Whether two samples in a row are both no deeper behind one face: so is what lies between them.
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

    /// Whether a point that is outside of a region may come into it: two samples in a row are not in front of the same
    /// face.
    private func enters(
        _ point: FenceChain.Point, _ first: ArmPoint, into shape: ArmFence.Shape, from: PerChannel<Int32>,
        to: PerChannel<Int32>, _ bound: FenceBound
    ) -> Bool {
        var before = first
        var part = 1
        while part <= Self.parts {
            let place = chain.place(of: point, from: from, to: to, part: Double(part) / Double(Self.parts))
            guard isInFront(before, place, of: shape, bound) else { return true }
            before = place
            part += 1
        }
        return false
    }

    private func isInFront(
        _ one: ArmPoint, _ other: ArmPoint, of shape: ArmFence.Shape, _ bound: FenceBound
    ) -> Bool {
        var face = 0
        while face < shape.faceCount {
            let depth = max(shape.depth(of: one, behind: face), shape.depth(of: other, behind: face))
            if depth + shape.sag(behind: face, bound, part: 1 / Double(Self.parts)) <= Self.tolerance { return true }
            face += 1
        }
        return false
    }
}
