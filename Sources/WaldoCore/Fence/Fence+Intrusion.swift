/// Where the arm is in a region at some numbers, without a way.
extension Fence {
    /// A point that is in a region.
    public struct Intrusion: Equatable, Sendable {
        /// The region's index.
        public var region: Int
        /// The index of the joint of `pose` at whose end the point is; nil: it is the hand.
        public var joint: Int?
        /// How deep it is inside, in metres.
        public var depth: Double
    }

    /// The point that is deepest in a region at these numbers; nil: none is in any.
    public func intrusion(at numbers: PerChannel<Int32>) -> Intrusion? {
        let numbers = FencePlace(numbers)
        var found: Intrusion?
        for point in chain.points {
            let place = chain.place(of: point, from: numbers, to: numbers)
            let isHand = point.count == chain.points.last?.count
            for index in regions.indices where watches(index, point) {
                let depth = regions[index].shape.depth(of: place)
                // The hand is the last point, and people know it best: it comes before others that are as deep.
                guard depth > Self.tolerance, depth >= (found?.depth ?? 0) - Self.tolerance else { continue }
                found = Intrusion(region: index, joint: isHand ? nil : point.count - 1, depth: depth)
            }
        }
        return found
    }

    /// The index of a region that a point is in at these numbers; nil: none is.
    public func region(at numbers: PerChannel<Int32>) -> Int? { intrusion(at: numbers)?.region }
}
