import WaldoCore
import WaldoFiles
import WaldoMap
import WaldoSurvey

extension RasterPositions {
    /// Whether an arm is that of the raster, wherever it stands.
    func isOf(_ arm: Arm) -> Bool {
        var own = self.arm
        for channel in own.channels where arm.channels.contains(channel) {
            own.start(channel, at: arm.profiles[channel].start)
        }
        // A fence changes none of the numbers that were driven.
        own.fence = arm.fence
        return own == arm
    }

    /// The point of the raster that is nearest to an end.
    /// - Parameter option: what the end is called.
    /// - Throws: `Failure`: the end is none of an arm's, or beyond the raster.
    func nearest(
        to end: RouteEnd, of nodes: [RunNetwork.Node], on plane: MapPlane, _ option: String
    ) throws(Failure) -> Int {
        switch end {
        case .arm(let numbers): return try nearest(to: numbers, of: nodes, option)
        case .mapped(let place) where place.system == .arm:
            guard let point = plane.point(place) else { break }
            let distances = nodes.map { $0.point.point.distance(to: point) }
            return nodes.indices.min { distances[$0] < distances[$1] } ?? 0
        case .world, .mapped: break
        }
        throw Failure(
            .usage, "\(option): the places are an arm's; give numbers of its channels, such as zx=-40,zy=20")
    }

    /// The point of the raster whose numbers are nearest to those of an end.
    /// - Parameter option: what the end is called.
    /// - Throws: `Failure`: a channel that did not move, or a number beyond those of the raster.
    private func nearest(
        to wanted: [RouteEnd.Number], of nodes: [RunNetwork.Node], _ option: String
    ) throws(Failure) -> Int {
        let moved = channels.indices.filter { axis in nodes.contains { $0.numbers[axis] != nodes[0].numbers[axis] } }
        let names = moved.map { arm.profiles[channels[$0]].name }
        guard Set(wanted.map(\.channel)) == Set(names) else {
            throw Failure(
                .usage,
                "\(option): the raster moved \(names.joined(separator: ", ")); give a number of each, such as "
                    + names.map { "\($0)=0" }.joined(separator: ","))
        }
        let target = moved.map { axis -> Double in
            let name = arm.profiles[channels[axis]].name
            return (wanted.first { $0.channel == name }?.number ?? 0) * units(axis)
        }
        func distance(_ node: RunNetwork.Node) -> Double {
            zip(moved, target).reduce(0) { sum, pair in
                let distance = Double(node.numbers[pair.0]) - pair.1
                return sum + distance * distance
            }
        }
        for (axis, number) in zip(moved, target) {
            let numbers = nodes.map { Double($0.numbers[axis]) }
            guard let low = numbers.min(), let high = numbers.max(), (low...high).contains(number) else {
                throw Failure(
                    .usage,
                    "\(option): the raster measured \(arm.profiles[channels[axis]].name) from \(text(axis, numbers.min() ?? 0)) to "
                        + text(axis, numbers.max() ?? 0))
            }
        }
        return nodes.indices.min { distance(nodes[$0]) < distance(nodes[$1]) } ?? 0
    }

    /// `zx -40, zy 20`.
    func text(_ numbers: [Int32]) -> String {
        zip(channels.indices, numbers).map { axis, number in
            "\(arm.profiles[channels[axis]].name) \(text(axis, Double(number)))"
        }.joined(separator: ", ")
    }

    /// Where the arm is believed to stand: a velocity has no position of its own.
    func standing(_ numbers: [Int32]) -> String {
        zip(channels.indices, numbers).map { axis, number in
            let profile = arm.profiles[channels[axis]]
            return profile.mode == .position
                ? "\(profile.name) \(text(axis, Double(number)))"
                : "\(profile.name) where it stood when the raster began"
        }.joined(separator: ", ")
    }

    private func text(_ axis: Int, _ number: Double) -> String {
        let profile = arm.profiles[channels[axis]]
        return DecimalText.trimmed(Int64(number), decimals: profile.mode == .position ? profile.range.decimals : 0)
    }

    /// Units of 10^-decimals in one of the channel's; a velocity counts frames.
    private func units(_ axis: Int) -> Double {
        let profile = arm.profiles[channels[axis]]
        return profile.mode == .position ? .ten(to: profile.range.decimals) : 1
    }
}
