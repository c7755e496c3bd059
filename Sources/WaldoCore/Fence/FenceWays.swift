/// The even ways of all channels from each place at which an arm may be to where it goes from there.
struct FenceWays {
    let from: FencePlace, to: FencePlace
    /// What bounds each of the ways.
    let bound: FenceBound
    /// What bounds the way from one beginning to the other.
    let spread: FenceBound

    init(_ chain: FenceChain, from: FencePlace, to: FencePlace) {
        (self.from, self.to) = (from, to)
        bound = chain.bound { channel in
            let one = Double(to.one[channel]) - Double(from.one[channel])
            let other = Double(to.other[channel]) - Double(from.other[channel])
            return max(one.magnitude, other.magnitude)
        }
        // A number that is given to all of them spreads no more.
        spread = chain.bound { max(from.width($0), to.width($0)) }
    }
}
