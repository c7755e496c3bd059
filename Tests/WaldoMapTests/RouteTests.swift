import Testing
import WaldoCore
import WaldoMap
import WaldoSurvey
import WaldoTestSupport
import WaldoTime

/// Routes, against a solver that knows nothing of heaps and heuristics.
@Suite struct RouteTests {
    /// The least costs from a place to all others: all ways are tried until nothing gets better (Bellman and Ford).
    private func costs(_ network: some RouteNetwork, from start: Int, _ weights: RouteWeights) -> [Double] {
        var costs = [Double](repeating: .infinity, count: network.count)
        costs[start] = 0
        var changes = true
        while changes {
            changes = false
            for place in 0..<network.count where costs[place] < .infinity {
                network.edges(from: place) { way in
                    let cost = costs[place] + weights.dose * way.dose + weights.time * way.time
                    if cost < costs[way.target] - 1e-15 { (costs[way.target], changes) = (cost, true) }
                }
            }
        }
        return costs
    }

    private func check(_ network: some RouteNetwork, _ random: inout SeededGenerator, _ cases: Int) {
        for _ in 0..<cases {
            let weights = RouteWeights(
                dose: .random(in: 0...5, using: &random), time: .random(in: 0.001...1, using: &random))
            let start = Int.random(in: 0..<network.count, using: &random)
            let end = Int.random(in: 0..<network.count, using: &random)
            let expected = costs(network, from: start, weights)[end]
            guard let route = RouteSearch(network).route(from: start, to: end, weights) else {
                #expect(expected == .infinity)
                continue
            }
            #expect(abs(route.cost - expected) <= 1e-12 * expected)
            #expect(route.nodes.first == start && route.nodes.last == end)
            #expect(abs(weights.dose * route.dose + weights.time * route.time - route.cost) <= 1e-12 * expected)
        }
    }

    private func points(_ count: Int, _ random: inout SeededGenerator) -> [MapPoint] {
        (0..<count).map { _ in
            MapPoint(
                PlanePoint(x: .random(in: 0...300, using: &random), y: .random(in: 0...300, using: &random)),
                value: .random(in: -0.05...1, using: &random), sigma: .random(in: 0...0.1, using: &random))
        }
    }

    @Test func routesAlongPointsAreOptimal() {
        var random = SeededGenerator(1)
        for _ in 0..<40 {
            let network = PointNetwork(
                points(60, &random), errorPerMetre: .random(in: 0...0.01, using: &random),
                .init(speed: .random(in: 0.5...20, using: &random), reach: .random(in: 30...200, using: &random)))
            check(network, &random, 10)
        }
    }

    @Test func routesOverCellsAreOptimal() {
        var random = SeededGenerator(2)
        for _ in 0..<40 {
            let grid = MapGrid(corner: PlanePoint(), cell: 5, columns: 9, rows: 8)
            let rates = (0..<grid.count).map { _ in
                Int.random(in: 0..<6, using: &random) == 0 ? .infinity : Double.random(in: 0...2, using: &random)
            }
            check(CellNetwork(grid, rates: rates, speed: 1.4), &random, 10)
        }
    }

    private func node(_ numbers: [Int32], _ point: MapPoint) -> RunNetwork.Node {
        RunNetwork.Node(
            numbers, Place(system: .arm, x: point.point.x, y: point.point.y, z: 0), point,
            measurement: Int(numbers[0]) * 1_000 + Int(numbers.last ?? 0))
    }

    /// Over five positions with the rates 0, 1, 4, 1 and 0 in five hours: each piece has the mean of its ends.
    @Test func aRunIsExposedToAllPositionsThatItPasses() throws {
        let nodes = [0.0, 1, 4, 1, 0].enumerated().map { place, rate in
            node([Int32(place)], MapPoint(PlanePoint(x: Double(place)), value: rate, sigma: 0.5))
        }
        let axis = ChannelProfile.Busy(base: .seconds(3_600), perUnit: .seconds(3_600))
        let network = RunNetwork(nodes, axes: [axis], errorPerMetre: 0)
        let route = try #require(RouteSearch(network).route(from: 4, to: 0, RouteWeights(dose: 0, time: 1)))
        #expect(route.nodes == [4, 0] && network.passed(from: 4, to: 0) == [4, 3, 2, 1, 0])
        let exposure = RouteExposure(route, in: network)
        // 1.25 hours of each of the four pieces.
        #expect(abs(exposure.dose - 7.5) < 1e-12)
        #expect(abs(exposure.sigma - 0.5 * (3 * 1.25 * 1.25 + 2 * 0.625 * 0.625).squareRoot()) < 1e-12)
    }

    /// Rates along a row that no line explains make its error between the positions.
    @Test func theErrorBetweenPositionsIsFittedFromThem() {
        func network(_ rates: [Double], sigma: Double) -> RunNetwork {
            RunNetwork(
                rates.enumerated().map { place, rate in
                    node([Int32(place)], MapPoint(PlanePoint(x: Double(place) * 0.1), value: rate, sigma: sigma))
                }, axes: [ChannelProfile.Busy(base: .zero)])
        }
        // The middle of 0, 2, 0 is 2 from the line, of which two standard deviations explain all: 1 in 0.1 m.
        #expect(abs(network([0, 2, 0], sigma: 0).errorPerMetre - 10) < 1e-9)
        // A straight row leaves half of the positions' own error.
        #expect(abs(network([1, 2, 3, 4], sigma: 0.2).errorPerMetre - 1) < 1e-9)
        #expect(network([1, 2], sigma: 0.2).errorPerMetre == 0)
    }

    @Test func runsOfAnArmAreOptimal() {
        var random = SeededGenerator(3)
        for _ in 0..<20 {
            var nodes: [RunNetwork.Node] = []
            for column in 0..<6 {
                for row in 0..<6 where Int.random(in: 0..<8, using: &random) > 0 {
                    let point = MapPoint(
                        PlanePoint(x: Double(column) * 0.03, y: Double(row) * 0.03),
                        value: .random(in: 0...1, using: &random), sigma: 0.05)
                    nodes.append(node([Int32(column * 20), Int32(row * 20)], point))
                }
            }
            let axis = ChannelProfile.Busy(base: .milliseconds(52), perUnit: .milliseconds(31))
            check(RunNetwork(nodes, axes: [axis, axis], errorPerMetre: 0.1), &random, 10)
        }
    }

    /// A long run has its base time once.
    @Test func oneLongRunIsFasterThanSeveralShortOnes() throws {
        let nodes = (0..<5).map { node([Int32($0)], MapPoint(PlanePoint(x: Double($0)), value: 1)) }
        let axis = ChannelProfile.Busy(base: .seconds(3_600), perUnit: .seconds(360))
        let network = RunNetwork(nodes, axes: [axis], errorPerMetre: 0)
        let route = try #require(RouteSearch(network).route(from: 0, to: 4, RouteWeights(dose: 0, time: 1)))
        #expect(route.nodes == [0, 4])
        #expect(abs(route.time - 1.4) < 1e-12)
        #expect(abs(route.dose - 1.4) < 1e-12 && route.length == 4)
    }

    @Test func groundThatNobodyMeasuredIsNotFree() throws {
        // Two ways of 100 m: one over a point of rate 1 in the middle, one over nothing but zeros far apart.
        let points = [(0.0, 0.0), (50, 40), (100, 0)].map { MapPoint(PlanePoint(x: $0, y: $1), value: 0, sigma: 0) }
        let sure = PointNetwork(points, errorPerMetre: 0, .init(speed: 1, reach: 200))
        let unsure = PointNetwork(points, errorPerMetre: 0.01, .init(speed: 1, reach: 200))
        var free = [Double](), dear = [Double]()
        sure.edges(from: 0) { free.append($0.dose) }
        unsure.edges(from: 0) { dear.append($0.dose) }
        #expect(free.allSatisfy { $0 == 0 } && dear.allSatisfy { $0 > 0 })
    }

    @Test func noRouteLeadsThroughWhatIsKeptOut() throws {
        let points = (0..<21).flatMap { x in
            (0..<21).map { y in MapPoint(PlanePoint(x: Double(x) * 10, y: Double(y) * 10), value: 1) }
        }
        let corners = [(96.0, -4.0), (104, -4), (104, 184), (96, 184)].map { PlanePoint(x: $0, y: $1) }
        let wall = KeepOut([[corners]])
        let network = PointNetwork(points, errorPerMetre: 0, .init(reach: 15), keepOut: wall)
        let start = 0, end = 20 * 21
        let route = try #require(RouteSearch(network).route(from: start, to: end, RouteWeights()))
        let line = route.nodes.map(network.point)
        #expect(line.contains { $0.y >= 190 })
        for (one, other) in zip(line, line.dropFirst()) { #expect(!wall.blocks(one, other)) }
        #expect(route.length > 460)

        let grid = MapGrid(corner: PlanePoint(x: -5, y: 205), cell: 10, columns: 21, rows: 21)
        let blocked = wall.blocked(grid)
        #expect(blocked.indices.filter { blocked[$0] } == (2...20).map { $0 * 21 + 10 })
        let cells = CellNetwork(grid, rates: blocked.map { $0 ? .infinity : 1 }, speed: 1)
        let over = try #require(RouteSearch(cells).route(from: 20 * 21, to: 20 * 21 + 20, RouteWeights()))
        #expect(over.nodes.allSatisfy { !blocked[$0] })
    }

    @Test func anAreaWithinACellBlocksIt() {
        let grid = MapGrid(corner: PlanePoint(), cell: 10, columns: 3, rows: 3)
        // In the triangle between the cell's middle and its lower edge.
        let small = [(14.0, -18.0), (16, -18), (15, -17.5)].map { PlanePoint(x: $0, y: $1) }
        let blocked = KeepOut([[small]]).blocked(grid)
        #expect(blocked.indices.filter { blocked[$0] } == [4])
    }

    @Test func aClosedRingLetsNobodyIn() {
        let ring = [(4.0, 4.0), (6, 4), (6, 6), (4, 6)].map { PlanePoint(x: $0, y: $1) }
        let keepOut = KeepOut([[ring]])
        #expect(keepOut.contains(PlanePoint(x: 5, y: 5)) && !keepOut.contains(PlanePoint(x: 3, y: 5)))
        #expect(keepOut.blocks(PlanePoint(x: 0, y: 5), PlanePoint(x: 10, y: 5)))
        #expect(keepOut.blocks(PlanePoint(x: 5, y: 5), PlanePoint(x: 5.5, y: 5.5)))
        #expect(keepOut.blocks(PlanePoint(x: 3, y: 4), PlanePoint(x: 5, y: 4)))
        #expect(!keepOut.blocks(PlanePoint(x: 0, y: 3), PlanePoint(x: 10, y: 3)))
        #expect(!keepOut.blocks(PlanePoint(x: 0, y: 4), PlanePoint(x: 3, y: 4)))
        // Where two areas overlap is in both.
        let two = KeepOut([[ring], [ring.map { PlanePoint(x: $0.x + 1, y: $0.y) }]])
        #expect(two.contains(PlanePoint(x: 5.5, y: 5)))
        // A hole is free.
        let hole = [(4.5, 4.5), (5.5, 4.5), (5.5, 5.5), (4.5, 5.5)].map { PlanePoint(x: $0, y: $1) }
        #expect(!KeepOut([[ring, hole]]).contains(PlanePoint(x: 5, y: 5)))
    }

    @Test func alternativesGoFromTheFastestToTheCleanest() throws {
        var random = SeededGenerator(4)
        for _ in 0..<30 {
            let network = PointNetwork(points(150, &random), errorPerMetre: 0.001, .init(reach: 90))
            let weights = RouteWeights(dose: 1, time: 0.3)
            let routes = RouteAlternatives.routes(in: network, from: 0, to: 1, weights, count: 5)
            guard !routes.isEmpty else { continue }
            #expect(routes.count <= 5)
            for (one, other) in zip(routes, routes.dropFirst()) {
                // None is worse than another in both.
                #expect(one.time < other.time && one.dose > other.dose)
            }
            let fastest = try #require(RouteSearch(network).route(from: 0, to: 1, RouteWeights(dose: 0, time: 1)))
            #expect(abs(routes[0].time - fastest.time) <= 1e-9 * fastest.time)
            let best = try #require(RouteSearch(network).route(from: 0, to: 1, weights))
            #expect(routes.contains { abs($0.dose - best.dose) < 1e-12 && abs($0.time - best.time) < 1e-12 })
        }
    }

    @Test func whatIsExpectedIsWhatWasMeasuredThere() throws {
        let points = [(0.0, 1.0), (3_600, 2), (7_200, 4)].map { MapPoint(PlanePoint(x: $0), value: $1, sigma: 0.5) }
        let network = PointNetwork(points, errorPerMetre: 0, .init(speed: 1, reach: 4_000))
        let route = try #require(RouteSearch(network).route(from: 0, to: 2, RouteWeights()))
        let independent = RouteExposure(route, in: network, points: points, errorPerMetre: 0)
        // Half an hour at the ends, an hour in the middle.
        #expect(abs(independent.dose - 4.5) < 1e-12)
        #expect(abs(independent.sigma - 0.5 * 1.5.squareRoot()) < 1e-12)
        let together = RouteExposure(route, in: network, points: points, errorPerMetre: 0, sharing: .infinity)
        #expect(abs(together.sigma - 1) < 1e-12)
    }
}
