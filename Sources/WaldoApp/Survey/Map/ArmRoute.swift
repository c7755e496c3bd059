import WaldoCore
import WaldoFiles
import WaldoMap
import WaldoStore
import WaldoSurvey

/// Routes of little exposure over the points of a raster: each run moves one channel.
struct ArmRoute {
    let table: RouteTable
    private let store: String
    private let survey: SurveySummary
    private let stream: StreamDescription
    private let rate: HourlyRate
    private let positions: RasterPositions
    private let network: RunNetwork
    private let weights: RouteWeights
    private let start: Int, end: Int
    private let hasKeepOut: Bool

    /// The most runs of a network: with more it takes hundreds of megabytes.
    private static let maxRuns = 4_000_000

    /// Looks for routes.
    /// - Throws: `Failure`: the store has no raster, an end that is none of its channels' numbers, and ends that no run
    ///   joins; `StoreError`.
    init(_ request: RouteRequest, _ stream: MappedStream) throws {
        store = request.selection.store
        survey = stream.survey
        self.stream = stream.stream
        weights = request.weights
        rate = HourlyRate(stream.stream.unit)
        let reader = try StoreReader(path: store, isInterrupted: { Interruption.hasCome })
        let positions = try RasterPositions(stream.survey, reader)
        self.positions = positions
        let factor = rate.factor
        let nodes = stream.places.enumerated().flatMap { measurement, place -> [RunNetwork.Node] in
            guard let point = stream.plane.point(place.place) else { return [] }
            let measured = MapPoint(point, value: place.value * factor, sigma: place.sigma * factor)
            return positions.numbers(at: place.place).map {
                RunNetwork.Node($0, place.place, measured, measurement: measurement)
            }
        }
        guard !nodes.isEmpty else {
            throw Failure(
                .file,
                "\(store): “\(SafeText.escaped(stream.stream.name))” has no number at a point of the raster; choose another stream (--stream)"
            )
        }
        guard RunNetwork.runCount(of: nodes) <= Self.maxRuns else {
            throw Failure(.file, "\(store): too many points for a route; drive a raster of fewer")
        }
        let keepOut = try request.keepOut(on: stream.plane)
        hasKeepOut = request.keepOut != nil
        let network = RunNetwork(
            nodes, axes: positions.channels.map { RasterPlan.busy($0, of: positions.arm) }, keepOut: keepOut)
        self.network = network
        let ends = try zip([request.from, request.to], RouteEnd.names).map { end, name in
            let node = try positions.nearest(to: end, of: nodes, on: stream.plane, name)
            guard !keepOut.contains(network.point(node)) else {
                throw Failure(.usage, "\(name) lies in an area of --keep-out; choose another place")
            }
            return node
        }
        (start, end) = (ends[0], ends[1])
        guard start != end else {
            throw Failure(.usage, "both ends are nearest to the same point of the raster; give others")
        }
        let routes = RouteAlternatives.routes(
            in: network, from: start, to: end, request.weights, count: request.alternatives)
        guard !routes.isEmpty else {
            throw Failure(
                .file,
                "\(store): no runs along the raster's rows lead from one to the other; measure between them")
        }
        table = RouteTable(
            routes.map { route in
                RouteTable.Alternative(
                    route: route, exposure: RouteExposure(route, in: network),
                    line: route.nodes.map { nodes[$0].place })
            }, request.weights, stream: stream.stream.name, unit: rate.unit)
    }

    /// Between which points of the raster the routes lead.
    var ends: [String] {
        let names = [start, end].map { positions.text(network.nodes[$0].numbers) }
        return ["from \(names[0]) to \(names[1])"]
    }

    // MARK: the drive

    /// The drive of the cheapest route. It goes to its beginning along the raster's rows too, where it can.
    /// - Parameter arm: the arm, with where it stands; nil: the survey's own.
    /// - Throws: `Failure`: the arm is another one, no way leads to the beginning, or a fence closes it.
    func drive(_ arm: Arm?) throws -> RouteDrive {
        let arm = arm ?? positions.arm, channels = positions.channels
        guard positions.isOf(arm), let wanted = table.wanted else {
            throw Failure(
                .file,
                "\(store): its raster was driven with another arm, or its file has changed since; leave --arm out")
        }
        let standing = channels.map { arm.profiles[$0].mode == .position ? arm.profiles[$0].start : 0 }
        var approach: [Int] = [], isPlanned = false
        if let node = network.nodes.firstIndex(where: { $0.numbers == standing }) {
            guard let approachRoute = RouteSearch(network).route(from: node, to: start, weights) else {
                throw Failure(
                    .file,
                    "no way leads from where the arm stands, \(positions.text(standing)), to the route's beginning")
            }
            approach = approachRoute.nodes.dropLast()
            isPlanned = true
        } else if hasKeepOut {
            throw Failure(
                .usage,
                "the arm stands at no point of the raster, \(positions.text(standing)), so that nothing keeps its way to the "
                    + "route's beginning out of the areas; bring it to a point, and state that by --position")
        }
        let numbers = (approach + wanted.route.nodes).map { network.nodes[$0].numbers }
        let raster = RasterPlan(route: channels, points: numbers, departingAt: approach.count, of: arm)
        try raster.checkFence(of: arm)
        return RouteDrive(
            raster: raster, arm: arm,
            survey: survey, isApproachPlanned: isPlanned, standing: positions.standing(standing),
            expected: RouteExpectation(
                stream: stream.name, rate: rate, exposure: wanted.exposure, hours: wanted.route.time,
                atEnd: network.nodes[end].point))
    }
}
